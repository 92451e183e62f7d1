// The frame of a chart with a horizontal axis that zooms: canvas, axes, buttons, gestures, keys, a cursor and the line
// of text that tells what is under it.

import { debounce, h } from "../dom.js";
import { t } from "../i18n.js";
import { Surface, watchGestures } from "./gestures.js";
import { Window, short, ticks } from "./scale.js";
import { themeOf, watchTheme } from "./theme.js";

const MARGIN = { left: 52, right: 28, top: 12, bottom: 26 };

/** A button of the tool bar of a chart. */
function tool(text, label, test, action) {
  return h("button", { type: "button", class: "small", title: label, aria: { label }, data: { test }, onclick: action }, text);
}

/**
 * A chart. Subclasses give vertical(from, to) -> [low, high], paint(context, area) and tell(index) -> a line of text;
 * `unit` is the width of one item on the axis.
 */
export class Plot {
  constructor(host, { label, test, height = 300, signal }) {
    this.host = host;
    this.window = new Window(0, 1);
    this.cursor = null;
    this.area = { x: 0, y: 0, width: 1, height: 1 };
    this.stage = h("div", {
      class: "chart-stage", tabindex: "0", role: "application", data: { test: `${test}-stage` },
      aria: { label, roledescription: t("table.chart.role") },
    });
    this.stage.style.height = `${height}px`;
    this.readout = h("p", { class: "chart-readout", data: { test: `${test}-readout` } }, t("table.chart.keys"));
    this.spoken = h("p", { class: "sr", aria: { live: "polite" } });
    this.hint = h("p", { class: "chart-hint", hidden: true }, t("table.chart.wheel"));
    this.tools = h("div", { class: "chart-tools row" },
      tool("+", t("table.chart.in"), `${test}-in`, () => this.zoom(2)),
      tool("−", t("table.chart.out"), `${test}-out`, () => this.zoom(0.5)),
      tool("←", t("table.chart.left"), `${test}-left`, () => this.move(-0.5)),
      tool("→", t("table.chart.right"), `${test}-right`, () => this.move(0.5)),
      tool("⟷", t("table.chart.all"), `${test}-all`, () => this.all()));
    this.element = h("figure", { class: "chart", data: { test } }, this.tools, this.stage, this.readout, this.spoken);
    host.append(this.element);
    this.surface = new Surface(this.stage, (context, width, height) => this.draw(context, width, height));
    this.stage.append(this.hint);
    this.say = debounce((text) => { this.spoken.textContent = text; }, 400);
    this.retheme();
    const unwatch = watchTheme(() => this.retheme());
    const ungesture = this.gestures();
    signal?.addEventListener("abort", () => {
      unwatch();
      ungesture();
      this.say.cancel();
      this.surface.end();
      this.ended = true;
    });
  }

  retheme() {
    this.theme = themeOf(this.stage);
    this.ask();
  }

  ask() {
    this.surface.ask();
  }

  gestures() {
    let hintTimer = 0;
    return watchGestures(this.stage, {
      zoom: (factor, x) => this.zoom(factor, this.at(x)),
      pan: (dx) => this.shift(-dx * this.window.span / this.area.width),
      hover: (x) => this.point(this.at(x)),
      leave: () => this.point(null),
      click: (x) => {
        this.stage.focus({ preventScroll: true });
        this.point(this.at(x));
        this.picked?.(this.cursor);
      },
      double: (x) => this.zoom(3, this.at(x)),
      refused: () => {
        this.hint.hidden = false;
        clearTimeout(hintTimer);
        hintTimer = setTimeout(() => { this.hint.hidden = true; }, 1500);
      },
      key: (event) => this.key(event),
    });
  }

  key(event) {
    const step = Math.max(1, Math.round(this.window.span / this.area.width));
    const far = event.shiftKey ? 10 : 1;
    const from = this.cursor ?? Math.floor((this.window.from + this.window.to) / 2);
    switch (event.key) {
      case "ArrowLeft": this.step(from - step * far); return true;
      case "ArrowRight": this.step(from + step * far); return true;
      case "PageUp": this.move(-0.9); return true;
      case "PageDown": this.move(0.9); return true;
      case "Home": this.step(this.window.low); return true;
      case "End": this.step(this.window.high - 1); return true;
      case "0": case "Escape":
        if (this.window.whole && event.key === "Escape") return false;
        this.all();
        return true;
      case "Enter": this.picked?.(this.cursor); return true;
      default: return false;
    }
  }

  /** Puts the cursor on an item and brings it into the window. */
  step(index) {
    const to = Math.min(Math.max(index, this.window.low), this.window.high - 1);
    if (to < this.window.from) this.shift(to - this.window.from);
    if (to + 1 > this.window.to) this.shift(to + 1 - this.window.to);
    this.point(to);
    this.say(this.readout.textContent);
  }

  /** The place on the axis of a place on the stage. */
  at(x) {
    return this.window.from + (x - this.area.x) / this.area.width * this.window.span;
  }

  /** The place on the stage of a place on the axis. */
  x(at) {
    return this.area.x + (at - this.window.from) / this.window.span * this.area.width;
  }

  y(value) {
    const { y, height } = this.area;
    return y + height - (value - this.low) / (this.high - this.low) * height;
  }

  zoom(factor, at) {
    this.window.zoom(factor, at ?? (this.cursor !== null && this.cursor >= this.window.from && this.cursor < this.window.to
      ? this.cursor : undefined));
    this.changed();
  }

  move(part) {
    this.shift(this.window.span * part);
  }

  shift(by) {
    this.window.move(by);
    this.changed();
  }

  all() {
    this.window.all();
    this.changed();
  }

  /** Shows the items `from` to `to`, exclusive. */
  show(from, to) {
    this.window.set(from, to);
    this.changed();
  }

  changed() {
    this.ask();
    this.moved?.(this.window);
  }

  point(at) {
    const index = at === null ? null : Math.floor(at);
    this.cursor = index === null || index < this.window.low || index >= this.window.high ? null : index;
    this.readout.textContent = this.cursor === null ? t("table.chart.keys") : this.tell(this.cursor);
    this.ask();
  }

  draw(context, width, height) {
    const { left, right, top, bottom } = MARGIN;
    this.area = { x: left, y: top, width: Math.max(20, width - left - right), height: Math.max(20, height - top - bottom) };
    context.clearRect(0, 0, width, height);
    [this.low, this.high] = this.vertical(this.window.from, this.window.to);
    this.axes(context);
    context.save();
    context.beginPath();
    context.rect(this.area.x, this.area.y - 8, this.area.width, this.area.height + 16);
    context.clip();
    this.paint(context, this.area);
    context.restore();
  }

  axes(context) {
    const { x, y, width, height } = this.area;
    context.font = `12px ${this.theme.font}`;
    context.fillStyle = this.theme.soft;
    context.strokeStyle = this.theme.line;
    context.lineWidth = 1;
    context.textAlign = "right";
    context.textBaseline = "middle";
    context.beginPath();
    for (const at of this.levels ?? ticks(this.low, this.high, Math.max(2, height / 45))) {
      const place = Math.round(this.y(at)) + 0.5;
      context.moveTo(x, place);
      context.lineTo(x + width, place);
      context.fillText(short(at), x - 6, place);
    }
    context.stroke();
    context.textAlign = "center";
    context.textBaseline = "top";
    for (const at of this.marksOfAxis(Math.max(2, width / 90))) {
      context.fillText(this.name(at), this.x(at + this.unit / 2), y + height + 7);
    }
  }

  marksOfAxis(count) {
    return ticks(Math.ceil(this.window.from), this.window.to - 1, count);
  }

  /** The text below an item of the axis. */
  name(at) {
    return short(at);
  }

  get unit() {
    return 1;
  }
}
