// After a game: each of your moves that gave away the win, and the move that would have kept it.

import { ask } from "../api.js";
import { add, fill, h } from "../dom.js";
import { t } from "../i18n.js";
import { manyParts, pretty } from "./positions.js";
import { busy } from "./ui.js";

/** Your moves with what was true before and after them: {number, before, text, after, kind, better}. */
export async function judge(match, more, signal) {
  const question = { ...match.question(), moves: 3 };
  const found = [];
  const known = new Map();
  const solve = (expr) => {
    if (!known.has(expr)) known.set(expr, ask("/solve", { ...question, expr }, { signal }).catch((error) => { if (error.name === "AbortError") throw error; return null; }));
    return known.get(expr);
  };
  let before = match.start;
  for (const [i, move] of match.made.entries()) {
    if (move.who === "y") {
      const [was, is] = await Promise.all([solve(before), solve(move.position)]);
      const kind = !was || !is ? "unknown" : was.outcome === "P" ? "lost" : is.outcome === "P" ? "good" : "mistake";
      found.push({ number: i + 1, before, text: move.text, part: move.part, after: move.position, kind, better: was?.winning_moves?.listed ?? [] });
      more(found);
    }
    before = move.position;
  }
  return found;
}

/** The review as an element; `look(position)` shows a position. */
export function review(match, { look, solveLink, signal }) {
  const list = h("ol", { class: "review" });
  const summary = h("p", { data: { test: "review-summary" } });
  const element = h("section", { class: "card", data: { test: "review" }, aria: { live: "polite", label: t("review.title") } },
    h("h2", {}, t("review.title")), summary, list);
  fill(summary, busy());
  judge(match, () => {}, signal).then((found) => {
    const mistakes = found.filter((one) => one.kind === "mistake");
    const could = found.some((one) => one.kind !== "lost" && one.kind !== "unknown");
    const won = match.winner === "y";
    const key = mistakes.length > 0 ? "mistakes" : !could ? "hopeless" : won ? "perfect" : "none";
    fill(summary, t(`review.${key}`, { n: mistakes.length }));
    fill(list, found.map((one) => h("li", { class: one.kind, value: String(one.number), data: { test: `review-${one.kind}` } },
      h("button", { type: "button", class: "plain mono", title: one.before, onclick: () => look(one.before) }, one.part ? `${t("solve.part", { n: one.part })} ` : "", pretty(one.text)), " ",
      h("span", { class: "verdict" }, t(`review.${one.kind}Move`)),
      one.kind === "mistake" && one.better[0] && add(h("div", { class: "better", data: { test: "better" } }), t("review.better"), " ",
        h("b", { class: "mono" }, one.better[0].part && manyParts(one.before) ? `${t("solve.part", { n: one.better[0].part })} ` : "", pretty(one.better[0].text)), " · ", solveLink(one.before)))));
  }).catch((error) => { if (error.name !== "AbortError") fill(summary, error.message); });
  return element;
}
