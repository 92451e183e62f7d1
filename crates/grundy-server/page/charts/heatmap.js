// A heat map: one cell for each position of a table, with zoom, moving, a cursor and marked cells.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { Surface, watchGestures } from "./gestures.js";
import { css, inkOn, themeOf, watchTheme } from "./theme.js";

const HEAD = { left: 46, top: 24 };
const MOST = 64;

/**
 * A heat map of a grid {rows, columns, cell(row, column), rowName(row), columnName(column), lines}; with `lines`, the
 * rows go on like those of a text, and cells are shown no smaller than that.
 * `options`: label, test, signal, height, hover(cell or null), pick(cell), tell(row, column) -> text for the screen reader.
 */
export class HeatMap {
  constructor(host, options) {
    this.options = options;
    this.grid = { rows: 0, columns: 0, cell: () => null };
    this.cursor = null;
    this.pinned = null;
    this.marked = new Map();
    this.picture = document.createElement("canvas");
    const { test, label } = options;
    const tool = (text, name, action) => h("button", {
      type: "button", class: "small", title: t(`table.chart.${name}`), aria: { label: t(`table.chart.${name}`) },
      data: { test: `${test}-${name}` }, onclick: action,
    }, text);
    this.tools = h("div", { class: "chart-tools row" },
      tool("+", "in", () => this.zoom(1.5)), tool("−", "out", () => this.zoom(1 / 1.5)), tool("⟷", "all", () => this.fit()));
    this.stage = h("div", {
      class: "chart-stage heat", tabindex: "0", role: "application", data: { test: `${test}-stage` },
      aria: { label, roledescription: t("table.chart.map") },
    });
    this.hint = h("p", { class: "chart-hint", hidden: true }, t("table.chart.wheel"));
    this.spoken = h("p", { class: "sr", aria: { live: "polite" } });
    this.element = h("figure", { class: "chart", data: { test } }, this.tools, this.stage, this.spoken);
    host.append(this.element);
    this.surface = new Surface(this.stage, (context, width, height) => this.draw(context, width, height));
    this.stage.append(this.hint);
    this.theme = themeOf(this.stage);
    const unwatch = watchTheme(() => {
      this.theme = themeOf(this.stage);
      this.paint();
    });
    const ungesture = this.gestures();
    const resized = new ResizeObserver(() => { if (this.fitted) this.fit(); });
    resized.observe(this.stage);
    options.signal?.addEventListener("abort", () => {
      unwatch();
      ungesture();
      resized.disconnect();
      this.surface.end();
    });
  }

  /** Shows a grid; `colour(cell)` gives red, green and blue. */
  set(grid, colour, keepView = false) {
    this.grid = grid;
    this.colour = colour;
    this.marked.clear();
    this.pinned = null;
    this.paint();
    if (!keepView) {
      this.cursor = null;
      this.fit();
    }
  }

  /** Colours again, as after a change of the map of colours. */
  recolour(colour) {
    this.colour = colour;
    this.paint();
  }

  /** Whether the picture has all cells: canvases of more pixels than this are refused by some browsers. */
  get whole() {
    return this.grid.rows <= 8192 && this.grid.columns <= 8192;
  }

  paint() {
    if (this.grid.rows && this.grid.columns && this.whole) this.dye({ top: 0, bottom: this.grid.rows, left: 0, right: this.grid.columns });
    this.surface.ask();
  }

  /** One pixel for each cell of a part of the grid, which drawing then stretches. */
  dye({ top, bottom, left, right }) {
    const { cell } = this.grid;
    this.picture.width = right - left;
    this.picture.height = bottom - top;
    const pen = this.picture.getContext("2d");
    const image = pen.createImageData(right - left, bottom - top);
    for (let row = top, at = 0; row < bottom; row += 1) {
      for (let column = left; column < right; column += 1, at += 4) {
        const content = cell(row, column);
        if (content === undefined) continue;
        const [r, g, b] = this.colour(content, this.theme);
        image.data[at] = r;
        image.data[at + 1] = g;
        image.data[at + 2] = b;
        image.data[at + 3] = 255;
      }
    }
    pen.putImageData(image, 0, 0);
  }

  get width() {
    return Math.max(20, this.stage.clientWidth - HEAD.left - 4);
  }

  get height() {
    return Math.max(20, this.stage.clientHeight - HEAD.top - 4);
  }

  /** All cells, as large as there is room. */
  fit() {
    const { rows, columns } = this.grid;
    if (!rows) return;
    const wide = Math.min(MOST * 0.7, this.width / columns);
    const tall = Math.min(Math.max(rows * wide, 60), this.options.height ?? Math.max(300, window.innerHeight * 0.72));
    const height = `${Math.round(tall + HEAD.top + 6)}px`;
    if (this.stage.style.height !== height) this.stage.style.height = height;
    this.size = Math.min(wide, this.height / rows);
    // Rows that go on like lines of text are not made too small to be read: they are moved through.
    if (this.size < this.grid.lines) this.size = Math.min(wide, this.grid.lines * 1.25);
    this.least = Math.max(Math.min(this.size, this.height / rows, this.width / columns), this.grid.lines || !this.whole ? 2 : 0);
    this.x = 0;
    this.y = 0;
    this.fitted = true;
    this.settle();
  }

  /** Keeps the grid on the stage. */
  settle() {
    const { rows, columns } = this.grid;
    this.x = Math.min(Math.max(this.x, 0), Math.max(0, columns * this.size - this.width));
    this.y = Math.min(Math.max(this.y, 0), Math.max(0, rows * this.size - this.height));
    const moves = columns * this.size > this.width + 1 || rows * this.size > this.height + 1;
    this.stage.style.touchAction = moves ? "none" : "pan-y";
    this.surface.ask();
  }

  zoom(factor, x = HEAD.left + this.width / 2, y = HEAD.top + this.height / 2) {
    const size = Math.min(Math.max(this.size * factor, this.least), MOST);
    const scale = size / this.size;
    this.x = (this.x + x - HEAD.left) * scale - (x - HEAD.left);
    this.y = (this.y + y - HEAD.top) * scale - (y - HEAD.top);
    this.size = size;
    this.fitted = false;
    this.settle();
  }

  gestures() {
    let timer = 0;
    return watchGestures(this.stage, {
      zoom: (factor, x, y) => this.zoom(factor, x, y),
      pan: (dx, dy) => {
        this.x -= dx;
        this.y -= dy;
        this.fitted = false;
        this.settle();
      },
      hover: (x, y) => this.point(this.cellAt(x, y)),
      leave: () => this.point(null),
      click: (x, y) => {
        this.stage.focus({ preventScroll: true });
        const cell = this.cellAt(x, y);
        this.point(cell);
        if (cell) this.options.pick?.(cell);
      },
      refused: () => {
        this.hint.hidden = false;
        clearTimeout(timer);
        timer = setTimeout(() => { this.hint.hidden = true; }, 1500);
      },
      key: (event) => this.key(event),
    });
  }

  key(event) {
    const far = event.shiftKey ? 10 : 1;
    const moves = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    if (event.key in moves) {
      const [down, right] = moves[event.key];
      const [row, column] = this.cursor ?? [-down, -right];
      this.step(row + down * far, column + right * far);
      return true;
    }
    if (event.key === "Home") return this.step(this.cursor?.[0] ?? 0, 0);
    if (event.key === "End") return this.step(this.cursor?.[0] ?? 0, this.grid.columns - 1);
    if (event.key === "0") {
      this.fit();
      return true;
    }
    if ((event.key === "Enter" || event.key === " ") && this.cursor) {
      this.options.pick?.(this.cursor);
      return true;
    }
    return false;
  }

  /** Moves the cursor and brings it into sight. */
  step(row, column) {
    const { rows, columns } = this.grid;
    const r = Math.min(Math.max(row, 0), rows - 1);
    const c = Math.min(Math.max(column, 0), columns - 1);
    this.x = Math.min(Math.max(this.x, (c + 1) * this.size - this.width), c * this.size);
    this.y = Math.min(Math.max(this.y, (r + 1) * this.size - this.height), r * this.size);
    this.settle();
    this.point([r, c]);
    this.spoken.textContent = this.options.tell?.(r, c) ?? "";
    return true;
  }

  cellAt(x, y) {
    const column = Math.floor((x - HEAD.left + this.x) / this.size);
    const row = Math.floor((y - HEAD.top + this.y) / this.size);
    const inside = x >= HEAD.left && y >= HEAD.top && row >= 0 && column >= 0 && row < this.grid.rows && column < this.grid.columns;
    return inside && this.grid.cell(row, column) !== undefined ? [row, column] : null;
  }

  point(cell) {
    if (String(cell) === String(this.cursor)) return;
    this.cursor = cell;
    this.options.hover?.(cell);
    this.surface.ask();
  }

  /** Keeps a cell framed while nothing is pointed at. */
  pin(cell) {
    this.pinned = cell;
    this.surface.ask();
  }

  /** Marks cells: a map from "row,column" to "option" or "winning". */
  mark(cells) {
    this.marked = cells;
    this.surface.ask();
  }

  draw(context, width, height) {
    context.clearRect(0, 0, width, height);
    const { rows, columns } = this.grid;
    if (!rows) return;
    const { size } = this;
    const span = {
      left: Math.floor(this.x / size), right: Math.min(columns, Math.ceil((this.x + this.width) / size)),
      top: Math.floor(this.y / size), bottom: Math.min(rows, Math.ceil((this.y + this.height) / size)),
    };
    this.heads(context, span);
    context.save();
    context.beginPath();
    context.rect(HEAD.left, HEAD.top, this.width + 2, this.height + 2);
    context.clip();
    context.translate(HEAD.left - this.x, HEAD.top - this.y);
    context.imageSmoothingEnabled = size < 1;
    if (this.whole) {
      context.drawImage(this.picture, 0, 0, columns * size, rows * size);
    } else {
      this.dye(span);
      context.drawImage(this.picture, span.left * size, span.top * size, this.picture.width * size, this.picture.height * size);
    }
    if (size >= 8) this.gaps(context, span);
    if (size >= 5) this.contents(context, span);
    this.outlines(context);
    context.restore();
  }

  heads(context, { left, right, top, bottom }) {
    const { size } = this;
    const { rowName, columnName, corner } = this.grid;
    context.font = `12px ${this.theme.font}`;
    context.fillStyle = this.theme.soft;
    context.textAlign = "center";
    context.textBaseline = "middle";
    // Names that are multiples of the step, wherever the table begins; rows of ten are named by every step-th row.
    const round = (start, name, step) => {
      for (let i = start; i < start + step; i += 1) if (Number(name(i)) % step === 0) return i;
      return Math.ceil(start / step) * step;
    };
    const every = (need) => [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((n) => n * size >= need) ?? 2000;
    const across = every(30);
    for (let c = round(left, columnName, across); c < right; c += across) {
      const x = HEAD.left + (c + 0.5) * size - this.x;
      if (x > HEAD.left - 2) context.fillText(columnName(c), x, HEAD.top / 2 + 2);
    }
    context.textAlign = "right";
    const down = every(16);
    for (let r = round(top, rowName, down); r < bottom; r += down) {
      const y = HEAD.top + (r + 0.5) * size - this.y;
      if (y > HEAD.top - 2) context.fillText(rowName(r), HEAD.left - 6, y);
    }
    if (corner) {
      context.textAlign = "left";
      context.font = `italic 12px ${this.theme.font}`;
      context.fillText(corner, 2, HEAD.top / 2 + 2);
    }
  }

  gaps(context, { left, right, top, bottom }) {
    const { size } = this;
    context.strokeStyle = this.theme.paper;
    context.lineWidth = 1;
    context.beginPath();
    for (let c = left; c <= right; c += 1) {
      context.moveTo(c * size, top * size);
      context.lineTo(c * size, bottom * size);
    }
    for (let r = top; r <= bottom; r += 1) {
      context.moveTo(left * size, r * size);
      context.lineTo(right * size, r * size);
    }
    context.stroke();
  }

  /** Numbers where they can be read; a ring or a dot for each P-position, so that colour is not all that tells it. */
  contents(context, { left, right, top, bottom }) {
    const { size } = this;
    const numbers = size >= 19;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (let r = top; r < bottom; r += 1) {
      for (let c = left; c < right; c += 1) {
        const content = this.grid.cell(r, c);
        if (content === undefined || content === null) continue;
        const zero = content === 0 || content === "P";
        if (!numbers && !zero) continue;
        const ink = inkOn(this.colour(content, this.theme));
        const x = (c + 0.5) * size;
        const y = (r + 0.5) * size;
        context.fillStyle = ink;
        if (!numbers) {
          context.beginPath();
          context.arc(x, y, Math.max(1, size * 0.18), 0, 7);
          context.fill();
          continue;
        }
        const text = String(content);
        const fits = Math.min(size * 0.5, (size - 4) / text.length * 1.65, 16);
        if (fits < 7) continue;
        context.font = `${zero ? "700 " : ""}${fits}px ${this.theme.font}`;
        context.fillText(text, x, y + 0.5);
        if (zero) {
          context.strokeStyle = ink;
          context.lineWidth = 1.5;
          context.beginPath();
          context.arc(x, y, size * 0.4, 0, 7);
          context.stroke();
        }
      }
    }
  }

  outlines(context) {
    const { size } = this;
    const box = (row, column, width, inner, outer) => {
      context.lineWidth = width + 2;
      context.strokeStyle = outer;
      context.strokeRect(column * size + 0.5, row * size + 0.5, size - 1, size - 1);
      context.lineWidth = width;
      context.strokeStyle = inner;
      context.strokeRect(column * size + 0.5, row * size + 0.5, size - 1, size - 1);
    };
    for (const [key, kind] of this.marked) {
      const [row, column] = key.split(",").map(Number);
      box(row, column, kind === "winning" ? 3 : 1.5, kind === "winning" ? css(this.theme.mark) : this.theme.text, this.theme.paper);
    }
    const cell = this.cursor ?? this.pinned;
    if (cell) box(cell[0], cell[1], 2.5, this.theme.text, this.theme.paper);
  }
}
