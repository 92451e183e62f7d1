// A text area with the colours of the rule language behind it, line numbers, and a mark at the place of a mistake.

import { fill, h, uid } from "../dom.js";
import { t } from "../i18n.js";

const KEYWORDS = new Set(["for", "in", "if", "let", "where", "wins", "show", "const", "input", "loopy", "and", "or", "not", "mod", "step", "then", "else", "while", "var", "move", "true", "false", "sum", "board"]);
const FUNCTIONS = new Set(["min", "max", "abs", "gcd", "isqrt", "is_prime", "is_square", "popcount", "top", "low", "prev0", "next0", "bit", "ones", "divisors", "digits", "primes", "len", "sort"]);
const TOKEN = /(#[^\n]*)|("(?:[^"\n])*"?|'(?:[^'\n])*'?)|(0x[0-9a-fA-F_]+|0b[01_]+|\d[\d_]*)|([A-Za-z_]\w*)|(->\?|->|==|!=|<=|>=|\.\.=|\.\.<|:=|<<|>>)|(\s+)|([\s\S])/g;

/** The tokens of a text: [kind, text]; kinds are comment, text, number, key, function, name, arrow, space, other. */
export function tokens(text) {
  const found = [];
  for (const match of text.matchAll(TOKEN)) {
    const [whole, comment, quoted, number, word, sign, space] = match;
    let kind = "other";
    if (comment) kind = "comment";
    else if (quoted) kind = "text";
    else if (number) kind = "number";
    else if (word) {
      const next = text.slice(match.index + whole.length).match(/^\s*\(/);
      kind = KEYWORDS.has(word) ? "key" : FUNCTIONS.has(word) ? "function" : next ? "name" : "word";
    } else if (sign) kind = sign.startsWith("->") || sign === "==" ? "arrow" : "other";
    else if (space) kind = "space";
    found.push([kind, whole]);
  }
  return found;
}

/** The editor: changed(text) is called as one types. Gives {element, area, value(), set(text), mark(line, column, endColumn), describe(id)}. */
export function editor({ value = "", label, changed = () => {}, test = "editor", rows = 12 }) {
  const behind = h("pre", { class: "behind", aria: { hidden: true } });
  const numbers = h("pre", { class: "lines", aria: { hidden: true } });
  const area = h("textarea", { id: uid("editor"), rows: String(rows), wrap: "off", spellcheck: "false", autocomplete: "off", autocapitalize: "none", data: { test }, aria: { label } });
  area.value = value;
  let marked = null;

  function paint() {
    const text = area.value;
    const from = marked ? offset(text, marked.line, marked.column) : -1;
    const to = marked ? Math.max(from + 1, offset(text, marked.line, marked.end ?? marked.column + 1)) : -1;
    let at = 0;
    const nodes = [];
    for (const [kind, piece] of tokens(text)) {
      const end = at + piece.length;
      if (from < end && to > at) {
        const a = Math.max(0, from - at);
        const b = Math.min(piece.length, to - at);
        nodes.push(span(kind, piece.slice(0, a)), h("mark", { class: `t-${kind}` }, piece.slice(a, b)), span(kind, piece.slice(b)));
      } else nodes.push(span(kind, piece));
      at = end;
    }
    if (from >= at && marked) nodes.push(h("mark", {}, " "));
    fill(behind, nodes, "\n");
    const count = text.split("\n").length;
    numbers.textContent = Array.from({ length: count }, (_, i) => i + 1).join("\n");
    area.rows = Math.max(rows, Math.min(28, count + 1));
    follow();
  }

  function follow() {
    behind.scrollTop = area.scrollTop;
    behind.scrollLeft = area.scrollLeft;
    numbers.scrollTop = area.scrollTop;
  }

  area.addEventListener("input", () => { marked = null; paint(); changed(area.value); });
  area.addEventListener("scroll", follow);
  paint();

  return {
    element: h("div", { class: "editor" }, numbers, h("div", { class: "sheet" }, behind, area), h("span", { class: "sr" }, t("rules.keys"))),
    area,
    value: () => area.value,
    set(text) { area.value = text; marked = null; paint(); },
    /** Marks a place, counted from 1 in characters; without a line, nothing. */
    mark(line = null, column = null, end = null) {
      marked = line === null ? null : { line, column: column ?? 1, end };
      area.setAttribute("aria-invalid", String(marked !== null));
      paint();
    },
    /** Puts the cursor at a place. */
    goTo(line, column) {
      const at = offset(area.value, line, column ?? 1);
      area.focus();
      area.setSelectionRange(at, at);
    },
  };
}

const span = (kind, text) => (text === "" ? null : kind === "space" || kind === "other" || kind === "word" ? text : h("span", { class: `t-${kind}` }, text));

/** The place of line and column in a text, in units of the string. */
function offset(text, line, column) {
  const lines = text.split("\n");
  let at = 0;
  for (let i = 0; i < Math.min(line - 1, lines.length); i += 1) at += lines[i].length + 1;
  const here = [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
  return Math.min(text.length, at + here);
}
