// Tables of Grundy values and outcomes: a heat map, numbers, a chart; the position below the pointer; copies.

import { ask } from "../api.js";
import { HeatMap } from "../charts/heatmap.js";
import { Pyramid } from "../charts/pyramid.js";
import { Series } from "../charts/series.js";
import { CLASSES, MARK, colourOf, css, ramp } from "../charts/theme.js";
import { add, download, fill, h } from "../dom.js";
import { lang, t } from "../i18n.js";
import { busy, copyButton, errorBox, field, linkButton, rulesNote, segmented } from "../parts/ui.js";
import { CellPanel, tell } from "../tables/cell.js";
import { FORMATS, hasCode, nameOf, textOf } from "../tables/copy.js";
import { numberOf, sizes, tableForm } from "../tables/form.js";
import { Table } from "../tables/model.js";
import { numbersOf } from "../tables/numbers.js";

export const title = "table.title";

const COLOURS = ["value", "lowest-bit", "highest-bit"];

/** What the table is asked for and how it is shown, as it stands in the address. */
class View {
  constructor(root, state, ctx) {
    this.ctx = ctx;
    this.state = { ...state };
    this.error = errorBox("table-error");
    this.error.element.id = "table-error";
    this.result = h("div", { data: { test: "table-result" }, aria: { live: "off" } });
    this.status = h("p", { class: "sr", role: "status" });
    this.form = tableForm(state, (question) => {
      if (question.game !== this.state.game) delete this.state.at;
      for (const name of Object.keys(question)) this.state[name] = question[name];
      delete this.state.width;
      this.load();
    });
    add(root, h("h1", {}, t("table.title")), h("p", { class: "lead" }, t("table.lead")), rulesNote(state, ctx),
      this.form.form, this.error.element, this.status, this.result);
    Object.assign(this.state, this.form.read());
    this.load(true);
  }

  async load(first = false) {
    const { ctx, state } = this;
    this.request?.abort();
    this.request = new AbortController();
    const signal = AbortSignal.any([this.request.signal, ctx.signal]);
    if (!first) ctx.save(state);
    const stop = h("button", { type: "button", data: { test: "table-stop" }, onclick: () => {
      this.request.abort();
      fill(this.result, h("p", { class: "muted" }, t("table.stopped")));
    } }, t("table.stop"));
    const waiting = setTimeout(() => { if (!signal.aborted) fill(this.result, busy(), stop); }, 250);
    try {
      const bounds = sizes(state.to).map(numberOf);
      const answer = await ask("/table", {
        game: state.game, to: bounds.length ? bounds : undefined, view: state.view, outcomes: state.outcomes ? true : undefined,
        play: state.play, from: state.from === undefined ? undefined : numberOf(state.from), rules: state.rules,
      }, { signal });
      if (signal.aborted) return;
      this.error.clear();
      this.form.invalid(false);
      this.table = new Table(answer);
      this.show();
      this.status.textContent = t("table.done", { game: this.table.game, n: answer.rows.length });
    } catch (error) {
      if (error.name === "AbortError" || signal.aborted) return;
      fill(this.result);
      // The place of an error may be in the rules, which stand elsewhere.
      const ofRules = error.source === "rules";
      this.form.invalid(error.at !== null && !ofRules);
      this.error.show(error, ofRules ? state.rules : state.game);
    } finally {
      clearTimeout(waiting);
    }
  }

  /** Keeps a choice of the showing in the address. */
  choose(name, value, standard) {
    this.state[name] = value === standard ? undefined : value;
    this.ctx.save(this.state);
  }

  show() {
    this.drawn?.abort();
    this.drawn = new AbortController();
    this.ctx.signal.addEventListener("abort", () => this.drawn.abort(), { once: true });
    const { table, state } = this;
    const modes = { two: ["map", "numbers"], one: ["map", "numbers", "chart"], list: ["numbers"] }[table.kind];
    if (table.outcomes && modes.includes("chart")) modes.pop();
    const mode = modes.includes(state.show) ? state.show : modes[0];
    this.mode = mode;
    this.body = h("div", { class: "table-body" });
    this.controls = h("div", { class: "row table-controls" });
    this.legend = h("div", { class: "legend", data: { test: "legend" } });
    fill(this.result, h("section", { class: "card", aria: { label: t("table.result") } },
      this.note(),
      h("div", { class: "row between" },
        modes.length > 1 ? segmented(t("table.showAs"), modes.map((name) => [name, t(`table.modes.${name}`)]), mode, (name) => {
          this.choose("show", name, modes[0]);
          this.show();
        }, "table-mode") : h("span", {}),
        this.controls),
      this.body, this.legend, this.copies()));
    if (table.rows.length === 0) fill(this.body, h("p", { class: "muted" }, t("table.empty")));
    else if (mode === "map") this.map();
    else if (mode === "chart") this.chart();
    else this.numbers();
  }

  /** The note of the answer; one that is not translated is left out where the page says the same itself. */
  note() {
    const { note, period } = this.table.answer;
    const readable = note && (lang() === "en" || !period || /[\u4e00-\u9fff]/.test(note));
    if (!note && !period) return null;
    return h("div", { class: "notice", data: { test: "table-note" } }, readable && h("strong", {}, note), this.more());
  }

  /** What a period means, and the way to the sequence. */
  more() {
    const { period } = this.table.answer;
    if (!period) return null;
    const sequence = this.table.kind === "one" && !this.table.misere && period.of === "values"
      && this.table.letters.length === 0;
    return h("div", {}, t(period.saltus ? "table.arithmetic" : "table.period", { length: period.length, saltus: period.saltus, from: period.from }), " ",
      t(period.proved ? "table.proved" : "table.observed"), " ",
      sequence && this.ctx.link(t("table.toSequence"), "sequence", { code: this.table.game, rules: this.state.rules }, { data: { test: "to-sequence" } }));
  }

  /** How many cells a row of a table of one argument has. */
  get width() {
    const most = Math.max(1, this.table.rows.length);
    const wanted = Number(this.state.width) || (most > 300 ? 20 : 10);
    return Math.min(Math.max(1, wanted), most, 1000);
  }

  widthField(changed) {
    const { period } = this.table.answer;
    const input = h("input", {
      type: "number", class: "number", min: 1, max: 1000, value: this.width, data: { test: "table-width" },
      onchange: () => set(Number(input.value)),
    });
    const set = (width) => {
      this.choose("width", String(Math.max(1, Math.round(width) || 10)), "10");
      input.value = this.width;
      changed();
    };
    return [h("label", {}, t("table.width"), input),
      period && period.length > 1 && period.length <= 400
        && h("button", { type: "button", class: "small", data: { test: "width-period" }, onclick: () => set(period.length) }, t("table.onePeriod", { n: period.length }))];
  }

  map() {
    const { table, ctx, state } = this;
    const place = h("div", { class: "table-map" });
    const by = () => (COLOURS.includes(state.colours) ? state.colours : "value");
    const colours = (theme) => colourOf(by(), table.greatest, theme);
    const panel = new CellPanel({ ctx, state, mark: (cells) => this.mark(cells) });
    fill(this.body, h("div", { class: "map-columns" }, place, panel.element));
    let theme = null;
    let paint = null;
    const colour = (cell, now) => {
      if (now !== theme) {
        theme = now;
        paint = colours(now);
      }
      return paint(cell);
    };
    const show = (cell) => panel.show(this.grid.numbers(...cell), table);
    this.heat = new HeatMap(place, {
      test: "heatmap", label: t("table.mapLabel", { game: table.game }), signal: this.drawn.signal,
      tell: (r, c) => (this.grid.cell(r, c) === undefined ? "" : tell(this.grid.numbers(r, c), table)),
      hover: (cell) => {
        const now = cell ?? this.pinned;
        if (now && this.grid.cell(...now) !== undefined) show(now);
      },
      pick: (cell) => {
        this.pinned = cell;
        this.heat.pin(cell);
        const numbers = this.grid.numbers(...cell);
        this.choose("at", numbers.join(","));
        show(cell);
      },
    });
    const draw = () => {
      this.grid = table.grid(this.width);
      this.pinned = null;
      this.heat.set(this.grid, colour);
      panel.forget();
      const at = String(state.at ?? "").split(",").map(Number);
      if (state.at && table.valueAt(at) !== undefined) {
        this.pinned = this.grid.place(at);
        this.heat.pin(this.pinned);
        this.heat.step(...this.pinned);
      }
    };
    fill(this.controls,
      table.kind === "one" && this.widthField(draw),
      !table.outcomes && h("label", {}, t("table.colours"), h("select", {
        data: { test: "table-colours" },
        onchange: (event) => {
          this.choose("colours", event.target.value, "value");
          theme = null;
          this.heat.recolour(colour);
          this.explain(by());
        },
      }, COLOURS.map((name) => h("option", { value: name, selected: name === by() }, t(`table.colourBy.${name}`))))));
    this.explain(by());
    draw();
  }

  /** The positions that can be reached are framed on the map. */
  mark(cells) {
    const places = new Map();
    for (const [key, kind] of cells) places.set(this.grid.place(key.split(",").map(Number)).join(), kind);
    this.heat.mark(places);
  }

  /** What the colours mean. */
  explain(by) {
    const { table } = this;
    const swatch = (colour, text) => h("span", { class: "swatch" }, dyed(colour), text);
    const dyed = (colour) => {
      const spot = h("i", { aria: { hidden: true } });
      spot.style.background = colour;
      return spot;
    };
    const items = [swatch(MARK, t(table.outcomes ? "table.legendP" : "table.legendZero"))];
    if (table.outcomes) items.push(h("span", { class: "swatch" }, h("i", { class: "n", aria: { hidden: true } }), t("table.legendN")));
    else if (by === "value") {
      const bar = h("i", { class: "ramp", aria: { hidden: true } });
      bar.style.background = `linear-gradient(to right, ${[0, 0.2, 0.4, 0.6, 0.8, 1].map((at) => css(ramp(at))).join(", ")})`;
      items.push(h("span", { class: "swatch" }, "1", bar, String(table.greatest)));
    } else {
      const classes = CLASSES.filter((one) => one !== MARK);
      const most = Math.min(Math.floor(Math.log2(Math.max(1, table.greatest))) + 1, classes.length);
      for (let bit = 0; bit < most; bit += 1) {
        items.push(swatch(classes[bit], by === "lowest-bit" ? `2${[..."" + bit].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[d]).join("")} × ${t("table.odd")}` : bit === 0 ? "1" : `${2 ** bit}–${2 ** (bit + 1) - 1}`));
      }
    }
    if (table.kind === "two" && table.cells().includes("*")) items.push(h("span", { class: "swatch" }, h("b", {}, "*"), t("table.star")));
    fill(this.legend, items);
  }

  numbers() {
    const { table } = this;
    const draw = () => fill(this.body, numbersOf(table, this.width, (cell) => {
      const numbers = table.grid(this.width).numbers(...cell);
      this.ctx.go("solve", { expr: table.position(numbers), play: this.state.play, rules: this.state.rules });
    }));
    fill(this.controls, table.kind === "one" && this.widthField(draw));
    draw();
    fill(this.legend, table.kind !== "list" && h("span", { class: "muted" }, t("table.numbersHint")));
  }

  chart() {
    const { table } = this;
    const data = new Pyramid();
    data.append(table.values.map((value) => (typeof value === "number" ? value : 0)));
    const place = h("div", {});
    fill(this.body, place);
    const { period } = table.answer;
    const series = new Series(place, data, { label: t("table.chartLabel", { game: table.game }), test: "table-chart", warm: true, signal: this.drawn.signal, first: table.vertices ? 0 : table.first });
    series.explain({ rare: table.values.flatMap((value, i) => (value === 0 ? [i + series.first] : [])), period: period && { from: period.from, length: period.length } });
    series.picked = (n) => n !== null && this.ctx.go("solve", { expr: table.position([n]), rules: this.state.rules });
    fill(this.legend, h("span", { class: "muted" }, t("table.chartHint")));
  }

  /** The table for other programs. */
  copies() {
    const { table } = this;
    if (table.rows.length === 0) return null;
    const formats = FORMATS.filter((format) => format === "csv" || format === "markdown" || hasCode(table));
    const preview = h("pre", { class: "scroll preview", data: { test: "copy-preview" } });
    const select = h("select", { data: { test: "copy-format" }, onchange: () => look() }, formats.map((format) => h("option", { value: format }, nameOf(format))));
    const look = () => {
      const text = textOf(table, select.value);
      fill(preview, text.length > 6000 ? `${text.slice(0, 6000)}\n…` : text);
    };
    const details = h("details", { ontoggle: () => details.open && look(), data: { test: "copy-details" } }, h("summary", {}, t("table.preview")), preview);
    return h("div", { class: "actions-block" },
      h("div", { class: "actions" },
        field(t("table.copyAs"), select),
        copyButton(() => textOf(table, select.value), { test: "copy-table", small: false }),
        h("button", {
          type: "button", data: { test: "download-table" },
          onclick: () => {
            const ending = { csv: "csv", markdown: "md", cpp: "cpp", python: "py", rust: "rs" }[select.value];
            download(`${table.game.replace(/[^\w.-]+/g, "_")}.${ending}`, textOf(table, select.value), select.value === "csv" ? "text/csv" : "text/plain");
          },
        }, t("table.download")),
        linkButton(),
        table.kind !== "list" && !table.vertices && this.ctx.link(t("table.toLaw"), "law", { game: table.game, play: this.state.play, rules: this.state.rules }, { data: { test: "to-law" } })),
      details);
  }
}

export async function render(root, state, ctx) {
  new View(root, state, ctx);
}
