// Colours of the charts: read from the page's theme, and maps from values to colours.
//
// All maps hold for the three common colour blindnesses: the ramp grows darker all the way, and the classes
// are those of Okabe and Ito.

/** Okabe and Ito's eight colours, which can be told apart with any colour blindness. */
export const CLASSES = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#999999"];

/** The colour of P-positions, in every table: blue, as all over the page. */
export const MARK = "#0072b2";

// From cream to brown: N-positions are warm all over the page, P-positions are blue. Each step is darker than the last.
const RAMP = [[255, 245, 205], [254, 227, 145], [254, 200, 85], [253, 165, 55], [238, 125, 34], [209, 86, 10], [160, 58, 6], [104, 38, 8]];

/** Red, green and blue of a CSS colour as the browser computes it. */
function channels(text) {
  const found = /rgba?\(([^)]+)\)/.exec(text);
  return found ? found[1].split(/[ ,/]+/).slice(0, 3).map(Number) : [0, 0, 0];
}

/** How light a colour looks, from 0 to 1. */
function lightness([r, g, b]) {
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
}

/** The theme around an element: whether it is dark, and the colours for text, lines and data. */
export function themeOf(element) {
  const style = getComputedStyle(element);
  const text = channels(style.color);
  const dark = lightness(text) > 0.5;
  const [r, g, b] = text;
  return {
    dark,
    paper: dark ? "#1d2126" : "#ffffff",
    text: `rgb(${r},${g},${b})`,
    soft: `rgba(${r},${g},${b},0.66)`,
    line: `rgba(${r},${g},${b},0.22)`,
    faint: `rgba(${r},${g},${b},0.055)`,
    data: dark ? [120, 190, 240] : [0, 92, 158],
    mark: dark ? [255, 150, 60] : [213, 94, 0],
    empty: dark ? [40, 44, 52] : [232, 234, 238],
    n: dark ? [72, 57, 45] : [250, 226, 200],
    font: style.fontFamily || "sans-serif",
  };
}

/** Calls `changed` when the page's or the system's theme changes; returns what stops that. */
export function watchTheme(changed) {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "class", "style"] });
  const media = matchMedia("(prefers-color-scheme: dark)");
  media.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    media.removeEventListener("change", changed);
  };
}

/** A colour of the ramp, for `t` from 0 to 1. */
export function ramp(t) {
  const place = Math.min(Math.max(t, 0), 1) * (RAMP.length - 1);
  const low = Math.min(Math.floor(place), RAMP.length - 2);
  const part = place - low;
  return RAMP[low].map((from, i) => Math.round(from + (RAMP[low + 1][i] - from) * part));
}

function hex(text) {
  return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
}

/** The number of the lowest 1 of a value in binary. */
function lowestBit(value) {
  return value === 0 ? 0 : 31 - Math.clz32(value & -value);
}

/**
 * A map from a cell to red, green and blue. A cell is a number, "P", "N", "*" (a move wins at once) or null.
 * `by` is "value", "lowest-bit" or "highest-bit", as in `grundy table --colours`.
 */
export function colourOf(by, greatest, theme) {
  const mark = hex(MARK);
  const classes = CLASSES.filter((c) => c !== MARK).map(hex);
  return (cell) => {
    if (cell === null || cell === undefined) return theme.empty;
    if (cell === "P" || cell === 0) return mark;
    if (cell === "N" || cell === "*") return theme.n;
    const value = Number(cell);
    if (!Number.isFinite(value)) return theme.n;
    if (by === "lowest-bit") return classes[lowestBit(value) % classes.length];
    if (by === "highest-bit") return classes[(31 - Math.clz32(value)) % classes.length];
    return ramp(greatest > 1 ? (value - 1) / (greatest - 1) : 0.4);
  };
}

/** Black or white, whichever can be read on a colour. */
export function inkOn(colour) {
  return lightness(colour) > 0.45 ? "#000" : "#fff";
}

export function css([r, g, b]) {
  return `rgb(${r},${g},${b})`;
}
