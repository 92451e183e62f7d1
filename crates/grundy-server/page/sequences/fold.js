// A sequence laid in rows like a text: where rows are as long as the period, equal values stand below each other.

import { HeatMap } from "../charts/heatmap.js";
import { grouped } from "../charts/scale.js";
import { colourOf } from "../charts/theme.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";

const WIDEST = 2000;

/** The rows, with their width to choose. */
export class Fold {
  constructor(host, { signal, pick }) {
    this.width = null;
    this.input = h("input", {
      type: "number", class: "number", min: 1, max: WIDEST, data: { test: "fold-width" },
      onchange: () => this.fold(Number(this.input.value)),
    });
    this.period = h("button", { type: "button", class: "small", hidden: true, data: { test: "fold-period" }, onclick: () => this.fold(this.length) });
    this.readout = h("p", { class: "chart-readout", data: { test: "fold-readout" } }, t("sequence.foldHelp"));
    this.heat = new HeatMap(host, {
      test: "fold", label: t("sequence.foldLabel"), signal, height: 300,
      tell: (row, column) => this.tell(row, column),
      hover: (cell) => { this.readout.textContent = cell ? this.tell(...cell) : t("sequence.foldHelp"); },
      pick: ([row, column]) => pick(row * this.width + column + this.run.first),
    });
    this.heat.tools.append(h("label", {}, t("table.width"), this.input), this.period);
    host.append(this.readout);
  }

  tell(row, column) {
    const { data, first } = this.run;
    const at = row * this.width + column;
    return t("sequence.at", { n: grouped(at + first), value: grouped(data.values[at]) });
  }

  /** Shows a run: in rows of its period, if there is one that can be seen as a row. */
  set(run) {
    this.run = run;
    const length = run.result?.period;
    this.length = length > 1 && length <= WIDEST ? length : null;
    this.period.hidden = this.length === null;
    this.period.textContent = t("table.onePeriod", { n: this.length });
    this.fold(this.length ? this.length * Math.max(1, Math.round(48 / this.length)) : 60);
  }

  fold(width) {
    if (!this.run || !Number.isFinite(width)) return;
    const { data, first } = this.run;
    this.width = Math.min(Math.max(1, Math.round(width)), WIDEST, Math.max(1, data.length));
    this.input.value = this.width;
    let theme = null;
    let paint = null;
    this.heat.set({
      rows: Math.ceil(data.length / this.width), columns: this.width, corner: "n", lines: 9,
      cell: (row, column) => (row * this.width + column < data.length ? data.values[row * this.width + column] : undefined),
      rowName: (row) => row * this.width + first, columnName: (column) => column,
    }, (cell, now) => {
      if (now !== theme) {
        theme = now;
        paint = colourOf("value", data.greatest, now);
      }
      return paint(cell);
    });
  }
}
