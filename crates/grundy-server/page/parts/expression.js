// A line for a position with completion from the catalogue, and the place of mistakes under it.

import { add, fill, h, uid } from "../dom.js";
import { ask, fetchOnce } from "../api.js";
import { t } from "../i18n.js";
import { errorBox } from "./ui.js";
import { termOf } from "./positions.js";

const MOST = 8;

/** The games that may complete a word: those of the rules first, then the catalogue. */
async function catalogue(own) {
  const { games } = await fetchOnce("/games");
  return [...own, ...games];
}

/** The word in front of the cursor that could be the beginning of a name, with its place. */
function word(input) {
  const end = input.selectionStart ?? input.value.length;
  const found = /[A-Za-z_][\w-]*$/.exec(input.value.slice(0, end));
  if (!found || /[\w"]/.test(input.value[end] ?? "")) return null;
  return { from: end - found[0].length, to: end, text: found[0].toLowerCase() };
}

/** Names that begin with the word first, then those that have it anywhere, then those whose rules speak of it. */
function matching(games, text) {
  const rank = (game) => {
    const name = game.name.toLowerCase();
    if (name.startsWith(text)) return 0;
    if (name.includes(text)) return 1;
    return text.length > 2 && game.rules?.toLowerCase().includes(text) ? 2 : 3;
  };
  return games.map((game) => [rank(game), game]).filter(([place]) => place < 3)
    .sort((a, b) => a[0] - b[0]).slice(0, MOST).map(([, game]) => game);
}

/**
 * The line. `changed(text)` is called with each change, `entered(text)` at Enter.
 * Gives {element, input, error, value(), set(text), offerRules(rules, signal)}: `game` true completes games without positions.
 */
export function expressionLine({ value = "", label, changed = () => {}, entered = () => {}, game = false, test = "expr", placeholder = "nim(3,4,5) + kayles(7)" }) {
  const list = h("ul", { class: "completion", id: uid("list"), role: "listbox", data: { test: `${test}-completion` }, aria: { label: t("expr.completion") } });
  list.hidden = true;
  const error = errorBox(`${test}-error`);
  const input = h("input", {
    type: "text", class: "expression mono", id: uid("expr"), value, placeholder, autocomplete: "off", autocapitalize: "none", spellcheck: "false", role: "combobox", data: { test },
    aria: { label, autocomplete: "list", expanded: false, controls: list.id, describedby: error.element.id },
  });
  let own = [];
  let shown = [];
  let active = -1;

  const close = () => {
    list.hidden = true;
    active = -1;
    shown = [];
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };

  const mark = (index) => {
    active = index;
    [...list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === index)));
    const item = list.children[index];
    if (item) {
      input.setAttribute("aria-activedescendant", item.id);
      item.scrollIntoView({ block: "nearest" });
    } else input.removeAttribute("aria-activedescendant");
  };

  const take = (found) => {
    const place = word(input);
    if (!place) return close();
    const example = found.examples?.[0] ?? found.example ?? `${found.name}(`;
    const term = termOf(example, found.name);
    const text = game ? term.replace(/\((?:[^()]|\([^()]*\))*\)$/, "") : term;
    input.setRangeText(text, place.from, place.to, "end");
    const bracket = text.indexOf("(");
    if (bracket >= 0) input.setSelectionRange(place.from + bracket + 1, place.from + text.length - (text.endsWith(")") ? 1 : 0));
    close();
    changed(input.value);
  };

  const offer = async () => {
    const place = word(input);
    if (!place) return close();
    let games = [];
    try { games = await catalogue(own); } catch { return close(); }
    if (document.activeElement !== input || word(input)?.text !== place.text) return close();
    shown = matching(games, place.text);
    if (shown.length === 0 || (shown.length === 1 && shown[0].name === place.text && input.value[place.to] === "(")) return close();
    fill(list, shown.map((found, i) => {
      const item = h("li", { id: `${list.id}-${i}`, role: "option", aria: { selected: false }, onmousedown: (event) => { event.preventDefault(); take(found); } },
        h("span", { class: "mono name" }, found.name, h("span", { class: "muted" }, found.params ? found.params.replace(/,.*$/, "") : "", (found.position ?? "").split(/ or |, /)[0])));
      return add(item, h("span", { class: "about" }, found.rules ?? t("expr.own")));
    }));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    mark(-1);
  };

  input.addEventListener("input", () => { offer(); changed(input.value); });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    const count = shown.length;
    if (event.key === "ArrowDown" && list.hidden) offer();
    else if (!list.hidden && event.key === "ArrowDown") mark((active + 1) % count);
    else if (!list.hidden && event.key === "ArrowUp") mark((active + count - (active < 0 ? 0 : 1)) % count);
    else if (!list.hidden && (event.key === "Tab" || event.key === "Enter") && active >= 0) take(shown[active]);
    else if (!list.hidden && event.key === "Escape") close();
    else if (event.key === "Enter") { close(); entered(input.value); return; }
    else return;
    if (event.key !== "Tab" || active >= 0) event.preventDefault();
  });

  return {
    element: h("div", { class: "expression-line" }, h("div", { class: "expression-box" }, input, list), error.element),
    input,
    error: {
      show(problem) {
        error.show(problem, problem.source === "rules" ? "" : input.value);
        input.setAttribute("aria-invalid", "true");
      },
      clear() {
        error.clear();
        input.removeAttribute("aria-invalid");
      },
    },
    value: () => input.value.trim(),
    set(text) { input.value = text; close(); },
    /** Completes the games of one's own rules, too. */
    async offerRules(rules, signal) {
      if (!rules) return;
      try {
        const { families } = await ask("/rules/check", { rules }, { signal });
        own = families.map((family) => ({ name: family.name, position: `(${family.parameters.join(",")})`, examples: family.example ? [family.example] : [] }));
      } catch { /* the rules are wrong: the answer to the position says where */ }
    },
  };
}
