// The exact probability that the first player wins among random heaps.

import { ask } from "../api.js";
import { add, debounce, fill, h, latest } from "../dom.js";
import { t, tree } from "../i18n.js";
import { expressionLine } from "../parts/expression.js";
import { chips, errorBox, field, linkButton, playSwitch, rulesNote, shorten } from "../parts/ui.js";

export const title = "odds.title";
const FIRST = { game: "nim", heaps: "3", from: "0", to: "15" };

/** Numbers as the API takes them: exact, as numbers where they are small, as texts else; 10^18 is a power. */
function whole(text) {
  const clean = text.replace(/[\s_]/g, "");
  const power = /^(\d+)\^(\d{1,4})$/.exec(clean);
  const digits = power ? String(BigInt(power[1]) ** BigInt(power[2])) : clean;
  return /^\d{1,15}$/.test(digits) ? Number(digits) : digits;
}

const list = (text) => text.split(/[,;，；\s]+/).filter(Boolean).map(whole);

export async function render(root, state, ctx) {
  let now = { ...FIRST, ...state };
  const next = latest(ctx.signal);

  const line = expressionLine({ value: now.game, label: t("law.game"), game: true, test: "game", placeholder: "nim", changed: (text) => set({ game: text.trim() }), entered: () => later.now() });
  const inputs = {};
  const number = (name) => {
    inputs[name] = h("input", { type: "text", inputmode: "numeric", class: "number mono", value: now[name], autocomplete: "off", data: { test: name }, oninput: () => set({ [name]: inputs[name].value.trim() }) });
    return field(t(`odds.${name}`), inputs[name]);
  };
  const problem = errorBox("odds-error");
  const answer = h("section", { class: "card", aria: { live: "polite" }, data: { test: "odds" } });

  line.offerRules(now.rules, ctx.signal);
  add(root, h("h1", {}, t("odds.title")), h("p", { class: "lead" }, t("odds.lead")), rulesNote(now, ctx),
    h("section", { class: "card" }, line.element,
      h("div", { class: "row" }, chips(tree("odds.examples").map(([text]) => text), (text) => {
        const [, game, heaps, from, to] = tree("odds.examples").find(([name]) => name === text);
        for (const [name, value] of Object.entries({ heaps, from, to })) inputs[name].value = value;
        line.set(game);
        now = { game, heaps, from, to, play: now.play };
        later.now();
      })),
      h("div", { class: "row end settings" }, number("heaps"), number("from"), number("to"),
        playSwitch(now.play, (play) => { now = { ...now, play: play === "misere" ? play : "" }; later.now(); }), linkButton()),
      problem.element),
    answer);

  const later = debounce(update, 350);

  function set(more) {
    now = { ...now, ...more };
    later();
  }

  async function update() {
    if (!now.game || !now.to || !now.heaps) return;
    const signal = next();
    answer.classList.add("stale");
    try {
      const found = await ask("/odds", { game: now.game, heaps: whole(now.heaps), from: list(now.from || "0"), to: list(now.to), play: now.play, rules: now.rules }, { signal });
      problem.clear();
      ctx.save(now);
      fill(answer, show(found));
      answer.classList.remove("stale");
    } catch (error) {
      if (error.name !== "AbortError") problem.show(error, error.source === "expr" ? now.game : "");
    }
  }

  update();
}

function show(found) {
  const share = Number(found.first.decimal);
  const bar = h("div", { class: "odds-bar", role: "img", aria: { label: `${t("odds.first")} ${found.first.decimal}` } }, h("div", { class: "part first" }), h("div", { class: "part second" }));
  bar.children[0].style.flexGrow = String(share);
  bar.children[1].style.flexGrow = String(Math.max(0, 1 - share));
  const row = (name, one, count, kind) => h("tr", {}, h("th", { scope: "row" }, h("span", { class: `dot ${kind}` }), name),
    h("td", { class: "mono", data: { test: `odds-${kind}` } }, one.fraction ? h("b", { title: one.fraction }, shorten(one.fraction, 44)) : "", one.fraction ? " " : "", one.exact ? "= " : "≈ ", one.decimal),
    h("td", { class: "num mono" }, count === null || count === undefined ? "" : h("span", { title: String(count) }, shorten(count, 30))));
  return [bar, h("div", { class: "scroll" }, h("table", { class: "plain" },
    h("thead", {}, h("tr", {}, h("td", {}, ""), h("th", {}, t("odds.probability")), h("th", { class: "num" }, t("odds.count")))),
    h("tbody", {}, row(t("odds.first"), found.first, found.n, "first"), row(t("odds.second"), found.second, found.p, "second")))),
  h("p", { class: "muted tip" }, found.parts.map((part) => t("odds.of", { heaps: shorten(part.heaps, 24), game: part.game, sizes: part.sizes })).join(" + "), " ",
    t("odds.total", { n: shorten(found.total ?? found.about_total, 40) }))];
}
