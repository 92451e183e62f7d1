// Small helpers for building the page; no view writes HTML as text.

/** An element: h("a", {href, class, onclick, data: {...}, aria: {...}}, children…). */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") element.className = value;
    else if (key === "data") for (const [name, text] of Object.entries(value)) element.dataset[name] = text;
    else if (key === "aria") for (const [name, text] of Object.entries(value)) {
      if (text !== undefined && text !== null) element.setAttribute(`aria-${name}`, String(text));
    }
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked" || key === "disabled" || key === "selected" || key === "hidden" || key === "open") element[key] = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  add(element, children);
  return element;
}

/** Appends children: nodes, texts, lists of them; null and false are left out. */
export function add(element, ...children) {
  for (const child of children.flat(9)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/** Replaces what is in an element. */
export function fill(element, ...children) {
  element.replaceChildren();
  return add(element, children);
}

const SVG = "http://www.w3.org/2000/svg";

/** An element of SVG with attributes. */
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, String(value));
  }
  add(element, children);
  return element;
}

/** The SVG of an answer as an element of this page, without anything that could run. */
export function parseSvg(text) {
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.nodeName !== "svg") return null;
  for (const element of [root, ...root.querySelectorAll("*")]) {
    if (/^(script|foreignObject|iframe|animate|set)$/i.test(element.localName)) { element.remove(); continue; }
    for (const { name, value } of [...element.attributes]) {
      const link = /href$/i.test(name) && !value.startsWith("#") && !value.startsWith("data:image/");
      if (/^on/i.test(name) || link) element.removeAttribute(name);
    }
  }
  return document.importNode(root, true);
}

/** Calls `action` when it has not been called again for `wait` milliseconds. `.now()` calls at once. */
export function debounce(action, wait = 250) {
  let timer = 0;
  const later = (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...given), wait);
  };
  later.now = (...given) => { clearTimeout(timer); action(...given); };
  later.cancel = () => clearTimeout(timer);
  return later;
}

/** Signals of which a new one ends the one before: next() gives it; all end with `signal`. */
export function latest(signal) {
  let mine = null;
  signal.addEventListener("abort", () => mine?.abort());
  return () => {
    mine?.abort();
    mine = new AbortController();
    if (signal.aborted) mine.abort();
    return mine.signal;
  };
}

/** A number that names elements, for labels and descriptions. */
let last = 0;
export const uid = (prefix = "x") => `${prefix}-${++last}`;

/** Copies a text; false where the browser forbids it. */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = h("textarea", { class: "off", value: text, aria: { hidden: true } });
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** Offers a text as a file. */
export function download(name, text, type = "text/plain") {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 5000);
}
