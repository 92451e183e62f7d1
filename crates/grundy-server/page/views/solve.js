// Who wins, by which move, and why: the first page.

import { ask } from "../api.js";
import { add, debounce, fill, h, latest } from "../dom.js";
import { t, tree } from "../i18n.js";
import { expressionLine } from "../parts/expression.js";
import { picture } from "../parts/picture.js";
import { gamesOf, hasTable, manyParts, pretty } from "../parts/positions.js";
import { busy, chips, copyButton, linkButton, playSwitch, rulesNote, shorten } from "../parts/ui.js";

export const title = "solve.title";
const FIRST = "nim(3,4,5) + kayles(6)";
const MOVES = 20;

export async function render(root, state, ctx) {
  let now = { ...state, expr: state.expr ?? FIRST };
  const next = latest(ctx.signal);

  const line = expressionLine({
    value: now.expr,
    label: t("solve.position"),
    changed: (text) => { now = { ...now, expr: text.trim() }; later(); },
    entered: () => later.now(),
  });
  const drawing = picture({ played: (move) => apply(move.to) });
  const left = h("section", { class: "card", data: { test: "picture-card" }, aria: { label: t("solve.picture") } });
  const right = h("section", { class: "card", data: { test: "answer" }, aria: { live: "polite", label: t("solve.answer") } });
  const below = h("section", { class: "card", aria: { label: t("solve.why") } });
  const results = h("div", { class: "columns solve-columns" }, left, right, below);

  line.offerRules(now.rules, ctx.signal);
  add(root,
    h("h1", {}, t("solve.title")),
    h("p", { class: "lead" }, t("solve.lead"), " ", ctx.link(t("solve.new"), "guide")),
    rulesNote(now, ctx),
    h("section", { class: "card" },
      line.element,
      h("div", { class: "row" , data: { test: "settings" } }, playSwitch(now.play, (play) => { now = { ...now, play: play === "misere" ? play : "" }; later.now(); })),
      h("div", { class: "row examples" }, h("span", { class: "muted" }, t("app.examples")),
        chips(tree("solve.examples"), (text) => { delete now.rules; apply(text); }))),
    results);

  const later = debounce(update, 220);

  function apply(text) {
    now = { ...now, expr: text };
    line.set(text);
    ctx.push(now);
    later.now();
  }

  async function update() {
    const question = now;
    if (!question.expr) {
      line.error.clear();
      fill(left);
      fill(below);
      fill(right, h("p", { class: "muted" }, t("solve.empty")));
      return;
    }
    const signal = next();
    results.classList.add("stale");
    const waiting = setTimeout(() => fill(right, busy()), 700);
    const common = { expr: question.expr, play: question.play, rules: question.rules };
    try {
      const drawn = ask("/draw", { ...common, marks: true }, { signal });
      drawn.catch(() => {});
      const answer = await ask("/solve", { ...common, moves: MOVES, explain: true }, { signal });
      line.error.clear();
      ctx.save(question);
      fill(right, answerOf(answer, question));
      fill(below, reasons(answer));
      await showPicture(drawn, signal);
      results.classList.remove("stale");
    } catch (error) {
      if (error.name === "AbortError") return;
      line.error.show(error);
    } finally {
      clearTimeout(waiting);
      if (!signal.aborted && right.querySelector('[data-test="busy"]')) fill(right);
    }
  }

  async function showPicture(drawn, signal) {
    try {
      const answer = await drawn;
      drawing.show(answer);
      nameMoves(answer.moves ?? []);
      results.classList.remove("alone");
      fill(left, drawing.element, answer.moves?.length > 0 && h("p", { class: "muted tip" }, t("solve.tip")));
    } catch (error) {
      if (error.name === "AbortError" || signal.aborted) return;
      results.classList.add("alone");
      fill(left);
      add(right, h("p", { class: "muted tip", data: { test: "no-picture" } }, t("picture.none")));
    }
  }

  /** Moves as they are called in the reader's language, which the picture tells. */
  function nameMoves(moves) {
    const labels = new Map(moves.map((move) => [`${move.part}|${move.text}`, move.label]));
    for (const button of right.querySelectorAll("[data-move]")) {
      const label = labels.get(button.dataset.move);
      if (label) button.textContent = shorten(pretty(label), 70);
    }
  }

  function answerOf(answer, question) {
    const wins = answer.outcome === "N";
    const drawn = answer.outcome === "D";
    const known = wins || drawn || answer.outcome === "P";
    const value = answer.grundy?.loopy ? `∞${answer.grundy.loopy.length ? `(${answer.grundy.loopy.join(",")})` : ""}` : answer.grundy;
    const moves = drawn ? answer.drawing_moves : answer.winning_moves;
    const many = manyParts(answer.position);
    return [
      h("div", { class: "outcome" },
        known && h("span", { class: `np ${answer.outcome.toLowerCase()}`, data: { test: "outcome" } }, answer.outcome),
        h("div", {},
          h("div", { class: "sentence", data: { test: "sentence" } }, known ? t(wins ? "solve.next" : drawn ? "solve.drawn" : "solve.previous") : t("solve.unknown")),
          value !== null && value !== undefined && h("div", { class: "worth", data: { test: "grundy" } },
            t(question.play === "misere" ? "solve.valueNormal" : "solve.value"), " ", h("b", { title: String(value) }, shorten(value, 40))))),
      moves && (wins || drawn) && [
        h("h2", {}, t(drawn ? "solve.drawing" : "solve.moves", { n: moves.count ?? "?" })),
        h("ul", { class: "moves", data: { test: "winning-moves" } }, moves.listed.map((move) => h("li", {},
          h("button", { type: "button", class: "wins", data: { move: `${move.part}|${move.text}` }, title: t("solve.apply", { position: move.to }), onclick: () => apply(move.to) },
            many && move.part ? `${t("solve.part", { n: move.part })}  ` : "",
            shorten(pretty(move.text), 70))))),
        Number(moves.count) > moves.listed.length && h("p", { class: "muted" }, t("solve.first", { n: moves.listed.length })),
      ],
      !wins && !drawn && known && h("p", {}, t("solve.nomove")),
      links(question),
    ];
  }

  function reasons(answer) {
    const lines = answer.why ?? answer.reasoning ?? [];
    return h("details", { class: "reasons", open: true, data: { test: "why" } },
      h("summary", {}, t("solve.why")),
      h("p", { class: "muted method" }, answer.method),
      lines.length > 0 && h("ul", { class: "why" }, lines.map(reason)),
      answer.text && h("details", {}, h("summary", {}, t("solve.text")),
        h("pre", { class: "answer-text", data: { test: "answer-text" }, tabindex: "0" }, answer.text), copyButton(() => answer.text)));
  }

  function links(question) {
    const { expr, play, rules } = question;
    const games = gamesOf(expr).filter(hasTable).slice(0, 3);
    return h("div", { class: "actions" },
      ctx.link(t("solve.play"), "play", { expr, play, rules }, { class: "button", "data-test": "to-play" }),
      ctx.link(t("solve.graph"), "graph", { expr, play, rules }, { class: "button", "data-test": "to-graph" }),
      games.map((game) => ctx.link([t("solve.table"), " ", h("code", {}, shorten(game, 18))], "table", { game, play, rules }, { class: "button", "data-test": "to-table" })),
      linkButton());
  }

  update();
}

/** A reason: a picture made of letters keeps its lines. */
function reason(text) {
  const cut = text.indexOf("\n");
  if (cut < 0) return h("li", {}, text);
  return h("li", {}, text.slice(0, cut), h("pre", {}, text.slice(cut + 1).replace(/\n+$/, "")));
}
