// The shell: header, languages, light and dark, and which view stands in the middle.

import { h, fill } from "./dom.js";
import { LANGUAGES, choose, keep, lang, preferred, read, t, use } from "./i18n.js";
import { address, parse } from "./state.js";

/** The views in the order of the navigation; each is a module of its own, read when it is needed. */
const VIEWS = ["solve", "play", "table", "sequence", "graph", "rules", "law", "odds", "games", "guide"];

const main = document.getElementById("main");
let leave = null;
let shown = null;

function context(name, signal) {
  return {
    name,
    signal,
    lang: lang(),
    /** Goes to a view: a new entry of the history. */
    async go(view, state = {}) {
      const to = await address(view, state);
      if (to === location.hash) await show();
      else location.hash = to;
    },
    /** Keeps the state of this view in the address, without showing it anew. */
    async save(state) {
      if (signal.aborted) return;
      const to = await address(name, state);
      if (!signal.aborted && to !== location.hash) {
        history.replaceState(null, "", to);
        shown = to;
      }
    },
    /** Like save, but as a new entry of the history, to which the browser's back leads. */
    async push(state) {
      if (signal.aborted) return;
      const to = await address(name, state);
      if (!signal.aborted && to !== location.hash) {
        history.pushState(null, "", to);
        shown = to;
      }
    },
    /** A link to a view with its state. */
    link(content, view, state = {}, props = {}) {
      const link = h("a", { href: `#/${view}`, ...props }, content);
      address(view, state).then((to) => { link.href = to; });
      return link;
    },
  };
}

async function show() {
  const hash = location.hash || "#/solve";
  const { view, state } = await parse(hash);
  if (LANGUAGES.includes(state.lang) && state.lang !== lang()) {
    await choose(state.lang);
    header();
  }
  delete state.lang;
  leave?.abort();
  leave = new AbortController();
  const { signal } = leave;
  const moved = shown !== null;
  shown = hash;
  const name = VIEWS.includes(view) ? view : view === "" ? "solve" : null;
  mark(name);
  if (name === null) {
    missing();
    return;
  }
  try {
    const module = await import(`./views/${name}.js`);
    if (signal.aborted) return;
    document.title = `${t(module.title)} · grundy`;
    const root = h("div", { class: `view view-${name}`, data: { view: name } });
    delete main.dataset.ready;
    fill(main, root);
    if (moved) {
      window.scrollTo(0, 0);
      main.focus({ preventScroll: true });
    }
    await module.render(root, state, context(name, signal));
    if (!signal.aborted) main.dataset.ready = name;
  } catch (error) {
    if (signal.aborted || error.name === "AbortError") return;
    console.error(error);
    fill(main, h("div", { class: "view" }, h("h1", {}, t("app.broken")), h("p", { class: "error" }, error.message)));
  }
}

function missing() {
  document.title = "grundy";
  fill(main, h("div", { class: "view" }, h("h1", {}, t("app.missing")),
    h("p", {}, h("a", { href: "#/solve" }, t("app.home")))));
  main.dataset.ready = "missing";
}

const nav = document.getElementById("nav");
const menu = document.getElementById("menu");

function header() {
  fill(nav, h("ul", {}, VIEWS.map((name) => h("li", {}, h("a", { href: `#/${name}`, id: `nav-${name}` }, t(`nav.${name}`))))));
  nav.setAttribute("aria-label", t("nav.label"));
  document.getElementById("skip").textContent = t("app.skip");
  menu.textContent = t("nav.menu");
  const other = lang() === "en" ? "zh" : "en";
  const language = document.getElementById("language");
  language.textContent = t("app.language");
  language.lang = other === "zh" ? "zh-Hans" : "en";
  language.setAttribute("aria-label", t("app.languageLabel"));
  fill(document.getElementById("foot"), h("span", {}, t("app.foot")));
  theme(read("grundy.theme"));
  mark(main.dataset.ready ?? null);
}

function mark(name) {
  for (const link of nav.querySelectorAll("a")) {
    if (link.id === `nav-${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  menu.setAttribute("aria-expanded", "false");
}

const dark = () => {
  const kept = document.documentElement.dataset.theme;
  return kept ? kept === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

function theme(kept) {
  if (kept === "dark" || kept === "light") document.documentElement.dataset.theme = kept;
  const button = document.getElementById("theme");
  button.textContent = dark() ? "☀" : "☾";
  button.setAttribute("aria-label", t(dark() ? "app.toLight" : "app.toDark"));
  button.title = button.getAttribute("aria-label");
}

menu.addEventListener("click", () => {
  menu.setAttribute("aria-expanded", String(menu.getAttribute("aria-expanded") !== "true"));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && menu.getAttribute("aria-expanded") === "true") {
    menu.setAttribute("aria-expanded", "false");
    menu.focus();
  }
});
document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
document.getElementById("language").addEventListener("click", async () => {
  await choose(lang() === "en" ? "zh" : "en");
  header();
  await show();
});
document.getElementById("theme").addEventListener("click", () => {
  const next = dark() ? "light" : "dark";
  keep("grundy.theme", next);
  theme(next);
  document.dispatchEvent(new CustomEvent("themechange"));
});
window.addEventListener("hashchange", () => {
  if (location.hash !== shown) show();
});

await use(preferred());
header();
await show();
