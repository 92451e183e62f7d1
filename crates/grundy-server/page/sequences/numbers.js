// The values of a sequence as numbers, two hundred at a time, and as a file.

import { grouped } from "../charts/scale.js";
import { download, fill, h } from "../dom.js";
import { t } from "../i18n.js";

const AT_ONCE = 200;

/** Heaps and values, from any heap on. `pick(heap)` is called for a value that is pressed. */
export class Numbers {
  constructor({ pick }) {
    this.pick = pick;
    this.from = 0;
    this.input = h("input", {
      class: "number mono", inputmode: "numeric", value: "0", data: { test: "numbers-from" }, aria: { label: t("sequence.fromHeap") },
      onchange: () => this.show(Number(this.input.value)),
    });
    this.place = h("div", { class: "scroll" });
    const go = (text, label, by, test) => h("button", {
      type: "button", class: "small", aria: { label }, data: { test }, onclick: () => this.show(this.from + by * AT_ONCE),
    }, text);
    this.element = h("div", {},
      h("div", { class: "row" },
        h("label", {}, t("sequence.fromHeap"), this.input),
        go("←", t("table.before"), -1, "numbers-before"), go("→", t("table.after"), 1, "numbers-after"),
        h("button", { type: "button", class: "small", data: { test: "download-values" }, onclick: () => this.save() }, t("sequence.save"))),
      this.place);
  }

  set(run) {
    this.run = run;
    this.show(this.from);
  }

  show(from) {
    if (!this.run) return;
    const { data, first, result } = this.run;
    const last = Math.max(0, data.length - 1);
    const start = Number.isFinite(from) ? Math.min(Math.max(0, Math.floor(from)), last) : 0;
    const wide = this.element.clientWidth >= 860 ? 20 : 10;
    this.from = start - start % wide;
    this.input.value = String(this.from);
    const period = result?.period ? { from: result.preperiod, length: result.period } : null;
    const rare = new Set(this.run.rare.length < 100000 ? this.run.rare : []);
    const lines = [];
    for (let line = this.from; line < Math.min(this.from + AT_ONCE, data.length); line += wide) {
      const cells = [];
      for (let at = line; at < line + wide; at += 1) {
        if (at >= data.length) {
          cells.push(h("td", {}));
          continue;
        }
        const heap = at + first;
        const value = data.values[at];
        const even = period && heap >= period.from && Math.floor((heap - period.from) / period.length) % 2 === 0;
        cells.push(h("td", { class: ["num", value === 0 && "p-cell", even && "even", rare.has(heap) && "rare"].filter(Boolean).join(" "), title: t("sequence.at", { n: heap, value }) },
          h("button", { type: "button", class: "cell", tabindex: "-1", onclick: () => this.pick(heap) }, String(value))));
      }
      lines.push(h("tr", {}, h("th", { scope: "row", class: "num" }, grouped(line + first)), cells));
    }
    fill(this.place, h("table", { class: "grid", data: { test: "values" } },
      h("caption", { class: "sr" }, t("sequence.valuesCaption")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "n"), Array.from({ length: wide }, (_, i) => h("th", { scope: "col", class: "num" }, `+${i}`)))),
      h("tbody", {}, lines)));
  }

  save() {
    const { data, first, question } = this.run;
    const pieces = ["n,grundy\n"];
    for (let at = 0; at < data.length; at += 50000) {
      let piece = "";
      for (let i = at; i < Math.min(at + 50000, data.length); i += 1) piece += `${i + first},${data.values[i]}\n`;
      pieces.push(piece);
    }
    download(`${question.code.replace(/[^\w.-]+/g, "_")}.csv`, pieces.join(""), "text/csv");
  }
}
