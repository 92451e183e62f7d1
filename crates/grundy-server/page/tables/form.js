// The question of a table: game, sizes, view, outcomes and misère play.

import { fetchOnce } from "../api.js";
import { add, h, uid } from "../dom.js";
import { t } from "../i18n.js";
import { chips, field } from "../parts/ui.js";

export const VIEWS = ["table", "p-positions", "by-value", "differences", "base=2", "base=10", "base=fibonacci"];

/** Examples: a game with sizes that show something. */
export const EXAMPLES = [["wythoff", "24,24"], ["kayles", "143"], ["chomp", "8,8"], ["euclid", "30,30"], ["cutting", "16,16"],
  ["subtraction[1,3,4]", "69"], ["fibonacci-nim", "30,30"], ["0.137", "203"]];

/** Sizes as the reader writes them: 30, 30,20 or 30 x 20; they stay text, since they may be very large. */
export function sizes(text) {
  return String(text ?? "").split(/[\s,;×x]+/).filter(Boolean).slice(0, 2);
}

/** A number of the question: whole numbers as such, 10^6 and the like as they are written. */
export const numberOf = (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text);

/** The form; `asked(question, chosen)` is called whenever a question is complete. */
export function tableForm(state, asked) {
  const names = uid("games");
  const game = h("input", {
    id: "table-game", class: "mono", value: state.game ?? "wythoff", list: names, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    data: { test: "table-game" }, aria: { describedby: "table-error" },
  });
  const [first, second] = sizes(state.game === undefined && state.to === undefined ? EXAMPLES[0][1] : state.to);
  const number = (value, test, label) => h("input", {
    class: "number mono", inputmode: "text", value: value ?? "", autocomplete: "off", placeholder: t("table.auto"), data: { test }, aria: { label },
  });
  const to = number(first, "table-to", t("table.toLong"));
  const to2 = number(second, "table-to2", t("table.to2Long"));
  const from = number(state.from, "table-from", t("table.fromLong"));
  const view = h("select", { data: { test: "table-view" } },
    (VIEWS.includes(state.view) || !state.view ? VIEWS : [...VIEWS, state.view]).map((name) => h("option", { value: name, selected: name === (state.view ?? "table") },
      t(`table.views.${name}`) === `table.views.${name}` ? name : t(`table.views.${name}`))));
  const box = (name, checked) => h("input", { type: "checkbox", checked, data: { test: `table-${name}` } });
  const outcomes = box("outcomes", Boolean(state.outcomes));
  const misere = box("misere", state.play === "misere");
  const fromField = field(t("table.from"), from);

  const list = h("datalist", { id: names });
  fetchOnce("/games").then(({ games }) => add(list, games.filter((one) => one.name !== "take-and-break")
    .map((one) => h("option", { value: one.name, label: one.rules })))).catch(() => { /* the form works without completion */ });

  const read = () => ({
    game: game.value.trim(),
    to: [to.value.trim(), to2.value.trim()].filter(Boolean).join(","),
    view: view.value === "table" ? undefined : view.value,
    outcomes: outcomes.checked && !misere.checked ? true : undefined,
    play: misere.checked ? "misere" : undefined,
    from: view.value === "p-positions" ? from.value.trim() || undefined : undefined,
  });
  // Sizes that were meant for another game are left to the server: kayles has no second number.
  let last = { game: game.value.trim(), to: read().to };
  const send = () => {
    const now = read();
    if (now.game !== last.game && now.to === last.to) {
      to.value = "";
      to2.value = "";
    }
    last = { game: now.game, to: read().to };
    fromField.hidden = view.value !== "p-positions";
    outcomes.disabled = misere.checked;
    if (game.value.trim()) asked(read());
  };
  const pick = (name, bounds) => {
    game.value = name;
    [to.value, to2.value] = [sizes(bounds)[0] ?? "", sizes(bounds)[1] ?? ""];
    view.value = "table";
    outcomes.checked = false;
    misere.checked = false;
    last = read();
    send();
  };
  for (const input of [view, outcomes, misere]) input.addEventListener("change", send);

  const form = h("form", {
    class: "card table-form", data: { test: "table-form" },
    onsubmit: (event) => {
      event.preventDefault();
      send();
    },
  },
  h("div", { class: "row end" },
    field(t("table.game"), game, { class: "field grow" }),
    field(t("table.to"), h("span", { class: "row sizes" }, to, h("span", { aria: { hidden: true } }, "×"), to2)),
    field(t("table.view"), view),
    fromField,
    h("button", { class: "primary", data: { test: "table-show" } }, t("table.show"))),
  h("div", { class: "row checks" },
    h("label", {}, outcomes, t("table.outcomes")),
    h("label", {}, misere, t("table.misere"))),
  chips(EXAMPLES.map(([name]) => name), (name) => pick(name, EXAMPLES.find(([one]) => one === name)[1]), { test: "table-example" }),
  list);
  fromField.hidden = view.value !== "p-positions";
  outcomes.disabled = misere.checked;
  return { form, read, invalid: (yes) => game.setAttribute("aria-invalid", String(yes)) };
}
