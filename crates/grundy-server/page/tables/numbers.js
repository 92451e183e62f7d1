// A table as numbers: elements of HTML that can be read aloud, selected and printed.

import { fill, h } from "../dom.js";
import { t } from "../i18n.js";
import { plain } from "./copy.js";

const PAGE = 100;
const ACROSS = 128;
const LIST = 60;

/** Pages of a long table: the buttons and the lines in between. */
function paged(count, lines) {
  const place = h("div", {});
  const show = (from) => {
    const to = Math.min(from + PAGE, count);
    const go = (text, start, test) => h("button", {
      type: "button", class: "small", disabled: start < 0 || start >= count, data: { test }, onclick: () => show(start),
    }, text);
    fill(place, lines(from, to), count > PAGE && h("p", { class: "row pages" },
      go(t("table.before"), from - PAGE, "page-before"),
      h("span", { class: "muted", data: { test: "page-lines" } }, t("table.lines", { from: from + 1, to, count })),
      go(t("table.after"), from + PAGE, "page-after")));
  };
  show(0);
  return place;
}

/** A cell of values: P-positions are marked by weight and a ring as well as by colour. */
function cell(content, pick) {
  const zero = content === 0 || content === "P";
  const props = { class: zero ? "num p-cell" : "num", title: content === "*" ? t("table.star") : null };
  if (content === null || content === undefined) return h("td", { class: "num" }, "");
  return h("td", props, pick ? h("button", { type: "button", class: "cell", tabindex: "-1", onclick: pick }, String(content)) : String(content));
}

/** A table of one argument, in rows of `width`. */
function row(table, width, pick) {
  const grid = table.grid(width);
  return paged(grid.rows, (from, to) => h("div", { class: "scroll" }, h("table", { class: "grid", data: { test: "numbers" } },
    h("caption", { class: "sr" }, t("table.captionOne", { game: table.game })),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, table.vertices ? t("table.vertex") : table.corner),
      Array.from({ length: width }, (_, column) => h("th", { scope: "col", class: "num" }, `+${column}`)))),
    h("tbody", {}, Array.from({ length: to - from }, (_, line) => h("tr", {},
      h("th", { scope: "row", class: "num" }, String(grid.rowName(from + line))),
      Array.from({ length: width }, (__, column) => {
        const content = grid.cell(from + line, column);
        return cell(content, content === undefined ? null : () => pick([from + line, column]));
      })))))));
}

/** A table of two arguments. */
function both(table, pick) {
  const columns = Math.min(table.across.length, ACROSS);
  return h("div", {},
    columns < table.across.length && h("p", { class: "muted" }, t("table.columnsCut", { n: columns, of: table.across.length })),
    paged(table.down.length, (from, to) => h("div", { class: "scroll tall" }, h("table", { class: "grid", data: { test: "numbers" } },
      h("caption", { class: "sr" }, t("table.captionTwo", { game: table.game })),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, table.corner),
        table.across.slice(0, columns).map((name) => h("th", { scope: "col", class: "num" }, String(name))))),
      h("tbody", {}, table.down.slice(from, to).map((name, line) => h("tr", {}, h("th", { scope: "row", class: "num" }, String(name)),
        table.across.slice(0, columns).map((_, column) => {
          const content = table.rows[from + line][column + 1];
          return cell(content, content === null ? null : () => pick([from + line, column]));
        }))))))));
}

/** A list of positions of one value: long ones open on a click. */
function positions(list) {
  if (list.length <= LIST) return plain(list);
  return h("details", {}, h("summary", {}, `${plain(list.slice(0, LIST / 2))} …`), plain(list));
}

/** The heading of a column in the language of the page; `grundy:4` is the digit of 4. */
function heading(name) {
  const [head, digit] = name.split(":");
  const known = t(`table.column.${head}`);
  const text = known === `table.column.${head}` ? head : known;
  return digit === undefined ? text : digit;
}

/** Any other view: columns as they came. */
function list(table) {
  const digit = /^base=/.test(table.answer.view);
  const side = table.rows.map((line) => line.map((content) => !Array.isArray(content)));
  return paged(table.rows.length, (from, to) => h("div", { class: "scroll tall" }, h("table", { class: "grid list", data: { test: "numbers" } },
    h("caption", { class: "sr" }, t("table.captionList", { game: table.game })),
    h("thead", {}, h("tr", {}, table.columns.map((name, column) => h("th", { scope: "col", class: side[0]?.[column] === false ? "positions" : "num" }, heading(name))))),
    h("tbody", {}, table.rows.slice(from, to).map((line, i) => h("tr", {}, line.map((content, column) => {
      if (!side[from + i][column]) return h("td", { class: "positions" }, positions(content));
      const isDigit = digit && table.columns[column].includes(":");
      const one = isDigit && content !== 0 && content !== null;
      const starts = digit && !isDigit && column > 0;
      return h("td", { class: ["num", one && "digit", isDigit && !one && "faint", starts && "starts"].filter(Boolean).join(" ") }, plain(content));
    })))))));
}

/** The element with the numbers of a table; `pick([row, column])` is called for a cell that is clicked. */
export function numbersOf(table, width, pick) {
  if (table.kind === "two") return both(table, pick);
  if (table.kind === "one") return row(table, width, pick);
  return list(table);
}
