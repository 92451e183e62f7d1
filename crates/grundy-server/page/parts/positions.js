// What the page has to know of the text of a position: its parts and the games in it.

const OPEN = "([{";
const CLOSE = ")]}";

/** The parts of a sum, as typed. */
export function parts(text) {
  const found = [];
  let depth = 0;
  let quoted = false;
  let part = "";
  for (const c of text) {
    if (c === '"') quoted = !quoted;
    if (!quoted && OPEN.includes(c)) depth += 1;
    if (!quoted && CLOSE.includes(c)) depth -= 1;
    if (c === "+" && depth === 0 && !quoted) {
      found.push(part.trim());
      part = "";
    } else part += c;
  }
  found.push(part.trim());
  return found.filter((one) => one !== "");
}

/** The game of one part without its position: nim of nim(3,4), wythoff[2] of wythoff[2](3,5). */
export function gameOf(part) {
  const text = part.replace(/^\d+\s*\*\s*(?=[A-Za-z])/, "").trim();
  if (/^\*\s*\d/.test(text)) return "nim";
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === "(" && depth === 0) return text.slice(0, i).trim();
    if (OPEN.includes(text[i])) depth += 1;
    if (CLOSE.includes(text[i])) depth -= 1;
  }
  return text;
}

/** The different games of a position. */
export const gamesOf = (text) => [...new Set(parts(text).map(gameOf).filter((game) => game !== ""))];

/** The first part of `text` whose game is called `name` (with or without its parameters). */
export function termOf(text, name) {
  return parts(text).find((part) => gameOf(part).replace(/\[.*$/, "") === name) ?? parts(text)[0] ?? "";
}

/** Games whose positions are no numbers: a table over sizes says nothing of them. */
const SHAPES = new Set(["hackenbush", "geography", "prefix-word", "sub-word", "repeat", "sliding", "row-hop", "staircase", "moore", "divisor-game", "northcott", "silver-dollar", "welter"]);
export const hasTable = (game) => !SHAPES.has(game.replace(/\[.*$/, ""));

/** Games of heaps: each number of their positions is a part of its own. */
const HEAPS = new Set(["nim", "nim-keep", "bash", "subtraction", "lasker", "split-smaller", "kayles", "dawson-kayles", "dawson-chess", "grundy-game", "treblecross", "rims", "rayles", "nimble", "top-entails"]);

/** Whether a position has several parts, so that a move has to be told with its part. */
export function manyParts(text) {
  const all = parts(text);
  if (all.length !== 1) return all.length > 1;
  const game = gameOf(all[0]);
  // A series is at the position of its round, which stands behind a semicolon once it has begun.
  if (game.startsWith("repeat")) return manyParts(all[0].slice(game.length + 1, -1).split(";").at(-1));
  // Here each row is a part, and rows are separated by semicolons.
  if (game === "northcott") return all[0].includes(";");
  return (HEAPS.has(game.replace(/\[.*$|!$/, "")) || /^\d/.test(game)) && all[0].slice(game.length).includes(",");
}

/** How a move is printed for readers: an arrow, and thin spaces around it. */
export const pretty = (text) => String(text).replaceAll(" -> ", " → ").replaceAll("->", "→");
