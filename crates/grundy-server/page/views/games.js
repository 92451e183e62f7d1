// The catalogue: every game with its rules, theorem, source, cost, and examples to click.

import { fetchOnce } from "../api.js";
import { add, fill, h } from "../dom.js";
import { t } from "../i18n.js";
import { hasTable } from "../parts/positions.js";
import { busy, errorBox } from "../parts/ui.js";

export const title = "games.title";

export async function render(root, state, ctx) {
  const filter = h("input", { type: "search", class: "grow", value: state.find ?? "", placeholder: t("games.find"), aria: { label: t("games.find") }, data: { test: "filter" }, oninput: () => { show(); ctx.save({ find: filter.value, game: state.game }); } });
  const count = h("p", { class: "muted count", role: "status" });
  const list = h("div", { class: "catalogue", data: { test: "catalogue" } }, busy());
  let games = [];

  add(root, h("h1", {}, t("games.title")), h("p", { class: "lead" }, t("games.lead")), h("div", { class: "row" }, filter), count, list);

  function show() {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = games.filter((game) => words.every((word) => Object.values(game).flat().join(" ").toLowerCase().includes(word)));
    count.textContent = t("games.count", { n: fits.length });
    fill(list, fits.map(card));
  }

  function card(game) {
    const open = game.name === state.game || games.length === 1;
    const first = game.examples?.[0];
    const table = tableGame(game);
    const line = (name) => game[name] && [h("dt", {}, t(`games.${name}`)), h("dd", {}, game[name])];
    return h("article", { class: "card game", id: `game-${game.name}`, data: { test: `game-${game.name}` } },
      h("h2", {}, h("span", { class: "mono" }, game.name), h("span", { class: "muted mono args" }, (game.params ?? "").replace(/,.*$/, ""), " ", game.position)),
      h("p", {}, game.rules),
      h("ul", { class: "chips" }, (game.examples ?? []).map((example) => h("li", {}, ctx.link(example, "solve", { expr: example }, { class: "chip", "data-test": "live" })))),
      h("details", { open, ontoggle: (event) => { if (event.target.open) ctx.save({ find: filter.value, game: game.name }); } },
        h("summary", {}, t("games.more")),
        h("dl", {}, line("params"), line("position"), line("theorem"), line("source"), line("cost"))),
      h("div", { class: "actions" },
        first && ctx.link(t("nav.play"), "play", { expr: first }, { class: "button small" }),
        table && ctx.link(t("nav.table"), "table", { game: table }, { class: "button small" }),
        first && small(first) && ctx.link(t("nav.graph"), "graph", { expr: first }, { class: "button small" })));
  }

  try {
    games = (await fetchOnce("/games")).games;
    if (ctx.signal.aborted) return;
    show();
    if (state.game) document.getElementById(`game-${state.game}`)?.scrollIntoView({ block: "start" });
  } catch (error) {
    const box = errorBox("games-error");
    box.show(error);
    fill(list, box.element);
  }
}

/** Whether the graph below a position may be small enough to be looked at: it has no large numbers. */
const small = (text) => [...text.matchAll(/\d+/g)].every(([number]) => Number(number) <= 12);

/** The game of the first example, for a table; none where a table over sizes says nothing. */
function tableGame(game) {
  if (!hasTable(game.name)) return null;
  const example = (game.examples?.[0] ?? "").trim();
  const bracket = example.indexOf("(");
  const text = bracket < 0 ? game.name : example.slice(0, bracket).split("+").at(-1).trim();
  return text.startsWith("*") || text === "dag" || text === "" ? (game.name === "nim" ? "nim" : null) : text;
}
