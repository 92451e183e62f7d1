// A short guided tour; each chapter has something to click.

import { add, h } from "../dom.js";
import { t, tree } from "../i18n.js";
import { bits, liveLine, mexRow, miniGame, outcomeRow, smallEditor, smallTable } from "../parts/lessons.js";
import { rich } from "../parts/ui.js";

export const title = "guide.title";

/** Codes to watch, and how far. */
const CODES = [["0.77", "300"], ["0.07", "300"], ["0.137", "300"], ["0.16", "300000"], ["0.376", "4000000"], ["grundy-game", "100000"]];

/** What is live in each chapter, in the order of the catalogue's chapters. */
const LIVE = [
  (ctx) => [miniGame("nim(1,2)", ctx)],
  (ctx) => [outcomeRow("bash[3]", 20, ctx)],
  (ctx) => [mexRow("kayles", 9, ctx)],
  () => [bits([3, 4, 5])],
  (ctx) => [liveLine("nim(3) + kayles(5) + wythoff(1,3)", ctx)],
  (ctx) => [miniGame("kayles(7)", ctx)],
  (ctx) => [smallTable("wythoff", 10, ctx)],
  (ctx) => [h("div", { class: "live" }, h("ul", { class: "chips" }, CODES.map(([code, to]) => h("li", {}, ctx.link(code, "sequence", { code, to }, { class: "chip", "data-test": "to-sequence" })))))],
  (ctx) => [smallEditor("take(n) ->? take(n-k) for k in {1,3,4}\n", "take", ctx)],
  (ctx) => [liveLine("nim(1,1,1)", ctx, { misere: true })],
];

export async function render(root, state, ctx) {
  const chapters = tree("guide.chapters");
  const at = Math.max(0, Math.min(chapters.length - 1, (Number.parseInt(state.chapter, 10) || 1) - 1));
  const chapter = chapters[at];
  const turn = (to, text, test) => chapters[to] && ctx.link(text === "→" ? [chapters[to].title, " ", text] : [text, " ", chapters[to].title], "guide", { chapter: to + 1 }, { class: "button", "data-test": test });

  add(root, h("h1", {}, t("guide.title")), h("p", { class: "lead" }, t("guide.lead")),
    h("div", { class: "guide" },
      h("nav", { class: "card chapters", aria: { label: t("guide.contents") } }, h("details", { open: matchMedia("(min-width: 52rem)").matches }, h("summary", {}, t("guide.contents")), h("ol", {}, chapters.map((one, i) => h("li", {},
        ctx.link(one.title, "guide", { chapter: i + 1 }, { "aria-current": i === at ? "true" : null, "data-test": `chapter-${i + 1}` })))))),
      h("article", { class: "card lesson", data: { test: "lesson" } },
        h("h2", {}, `${at + 1}. ${chapter.title}`),
        chapter.before.map((text) => h("p", {}, rich(text))),
        LIVE[at](ctx),
        chapter.after.map((text) => h("p", {}, rich(text))),
        chapter.question && h("details", { class: "question" }, h("summary", {}, rich(chapter.question)), h("p", {}, rich(chapter.answer))),
        chapter.trap && h("p", { class: "notice" }, h("strong", {}, t("guide.trap")), " ", rich(chapter.trap)),
        h("div", { class: "actions turn" }, turn(at - 1, "←", "before"), turn(at + 1, "→", "after")))));
}
