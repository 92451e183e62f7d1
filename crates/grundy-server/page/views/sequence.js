// Nim-sequences, drawn while they are computed: values, period, sparse space, frequencies.

import { fetchOnce } from "../api.js";
import { Bars } from "../charts/bars.js";
import { Series } from "../charts/series.js";
import { grouped } from "../charts/scale.js";
import { add, fill, h, uid } from "../dom.js";
import { t } from "../i18n.js";
import { errorBox, field, linkButton, rulesNote, segmented } from "../parts/ui.js";
import { ProgressLine, factsOf } from "../sequences/facts.js";
import { Fold } from "../sequences/fold.js";
import { Numbers } from "../sequences/numbers.js";
import { Run } from "../sequences/store.js";

export const title = "sequence.title";

/** Codes worth a look, with a number of heaps that shows why. */
const EXAMPLES = [["0.77", "1000"], ["0.137", "1000"], ["0.376", "4000000", true], ["grundy-game", "200000"], ["0.16", "1000000"],
  ["0.3F", "400"], ["0.106", "200000"]];

/** Above so many heaps the values are not asked for: no browser should hold them. */
const MOST = 50_000_000;

/** What is drawn anew while values arrive, at most so often (milliseconds). */
const PACE = 90;

/** A number of heaps as it is written: 5000, 10^6, 3*10^5, 1e6, 200 000; null if it is none. */
export function heaps(text) {
  const plain = text.replace(/[\s_\u202f,]/g, "");
  const found = /^(?:(\d+)[*×])?(\d+)(?:(?:\^(\d+))|(?:[eE](\d+)))?$/.exec(plain);
  if (!found) return null;
  const [, times, base, power, tens] = found;
  let number = Number(base);
  if (power !== undefined) number **= Number(power);
  if (tens !== undefined) number *= 10 ** Number(tens);
  number *= Number(times ?? 1);
  return Number.isSafeInteger(number) ? number : null;
}

class View {
  constructor(root, state, ctx) {
    this.ctx = ctx;
    this.state = { ...state };
    this.error = errorBox("sequence-error");
    this.progress = new ProgressLine();
    this.facts = h("div", { data: { test: "sequence-facts" } });
    this.results = h("div", { class: "stack", hidden: true });
    this.unseen = h("p", { class: "notice", hidden: true, data: { test: "no-values" } }, t("sequence.unseen", { most: grouped(MOST) }));
    add(root, h("h1", {}, t("sequence.title")), h("p", { class: "lead" }, t("sequence.lead")), rulesNote(state, ctx), this.form(), this.error.element, this.unseen, this.results);
    this.build();
    ctx.signal.addEventListener("abort", () => cancelAnimationFrame(this.frame));
    this.start(true);
  }

  form() {
    const { state } = this;
    const names = uid("codes");
    this.code = h("input", { id: "sequence-code", class: "mono", value: state.code ?? "0.77", list: names, autocomplete: "off", autocapitalize: "off", spellcheck: "false", data: { test: "sequence-code" } });
    this.to = h("input", { id: "sequence-to", class: "number mono", value: state.to ?? (state.code ? "10000" : "1000"), autocomplete: "off", data: { test: "sequence-to" } });
    this.until = h("input", { type: "checkbox", checked: Boolean(state.period), data: { test: "sequence-period" } });
    this.go = h("button", { class: "primary", data: { test: "sequence-start" } }, t("sequence.start"));
    this.stop = h("button", { type: "button", hidden: true, data: { test: "sequence-stop" }, onclick: () => this.request?.abort() }, t("sequence.stop"));
    const list = h("datalist", { id: names });
    fetchOnce("/games").then(({ games }) => add(list, games.filter((one) => one.params === "" && one.name !== "take-and-break")
      .map((one) => h("option", { value: one.name, label: one.rules })))).catch(() => { /* the form works without completion */ });
    return h("form", {
      class: "card sequence-form", data: { test: "sequence-form" },
      onsubmit: (event) => {
        event.preventDefault();
        this.start();
      },
    },
    h("div", { class: "row end" }, field(t("sequence.code"), this.code, { class: "field grow" }), field(t("sequence.to"), this.to), this.go, this.stop),
    h("p", { class: "until" }, h("label", {}, this.until, t("sequence.until"))),
    h("p", { class: "muted small-text" }, t("sequence.codeHelp")),
    h("ul", { class: "chips captioned", aria: { label: t("app.examples") } }, EXAMPLES.map(([code, to, period]) => h("li", {}, h("button", {
      type: "button", class: "chip small", data: { test: "sequence-example" },
      onclick: () => {
        this.code.value = code;
        this.to.value = to;
        this.until.checked = Boolean(period);
        this.start();
      },
    }, code, h("span", {}, t(`sequence.examples.${code.replace(".", "_")}`)))))), list, this.progress.element);
  }

  /** The cards of the results, which stay while runs come and go. */
  build() {
    const { signal } = this.ctx;
    const chart = h("section", { class: "card" }, h("h2", {}, t("sequence.chart")));
    const bars = h("section", { class: "card" }, h("h2", {}, t("sequence.frequencies")));
    const numbers = h("section", { class: "card" }, h("h2", {}, t("sequence.numbers")));
    const rows = h("section", { class: "card" }, h("h2", {}, t("sequence.fold")));
    this.needValues = [chart, rows, numbers];
    fill(this.results, chart, h("div", { class: "columns facts-columns" }, h("section", { class: "card" }, h("h2", {}, t("sequence.facts")), this.facts), h("div", { class: "stack" }, bars)), rows, numbers,
      h("p", { class: "row" }, linkButton(), this.links = h("span", { class: "row" })));
    this.results.hidden = false;
    this.run = new Run({ code: "" });
    this.series = new Series(chart, this.run.data, { label: t("sequence.chartLabel"), test: "sequence-chart", height: 340, signal });
    this.series.moved = (window) => this.showWindow(window);
    this.series.picked = (heap) => {
      if (heap !== null && this.series.window.span <= this.series.area.width) this.values.show(heap - this.run.first);
    };
    this.legend = h("p", { class: "legend", data: { test: "sequence-legend" } });
    add(chart, this.legend);
    this.range();
    this.bars = new Bars(bars, { label: t("sequence.barsLabel"), test: "frequencies", signal });
    this.manyValues = h("p", { class: "muted", hidden: true, data: { test: "many-values" } }, t("sequence.manyValues"));
    bars.append(this.manyValues);
    const log = h("input", { type: "checkbox", data: { test: "frequencies-log" }, onchange: () => {
      this.bars.logarithmic = log.checked;
      this.bars.ask();
    } });
    this.bars.tools.append(segmented(t("sequence.order"), [["value", t("sequence.byValue")], ["count", t("sequence.byCount")]], "value", (order) => this.bars.arrange(order), "frequencies-order"),
      h("label", {}, log, t("sequence.log")));
    this.values = new Numbers({ pick: (heap) => this.ctx.go("solve", { expr: `${this.run.question.code}(${heap})`, rules: this.state.rules }) });
    add(numbers, this.values.element);
    this.fold = new Fold(rows, { signal, pick: (heap) => this.values.show(heap - this.run.first) });
    this.results.hidden = true;
  }

  /** The window of the chart as two numbers, for those who know where to look. */
  range() {
    const number = (test, label) => h("input", { class: "number mono", inputmode: "numeric", data: { test }, aria: { label }, onchange: () => this.series.show(Number(this.low.value), Number(this.high.value) + 1) });
    this.low = number("window-from", t("sequence.windowFrom"));
    this.high = number("window-to", t("sequence.windowTo"));
    this.series.tools.append(h("span", { class: "row window" }, t("sequence.window"), this.low, "–", this.high));
  }

  showWindow(window) {
    if (document.activeElement !== this.low) this.low.value = Math.floor(window.from);
    if (document.activeElement !== this.high) this.high.value = Math.ceil(window.to) - 1;
  }

  start(first = false) {
    const code = this.code.value.trim();
    const to = heaps(this.to.value);
    this.request?.abort();
    this.error.clear();
    this.to.setAttribute("aria-invalid", String(to === null));
    if (to === null) {
      this.error.show({ message: t("sequence.noNumber"), at: null });
      return;
    }
    if (!code) return;
    const period = this.until.checked || undefined;
    Object.assign(this.state, { code, to: String(to), period });
    if (!first) this.ctx.save(this.state);
    this.request = new AbortController();
    const run = new Run({ code, to, period, values: to <= MOST, rules: this.state.rules });
    this.run = run;
    this.series.data = run.data;
    this.series.window.all();
    this.series.explain({ rare: [], period: null, marks: [] });
    this.bars.isRare = () => false;
    this.stop.hidden = false;
    for (const card of this.needValues) card.hidden = to > MOST;
    this.unseen.hidden = to <= MOST;
    this.drawnAt = 0;
    this.listen(run, AbortSignal.any([this.request.signal, this.ctx.signal]));
  }

  async listen(run, signal) {
    try {
      await run.listen(signal, () => { if (this.run === run) this.later(); });
    } catch (error) {
      if (this.run === run && !this.ctx.signal.aborted) {
        this.error.show(error, error.source === "rules" ? run.question.rules : run.question.code);
        if (run.data.length === 0) this.results.hidden = true;
        if (document.activeElement === this.stop) this.go.focus();
      }
    }
    if (this.run !== run || this.ctx.signal.aborted) return;
    if (document.activeElement === this.stop) this.go.focus();
    this.stop.hidden = true;
    this.finish(run);
  }

  /** Draws in a frame to come, not more often than the eye needs. */
  later() {
    if (this.frame) return;
    this.frame = requestAnimationFrame((now) => {
      this.frame = 0;
      if (now - this.drawnAt < PACE && this.run.state === "running") {
        this.later();
        return;
      }
      this.drawnAt = now;
      this.draw();
    });
  }

  draw() {
    const { run } = this;
    this.progress.show(run);
    if (run.data.length === 0 && !run.result) return;
    this.results.hidden = false;
    this.series.first = run.first;
    this.series.window.low = run.first;
    this.series.update();
    this.showWindow(this.series.window);
    const now = performance.now();
    if (run.state !== "running" || now - (this.slowAt ?? 0) > 350) {
      this.slowAt = now;
      const counts = run.frequencies();
      this.bars.element.hidden = counts === null;
      this.manyValues.hidden = counts !== null;
      if (counts) this.bars.set(counts);
      fill(this.facts, factsOf(run));
      if (this.values.run !== run || run.data.length < 400) this.values.set(run);
    }
  }

  finish(run) {
    const { result } = run;
    this.draw();
    this.values.set(run);
    if (run.data.length > 0) this.fold.set(run);
    if (!result) return;
    // A limit was reached: what was found until then is shown, with the reason.
    if (result.stopped) this.error.show(result.stopped, "");
    const marks = [];
    if (result.period) marks.push({ at: result.preperiod, text: t("sequence.markPeriod", { from: grouped(result.preperiod), length: result.period }) });
    else if (result.last_rare !== null && result.last_rare !== undefined) marks.push({ at: result.last_rare, text: t("sequence.markRare", { last: grouped(result.last_rare) }) });
    this.series.explain({ rare: run.rare, period: result.period ? { from: result.preperiod, length: result.period } : null, marks });
    this.bars.isRare = (value) => run.rareValues.has(value);
    this.bars.ask();
    const mark = (name, text) => h("span", { class: "swatch" }, h("i", { class: name, aria: { hidden: true } }), text);
    fill(this.legend, mark("data", t(run.rare.length ? "sequence.legendCommon" : "sequence.legendValue")), run.rare.length > 0 && mark("rare", t("sequence.legendRare")),
      result.period && mark("shade", t("sequence.legendPeriod")));
    const rules = this.state.rules;
    fill(this.links, this.ctx.link(t("sequence.toTable"), "table", { game: run.question.code, to: Math.min(run.question.to, 999), rules }, { data: { test: "to-table" } }));
  }
}

export async function render(root, state, ctx) {
  new View(root, state, ctx);
}
