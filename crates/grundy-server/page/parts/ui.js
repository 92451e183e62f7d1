// Small parts that all views use: errors with a caret, examples, choices, copying.

import { copyText, fill, h, uid } from "../dom.js";
import { t } from "../i18n.js";

/** The endings of files, by the language of the program. */
export const ENDINGS = { "c++": "cpp", rust: "rs", python: "py", java: "java" };

/** The line of `text` with the place [at, end) under it; characters count, not bytes. */
export function caretLines(text, at, end) {
  const letters = [...text];
  const start = Math.max(0, Math.min(at - 1, letters.length));
  let from = start;
  while (from > 0 && letters[from - 1] !== "\n") from -= 1;
  let to = start;
  while (to < letters.length && letters[to] !== "\n") to += 1;
  const width = Math.max(1, Math.min((end ?? at + 1) - at, to - start));
  // A long line is cut around the place.
  const left = Math.max(from, start - 40);
  const right = Math.min(to, start + Math.max(width, 20) + 20);
  const head = left > from ? "…" : "";
  const line = head + letters.slice(left, right).join("") + (right < to ? "…" : "");
  return [line, " ".repeat(start - left + head.length) + "^".repeat(Math.min(width, right - start || 1))];
}

/** A place for errors: `.show(error, text)` and `.clear()`. Screen readers are told. */
export function errorBox(test = "error") {
  const element = h("div", { class: "error", id: uid("error"), role: "alert", data: { test } });
  element.hidden = true;
  return {
    element,
    show(error, text = "") {
      element.hidden = false;
      const offline = error.kind === "offline";
      const [line, caret] = error.at && text ? caretLines(text, error.at, error.end) : [];
      const message = error.source === "rules" && error.line ? t("rules.place", { line: error.line, column: error.column ?? 1, message: error.message }) : error.message;
      fill(element,
        h("div", { data: { test: "error-message" } }, offline ? t("app.offline") : message),
        line !== undefined && h("pre", { aria: { hidden: true }, data: { test: "caret" } }, `${line}\n${caret}`),
        error.help && h("p", { class: "help" }, error.help));
    },
    clear() {
      element.hidden = true;
      fill(element);
    },
  };
}

/** A button that copies what `text()` gives, and says so. */
export function copyButton(text, { label = t("app.copy"), test = "copy", small = true } = {}) {
  const button = h("button", { type: "button", class: small ? "small" : "", data: { test }, aria: { live: "polite" } }, label);
  let timer = 0;
  button.addEventListener("click", async () => {
    const done = await copyText(await text());
    button.textContent = t(done ? "app.copied" : "app.notCopied");
    clearTimeout(timer);
    timer = setTimeout(() => { button.textContent = label; }, 1600);
  });
  return button;
}

/** A button that copies the address of what is shown. */
export const linkButton = () => copyButton(() => location.href, { label: t("app.link"), test: "copy-link" });

/** Examples to click: pick(text) is called. */
export function chips(texts, pick, { label = t("app.examples"), test = "example" } = {}) {
  return h("ul", { class: "chips", aria: { label } },
    texts.map((text) => h("li", {}, h("button", { type: "button", class: "chip small", data: { test }, onclick: () => pick(text) }, text))));
}

/** One of a few: choices are [value, text]; changed(value) is called. */
export function segmented(name, choices, value, changed, test = name) {
  const group = uid(test);
  return h("fieldset", { class: "segmented", data: { test }, aria: { label: name } },
    choices.map(([choice, text]) => h("label", {},
      h("input", { type: "radio", name: group, value: choice, checked: choice === value, onchange: () => changed(choice) }),
      h("span", {}, text))));
}

/** Normal or misère play. */
export const playSwitch = (value, changed) => segmented(t("app.playRule"), [["normal", t("app.normal")], ["misere", t("app.misere")]],
  value === "misere" ? "misere" : "normal", changed, "play");

/** A named field around an input. */
export function field(name, input, props = {}) {
  return h("label", { class: "field", ...props }, h("span", { class: "name" }, name), input);
}

/** A sign that something is being computed. */
export const busy = () => h("p", { class: "muted", role: "status", data: { test: "busy" } }, h("span", { class: "busy", aria: { hidden: true } }), " ", t("app.waiting"));

/** A line that says that rules of one's own are in use, with a link to them. */
export function rulesNote(state, ctx) {
  if (!state.rules) return null;
  const { rules, ...rest } = state;
  const games = [...new Set([...rules.matchAll(/^\s*([A-Za-z_]\w*)\s*\(/gm)].map((found) => found[1]))].slice(0, 4);
  return h("p", { class: "notice row", data: { test: "rules-note" } },
    h("span", {}, t("app.ownRules"), games.length > 0 && ": ", games.length > 0 && h("code", {}, games.join(", "))),
    ctx.link(t("app.editRules"), "rules", { rules }),
    ctx.link(t("app.dropRules"), ctx.name, { ...rest, expr: undefined, game: undefined }));
}

/** The nodes of a text of a catalogue, with `code` and **words to be noticed**. */
export function rich(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
    if (piece.startsWith("`")) return h("code", {}, piece.slice(1, -1));
    if (piece.startsWith("**")) return h("strong", {}, piece.slice(2, -2));
    return piece;
  });
}

/** A text without surprises for long numbers: the middle of more than `most` characters is left out. */
export function shorten(text, most = 60) {
  const letters = [...String(text)];
  if (letters.length <= most) return String(text);
  const side = Math.floor((most - 1) / 2);
  return `${letters.slice(0, side).join("")}…${letters.slice(-side).join("")}`;
}
