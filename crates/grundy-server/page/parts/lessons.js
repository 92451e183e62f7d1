// The live examples of the guide.

import { ask } from "../api.js";
import { add, debounce, fill, h } from "../dom.js";
import { t } from "../i18n.js";
import { boardOf } from "./board.js";
import { editor } from "./editor.js";
import { Match } from "./match.js";
import { picture } from "./picture.js";
import { manyParts, pretty } from "./positions.js";
import { errorBox, playSwitch } from "./ui.js";

/** A position that can be changed, with its outcome and a winning move. */
export function liveLine(expr, ctx, { misere = false } = {}) {
  let play = misere ? "misere" : "";
  const input = h("input", { type: "text", class: "mono grow", value: expr, spellcheck: "false", autocomplete: "off", aria: { label: t("solve.position") }, data: { test: "lesson-line" } });
  const answer = h("div", { class: "family-answer", aria: { live: "polite" }, data: { test: "lesson-answer" } });
  const error = errorBox("lesson-error");
  const update = async () => {
    const asked = input.value.trim();
    if (!asked) return;
    try {
      const found = await ask("/solve", { expr: asked, play, moves: 3 }, { signal: ctx.signal });
      if (asked !== input.value.trim()) return;
      error.clear();
      const move = found.winning_moves?.listed?.[0];
      fill(answer, h("span", { class: `np small ${found.outcome === "N" ? "n" : "p"}` }, found.outcome),
        h("span", {}, t(found.outcome === "N" ? "solve.next" : "solve.previous"), play === "" && found.grundy !== null ? ` ${t("solve.value")} ${found.grundy}.` : "",
          move ? ` ${t("play.hintMove")} ${move.part && manyParts(asked) ? t("solve.part", { n: move.part }) : ""} ${pretty(move.text)}` : ""),
        ctx.link(t("review.look"), "solve", { expr: asked, play }));
    } catch (caught) {
      if (caught.name !== "AbortError") { fill(answer); error.show(caught, asked); }
    }
  };
  const soon = debounce(update, 250);
  input.addEventListener("input", () => soon());
  update();
  return h("div", { class: "live" }, h("div", { class: "row" }, input, misere && playSwitch(play, (value) => { play = value === "misere" ? value : ""; update(); })), error.element, answer);
}

/** The numbers 0 to `to` of a game, coloured by who wins; a click tells why. */
export function outcomeRow(game, to, ctx) {
  const row = h("div", { class: "heap-row", role: "group", aria: { label: game }, data: { test: "outcome-row" } });
  const why = h("p", { class: "why-line", aria: { live: "polite" }, data: { test: "outcome-why" } }, t("guide.clickNumber"));
  const tell = async (n, cell) => {
    for (const other of row.children) other.setAttribute("aria-pressed", String(other === cell));
    try {
      const found = await ask("/solve", { expr: `${game}(${n})`, moves: 1 }, { signal: ctx.signal });
      const move = found.winning_moves?.listed?.[0];
      fill(why, h("b", {}, n, ": ", found.outcome, ". "), move ? t("guide.reaches", { move: pretty(move.text) }) : n === 0 ? t("guide.zero") : t("guide.allWin"));
    } catch (error) { if (error.name !== "AbortError") fill(why, error.message); }
  };
  ask("/table", { game, to: [to], outcomes: true }, { signal: ctx.signal }).then((table) => {
    fill(row, table.rows.map(([n, outcome]) => {
      const cell = h("button", { type: "button", class: `heap-cell ${outcome === "P" ? "p" : "n"}`, aria: { pressed: false }, onclick: () => tell(n, cell) }, h("span", {}, n), h("b", {}, outcome));
      return cell;
    }));
  }).catch((error) => { if (error.name !== "AbortError") fill(why, error.message); });
  return h("div", { class: "live" }, row, why);
}

/** The values of a game of one heap; a click tells the options of a heap and the mex of their values. */
export function mexRow(game, to, ctx) {
  const row = h("div", { class: "heap-row", role: "group", aria: { label: game }, data: { test: "mex-row" } });
  const why = h("p", { class: "why-line", aria: { live: "polite" }, data: { test: "mex-why" } }, t("guide.clickNumber"));
  const tell = async (n, cell) => {
    for (const other of row.children) other.setAttribute("aria-pressed", String(other === cell));
    try {
      const graph = await ask("/graph", { expr: `${game}(${n})`, format: "json" }, { signal: ctx.signal });
      const options = graph.arcs.filter((arc) => arc.from === graph.nodes[0].id).map((arc) => graph.nodes.find((node) => node.id === arc.to)).filter(Boolean);
      const values = [...new Set(options.map((node) => node.value))].sort((a, b) => a - b);
      fill(why, h("code", {}, `${game}(${n})`), " → ", options.flatMap((node, i) => [i > 0 && ", ", h("code", {}, node.position), " ", h("b", {}, node.value)]), h("br"), `mex {${values.join(", ")}} = `, h("b", {}, graph.nodes[0].value));
    } catch (error) { if (error.name !== "AbortError") fill(why, error.message); }
  };
  ask("/table", { game, to: [to] }, { signal: ctx.signal }).then((table) => {
    fill(row, table.rows.map(([n, value]) => {
      const cell = h("button", { type: "button", class: `heap-cell ${value === 0 ? "p" : ""}`, aria: { pressed: false }, onclick: () => tell(n, cell) }, h("span", {}, n), h("b", {}, value));
      return cell;
    }));
  }).catch((error) => { if (error.name !== "AbortError") fill(why, error.message); });
  return h("div", { class: "live" }, row, why);
}

/** Heaps in binary: the columns, their parity, and the moves that make the nim-sum 0. */
export function bits(start) {
  const heaps = [...start];
  const element = h("div", { class: "live bits", data: { test: "bits" } });
  const inputs = heaps.map((heap, i) => h("input", { type: "number", class: "number", min: "0", max: "63", value: String(heap), aria: { label: t("guide.heap", { n: i + 1 }) },
    oninput: (event) => { heaps[i] = Math.max(0, Math.min(63, Math.trunc(Number(event.target.value) || 0))); draw(); } }));
  const table = h("div", { class: "scroll" });
  const verdict = h("p", { class: "why-line", aria: { live: "polite" }, data: { test: "bits-verdict" } });

  function draw() {
    const sum = heaps.reduce((a, b) => a ^ b, 0);
    const width = Math.max(3, ...heaps.map((heap) => heap.toString(2).length));
    const columns = Array.from({ length: width }, (_, i) => width - 1 - i);
    const cells = (value, name, kind = "") => h("tr", { class: kind }, h("th", { scope: "row" }, name), columns.map((bit) => h("td", { class: `${(sum >> bit) & 1 ? "odd" : ""} ${(value >> bit) & 1 ? "one" : "nought"}` }, (value >> bit) & 1)), h("td", { class: "is" }, "= ", value));
    fill(table, h("table", { class: "bit-table" },
      h("thead", {}, h("tr", {}, h("td", {}), columns.map((bit) => h("th", { scope: "col" }, 1 << bit)), h("td", {}))),
      h("tbody", {}, heaps.map((heap, i) => cells(heap, t("guide.heap", { n: i + 1 }))), cells(sum, t("guide.nimSum"), "sum"))));
    const moves = heaps.map((heap, i) => [i, heap, heap ^ sum]).filter(([, from, to]) => to < from);
    fill(verdict, sum === 0 ? t("guide.balanced") : [t("guide.unbalanced"), " ", moves.map(([i, from, to]) => h("button", { type: "button", class: "small", data: { test: "bits-move" }, onclick: () => { heaps[i] = to; inputs[i].value = String(to); draw(); } }, t("guide.heap", { n: i + 1 }), ": ", `${from} → ${to}`))]);
  }
  add(element, h("div", { class: "row" }, inputs), table, verdict);
  draw();
  return element;
}

/** A small game against the perfect player. */
export function miniGame(expr, ctx) {
  const status = h("p", { class: "status", role: "status", data: { test: "mini-status" } });
  const board = picture({ played: (move) => you(move), test: "mini-picture" });
  const list = h("div", { class: "row mini-moves" });
  let match;
  let busy = false;

  async function show() {
    const asked = match;
    let drawn = null;
    try {
      drawn = await boardOf({ expr: match.position }, { signal: ctx.signal });
      if (asked !== match) return;
      match.settle(drawn.moves?.length === 0, "");
      board.show(drawn, match.turn === "y" && !match.over);
    } catch (error) {
      if (error.name === "AbortError" || asked !== match) return;
      board.clear();
      fill(status, error.kind === "offline" ? t("app.offline") : error.message);
      return;
    }
    const last = match.made.at(-1);
    fill(status, match.over ? t(match.winner === "y" ? "play.won" : "play.lost") : [t(match.turn === "y" ? "play.yours" : "play.thinking"), " ", h("code", {}, match.position), last?.who === "e" && h("span", { class: "muted" }, ` ${t("play.engineMoved")} ${pretty(last.text)}`)]);
    fill(list, match.turn === "y" && drawn?.moves?.slice(0, 60).map((move) => h("button", { type: "button", class: "small mono", onclick: () => you(move) }, pretty(move.label ?? move.text))));
    if (!match.over && match.turn === "e") {
      await new Promise((done) => setTimeout(done, 500));
      if (asked !== match) return;
      await match.reply(100);
      await show();
    }
  }

  async function you(move) {
    if (busy || match.over || match.turn !== "y") return;
    busy = true;
    try {
      await match.move(move);
      await show();
    } catch (error) {
      if (error.name !== "AbortError") fill(status, error.message);
    } finally {
      busy = false;
    }
  }

  function begin() {
    match = new Match({ start: expr, question: () => ({}), signal: ctx.signal });
    busy = false;
    show();
  }

  begin();
  return h("div", { class: "live" }, status, board.element, h("details", {}, h("summary", {}, t("play.moves")), list),
    h("div", { class: "actions" }, h("button", { type: "button", class: "small", data: { test: "mini-again" }, onclick: begin }, t("play.again")), ctx.link(t("guide.openPlay"), "play", { expr }, { class: "button small" })));
}

/** A table of two heaps with its P-positions marked, and a question whose answer unfolds. */
export function smallTable(game, to, ctx) {
  const box = h("div", { class: "scroll", tabindex: "0", role: "group", aria: { label: game }, data: { test: "small-table" } });
  ask("/table", { game, to: [to, to] }, { signal: ctx.signal }).then((table) => {
    fill(box, h("table", { class: "values square" },
      h("thead", {}, h("tr", {}, h("th", {}, "a \\ b"), table.columns.slice(1).map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, table.rows.map(([a, ...values]) => h("tr", {}, h("th", { scope: "row" }, a), values.map((value) => h("td", { class: value === 0 ? "zero" : "" }, value)))))));
  }).catch((error) => { if (error.name !== "AbortError") fill(box, error.message); });
  return h("div", { class: "live" }, box, h("div", { class: "actions" }, ctx.link(t("guide.openTable"), "table", { game }, { class: "button small" }), ctx.link(t("guide.openLaw"), "law", { game }, { class: "button small" })));
}

/** A rule to be changed, with the values it makes. */
export function smallEditor(text, game, ctx) {
  let rules = text;
  const error = errorBox("lesson-error");
  const values = h("div", { class: "scroll", tabindex: "0", role: "group", aria: { label: t("solve.value") }, data: { test: "lesson-values" } });
  const link = h("div", { class: "actions" });
  const input = editor({ value: text, label: t("rules.text"), rows: 3, test: "lesson-rules", changed: (typed) => { rules = typed; soon(); } });
  const update = async () => {
    const asked = rules;
    try {
      const table = await ask("/table", { game, rules: asked, to: [20] }, { signal: ctx.signal });
      if (asked !== rules) return;
      error.clear();
      input.mark();
      fill(values, h("table", { class: "values" }, h("tr", {}, h("th", { scope: "row" }, "n"), table.rows.map(([n]) => h("td", { class: "muted" }, n))),
        h("tr", {}, h("th", { scope: "row" }, t("solve.value")), table.rows.map(([, value]) => h("td", { class: value === 0 ? "zero" : "" }, value ?? "–")))));
      fill(link, ctx.link(t("guide.openRules"), "rules", { rules: asked }, { class: "button small" }), ctx.link(t("solve.play"), "play", { expr: `${game}(10)`, rules: asked }, { class: "button small" }));
    } catch (caught) {
      if (caught.name === "AbortError" || asked !== rules) return;
      if (caught.line) input.mark(caught.line, caught.column, caught.at && caught.end ? caught.column + caught.end - caught.at : null);
      error.show(caught);
    }
  };
  const soon = debounce(update, 350);
  update();
  return h("div", { class: "live" }, input.element, error.element, values, link);
}
