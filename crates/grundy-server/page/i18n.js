// The strings of the page: one catalogue for each language, none in the code.

export const LANGUAGES = ["en", "zh"];
const catalogues = {};
let current = "en";

/** The language asked for last, or that of the browser. */
export function preferred() {
  const kept = read("grundy.lang");
  if (LANGUAGES.includes(kept)) return kept;
  for (const wanted of navigator.languages ?? [navigator.language]) {
    const short = wanted.toLowerCase().slice(0, 2);
    if (LANGUAGES.includes(short)) return short;
  }
  return "en";
}

/** Reads the catalogues that `code` needs: its own, and English for what is missing. */
export async function use(code) {
  current = LANGUAGES.includes(code) ? code : "en";
  await Promise.all(["en", current].map(load));
  document.documentElement.lang = current === "zh" ? "zh-Hans" : "en";
}

/** Uses a language and keeps it for the next visit. */
export async function choose(code) {
  keep("grundy.lang", code);
  await use(code);
}

async function load(code) {
  if (catalogues[code]) return;
  const answer = await fetch(new URL(`./strings/${code}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`strings/${code}.json: ${answer.status}`);
  catalogues[code] = await answer.json();
}

/** The language in use: "en" or "zh". */
export const lang = () => current;

const find = (code, key) => key.split(".").reduce((node, name) => node?.[name], catalogues[code]);

/** The string of a key such as "solve.title"; {name} in it is replaced. */
export function t(key, values = {}) {
  let text = find(current, key) ?? find("en", key);
  if (typeof text === "object" && text !== null && "other" in text) {
    text = values.n === 1 || values.n === "1" ? (text.one ?? text.other) : text.other;
  }
  if (typeof text !== "string") return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** A list or an object of the catalogue, such as the chapters of the guide. */
export const tree = (key) => find(current, key) ?? find("en", key);

/** What this browser keeps; nothing where it keeps nothing. */
export function read(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch { /* private windows keep nothing */ }
}
