// The position below the pointer: its value, its options with theirs, and links to all that can be done with it.

import { ask } from "../api.js";
import { debounce, fill, h } from "../dom.js";
import { t } from "../i18n.js";
import { mex, positionsOf, valueOf } from "./model.js";

const MOST = 60;

/** What a value says, in one sentence. */
function verdict(value, table) {
  if (value === null) return t("table.cellNone");
  if (value === "*") return t("table.star");
  if (value === "P" || value === 0) return t(table.misere ? "table.cellPMisere" : "table.cellP");
  if (value === "N") return t("table.cellN");
  return t("table.cellValue", { value });
}

/** One line for the screen reader. */
export function tell(numbers, table) {
  const value = table.valueAt(numbers);
  return `${table.position(numbers)}: ${value === null ? "" : `${value}. `}${verdict(value, table)}`;
}

/** The options of a position, each with its value out of the table or out of what the server knows. */
function readOptions(moves, table) {
  const byPosition = new Map();
  for (const move of moves) {
    if (move.wins) {
      byPosition.set("*", { to: null, value: "*", text: t("table.winsAtOnce") });
      continue;
    }
    if (byPosition.has(move.to)) continue;
    const value = valueOf(move.to, table);
    const good = move.good ?? (value === null ? null : value === 0);
    byPosition.set(move.to, { to: move.to, value: value ?? (good === null ? null : good ? "P" : "N"), good, text: move.to });
  }
  const rank = (option) => (option.value === "*" || option.value === "P" ? -1 : option.value === "N" ? 1 : option.value ?? 1e9);
  return [...byPosition.values()].sort((a, b) => rank(a) - rank(b));
}

/** The panel. `show(numbers, table)` asks for options when the pointer rests; `mark(cells)` is told which they are. */
export class CellPanel {
  constructor({ ctx, state, mark }) {
    this.ctx = ctx;
    this.state = state;
    this.mark = mark;
    this.known = new Map();
    this.element = h("aside", { class: "card cell-panel", data: { test: "cell" }, aria: { label: t("table.cellLabel") } },
      h("p", { class: "muted" }, t("table.cellHint")));
    this.later = debounce((numbers, table) => this.load(numbers, table), 160);
    ctx.signal.addEventListener("abort", () => this.later.cancel());
  }

  forget() {
    this.known.clear();
    this.shown = null;
    this.later.cancel();
    fill(this.element, h("p", { class: "muted" }, t("table.cellHint")));
  }

  show(numbers, table) {
    const position = table.position(numbers);
    if (this.shown === position) return;
    this.shown = position;
    this.draw(numbers, table, this.known.get(position));
    this.later.cancel();
    if (!this.known.has(position) && table.valueAt(numbers) !== null) this.later(numbers, table);
  }

  async load(numbers, table) {
    const position = table.position(numbers);
    this.request?.abort();
    this.request = new AbortController();
    const signal = AbortSignal.any([this.request.signal, this.ctx.signal]);
    const question = { expr: position, rules: this.state.rules, play: table.misere ? "misere" : undefined };
    let found;
    try {
      const answer = await ask("/draw", { ...question, marks: true }, { signal });
      found = { options: readOptions(answer.moves, table), complete: answer.complete };
    } catch (error) {
      if (error.name === "AbortError") return;
      found = await this.below(question, table, signal) ?? await this.winning(question, table, signal);
    }
    if (signal.aborted) return;
    this.known.set(position, found);
    if (this.shown === position) this.draw(numbers, table, found);
  }

  /** A position without a picture: its options out of the graph below it, if that is small. */
  async below(question, table, signal) {
    try {
      const { nodes, arcs } = await ask("/graph", { ...question, format: "json", nodes: 400 }, { signal });
      const moves = arcs.filter((arc) => arc.from === 0).map((arc) => {
        const to = nodes.find((node) => node.id === arc.to) ?? null;
        return { to: to?.position, wins: to === null, good: to === null ? true : to.outcome === "P" };
      });
      return { options: readOptions(moves, table), complete: true };
    } catch {
      return null;
    }
  }

  /** A position without either: its winning moves at least. */
  async winning(question, table, signal) {
    try {
      const answer = await ask("/solve", { ...question, moves: MOST }, { signal });
      return { options: readOptions(answer.winning_moves?.listed ?? [], table), complete: false, winning: true };
    } catch (error) {
      return { failed: error.name === "AbortError" ? "" : error.message };
    }
  }

  draw(numbers, table, found) {
    const position = table.position(numbers);
    const value = table.valueAt(numbers);
    const state = { expr: position, rules: this.state.rules, play: table.misere ? "misere" : undefined };
    const { link } = this.ctx;
    fill(this.element,
      h("h2", { class: "mono", data: { test: "cell-position" } }, position),
      h("p", { data: { test: "cell-value" } },
        value !== null && value !== undefined && h("strong", { class: value === 0 || value === "P" ? "value p" : "value" }, String(value)),
        " ", verdict(value, table)),
      value !== null && this.options(found, value, table),
      value !== null && h("p", { class: "row" },
        link(t("nav.solve"), "solve", state, { data: { test: "cell-solve" }, class: "button small" }),
        link(t("nav.play"), "play", state, { data: { test: "cell-play" }, class: "button small" }),
        link(t("nav.graph"), "graph", state, { data: { test: "cell-graph" }, class: "button small" })));
    this.mark(this.places(found?.options ?? [], table));
  }

  options(found, value, table) {
    if (!found) return h("p", { class: "muted", data: { test: "cell-options" } }, t("app.waiting"));
    if (found.failed !== undefined) return h("p", { class: "muted", data: { test: "cell-options" } }, found.failed);
    const { options, complete, winning } = found;
    const { link } = this.ctx;
    if (winning && options.length === 0) return h("p", { data: { test: "cell-options" } }, t("table.noWinning"));
    if (complete && options.length === 0) return h("p", { data: { test: "cell-options" } }, t("table.noOptions"));
    const values = options.map((option) => option.value);
    const whole = complete && typeof value === "number" && values.every((one) => typeof one === "number");
    const distinct = [...new Set(values)].sort((a, b) => a - b);
    return h("div", { data: { test: "cell-options" } },
      h("h3", {}, complete ? t("table.options", { n: options.length }) : t(winning ? "table.winningOptions" : "table.someOptions")),
      h("ul", { class: "options" }, options.slice(0, MOST).map((option) => h("li", { class: option.good || option.value === "*" ? "good" : "" },
        h("span", { class: "num value" }, String(option.value ?? "?")), " ",
        option.to === null ? option.text
          : link(option.text, "solve", { expr: option.to, rules: this.state.rules, play: table.misere ? "misere" : undefined })))),
      options.length > MOST && h("p", { class: "muted" }, t("table.moreOptions", { n: options.length - MOST })),
      whole && h("p", { class: "mex", data: { test: "cell-mex" } },
        t(distinct.length ? "table.mex" : "table.mexEmpty", { n: distinct.length, values: distinct.join(", "), mex: mex(distinct) })));
  }

  /** The cells of the options that are single positions of the table. */
  places(options, table) {
    const cells = new Map();
    for (const option of options) {
      const list = option.to === null ? null : positionsOf(option.to, table);
      if (!list) continue;
      const present = list.filter((numbers) => table.kind === "two" || numbers[0] > 0 || list.length === 1);
      if (present.length !== 1 || table.valueAt(present[0]) === undefined) continue;
      cells.set(present[0].join(), option.good ? "winning" : "option");
    }
    return cells;
  }
}
