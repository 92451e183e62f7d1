// A game of one's own: rules with colours, mistakes as one types, and what can be done with the game.

import { ask, fetchOnce } from "../api.js";
import { add, debounce, download, fill, h, latest } from "../dom.js";
import { t, tree } from "../i18n.js";
import { editor } from "../parts/editor.js";
import { pretty } from "../parts/positions.js";
import { ENDINGS, copyButton, errorBox, field, linkButton, segmented } from "../parts/ui.js";

export const title = "rules.title";
const FIRST = "S(n) -> S(n - k*k) for k in 1..=isqrt(n)\n";

export async function render(root, state, ctx) {
  let text = state.rules ?? FIRST;
  const kept = { expr: state.expr ?? "", language: state.language ?? "", family: state.family ?? "" };
  const next = latest(ctx.signal);
  let families = [];

  const problem = errorBox("rules-error");
  const input = editor({ value: text, label: t("rules.text"), test: "rules", rows: 10, changed: (typed) => { text = typed; later(); } });
  input.area.setAttribute("aria-describedby", problem.element.id);
  const verdict = h("p", { class: "muted verdict-line", role: "status", data: { test: "rules-verdict" } });
  const games = h("div", { class: "stack families", data: { test: "families" } });
  const emitted = h("div", {});
  const examples = h("select", { data: { test: "rules-examples" }, onchange: () => choose(examples.value) }, h("option", { value: "" }, t("rules.choose")));
  const emitCard = h("section", { class: "card", data: { test: "emit" } });

  add(root, h("h1", {}, t("rules.title")), h("p", { class: "lead" }, t("rules.lead")),
    h("div", { class: "columns rules-columns" },
      h("section", { class: "card" },
        h("div", { class: "row end" }, field(t("rules.start"), examples)),
        input.element, problem.element, verdict,
        h("div", { class: "actions" }, linkButton(), copyButton(() => text, { label: t("rules.copy"), test: "copy-rules" }),
          h("button", { type: "button", class: "small", onclick: () => download("game.rules", text) }, t("rules.save"))),
        help()),
      h("div", { class: "stack" }, games, emitCard)));

  const later = debounce(check, 300);
  let all = [];
  fetchOnce("/examples").then(({ rules }) => {
    all = rules;
    add(examples, rules.map((one) => h("option", { value: one.name, title: one.title }, `${one.name}: ${one.title}`.slice(0, 90))));
  }).catch(() => {});

  function choose(name) {
    const found = all.find((one) => one.name === name);
    if (!found) return;
    text = found.text;
    kept.expr = found.positions?.[0] ?? "";
    kept.family = "";
    input.set(text);
    check();
  }

  async function check() {
    const signal = next();
    const checked = text;
    if (checked.trim() === "") {
      problem.clear();
      fill(games);
      fill(emitCard);
      verdict.textContent = t("rules.empty");
      return;
    }
    try {
      const answer = await ask("/rules/check", { rules: checked }, { signal });
      problem.clear();
      input.mark();
      families = answer.families;
      fill(verdict, h("b", {}, t("rules.fine")), " ", (answer.notes ?? []).join(" "));
      ctx.save({ rules: checked, ...kept });
      fill(games, families.map((family) => card(family, checked)));
      offerProgram(checked);
    } catch (error) {
      if (error.name === "AbortError") return;
      verdict.textContent = "";
      if (error.line) {
        input.mark(error.line, error.column, widthOf(checked, error));
        const source = checked.split("\n")[error.line - 1] ?? "";
        problem.show({ ...error, message: error.message, source: "rules", at: error.column ?? 1, end: widthOf(checked, error) }, source);
        problem.element.onclick = () => input.goTo(error.line, error.column);
      } else {
        input.mark();
        problem.show(error);
        problem.element.onclick = null;
      }
      games.classList.add("stale");
      return;
    }
    games.classList.remove("stale");
  }

  /** One game of the rules: a position of it, and what can be done with it. */
  function card(family, rules) {
    const own = kept.expr.startsWith(`${family.name}(`);
    // A position of some size says more than the smallest; where there is none of this size, the example stands.
    const first = own ? kept.expr : family.parameters.length === 1 && /^\w+$/.test(family.parameters[0]) ? `${family.name}(10)` : family.example;
    let guessed = !own && first !== family.example;
    const answer = h("div", { class: "family-answer", aria: { live: "polite" }, data: { test: "family-answer" } });
    const position = h("input", { type: "text", class: "mono grow", value: first ?? `${family.name}(`, autocomplete: "off", spellcheck: "false", aria: { label: t("solve.position") }, data: { test: "family-position" } });
    const error = errorBox("family-error");
    const links = h("div", { class: "actions" });
    const values = h("div", { class: "scroll", tabindex: "0", role: "group", aria: { label: t("solve.value") } });

    async function solve() {
      const expr = position.value.trim();
      if (!expr) return;
      fill(links,
        ctx.link(t("nav.solve"), "solve", { expr, rules }, { class: "button small", "data-test": "family-solve" }),
        ctx.link(t("nav.play"), "play", { expr, rules }, { class: "button small", "data-test": "family-play" }),
        ctx.link(t("nav.table"), "table", { game: family.name, rules }, { class: "button small", "data-test": "family-table" }),
        ctx.link(t("nav.graph"), "graph", { expr, rules }, { class: "button small", "data-test": "family-graph" }),
        ctx.link(t("nav.law"), "law", { game: family.name, rules }, { class: "button small", "data-test": "family-law" }));
      try {
        const found = await ask("/solve", { expr, rules, moves: 3 }, { signal: ctx.signal });
        error.clear();
        guessed = false;
        kept.expr = expr;
        ctx.save({ rules, ...kept });
        const move = found.winning_moves?.listed?.[0];
        fill(answer, h("span", { class: `np small ${found.outcome === "N" ? "n" : "p"}` }, found.outcome ?? "?"),
          h("span", {}, t(found.outcome === "N" ? "solve.next" : "solve.previous"), found.grundy !== null && found.grundy !== undefined ? ` ${t("solve.value")} ${found.grundy}.` : "", move ? ` ${t("play.hintMove")} ${pretty(move.text)}` : ""));
      } catch (caught) {
        if (caught.name === "AbortError") return;
        if (guessed && caught.source !== "rules") {
          guessed = false;
          position.value = family.example ?? position.value;
          return solve();
        }
        fill(answer);
        if (caught.source === "rules" && caught.line) input.mark(caught.line, caught.column, widthOf(rules, caught));
        error.show(caught, caught.source === "rules" ? "" : expr);
      }
    }

    async function look() {
      if (family.parameters.length !== 1) return;
      try {
        const table = await ask("/table", { game: family.name, rules, to: [19] }, { signal: ctx.signal });
        const row = valuesOf(table);
        if (row.length > 1) {
          fill(values, h("table", { class: "values", data: { test: "family-values" } },
            h("tr", {}, h("th", { scope: "row" }, family.parameters[0].replace(/\s*=.*$/, "")), row.map((_, i) => h("td", { class: "muted" }, i))),
            h("tr", {}, h("th", { scope: "row" }, t("solve.value")), row.map((value) => h("td", { class: value === 0 ? "zero" : "" }, value ?? "–")))));
        }
      } catch { /* no table of it: the position tells what is wrong */ }
    }

    const soon = debounce(solve, 300);
    position.addEventListener("input", () => soon());
    solve();
    look();
    return h("section", { class: "card family", data: { test: `family-${family.name}` } },
      h("h2", {}, h("code", {}, `${family.name}(${family.parameters.join(", ")})`), family.recognised ? h("span", { class: "muted" }, ` ${t("rules.recognised", { code: family.recognised })}`) : ""),
      h("div", { class: "row" }, position), error.element, answer, values, links);
  }

  function offerProgram(rules) {
    const names = families.map((family) => family.name);
    const family = h("select", { data: { test: "emit-family" } }, names.map((name) => h("option", { value: name, selected: name === kept.family }, name)));
    const write = async (language) => {
      kept.language = language;
      kept.family = family.value === names[0] ? "" : family.value;
      ctx.save({ rules, ...kept });
      try {
        const { program } = await ask("/rules/emit", { rules, language, family: family.value }, { signal: ctx.signal });
        fill(emitted, h("pre", { class: "answer-text program", tabindex: "0", data: { test: "program" } }, program),
          h("div", { class: "row" }, copyButton(() => program, { test: "copy-program" }),
            h("button", { type: "button", class: "small", onclick: () => download(`${family.value}.${ENDINGS[language]}`, program) }, t("rules.save"))));
      } catch (error) {
        if (error.name === "AbortError") return;
        const box = errorBox("emit-error");
        box.show(error);
        fill(emitted, box.element);
      }
    };
    family.addEventListener("change", () => kept.language && write(kept.language));
    fill(emitted);
    fill(emitCard, h("h2", {}, t("rules.program")), h("p", { class: "muted" }, t("rules.programAbout")),
      h("div", { class: "row end" }, names.length > 1 && field(t("rules.family"), family),
        segmented(t("rules.language"), [["c++", "C++"], ["rust", "Rust"], ["python", "Python"], ["java", "Java"]], kept.language, write, "emit-language")), emitted);
    if (kept.language) write(kept.language);
  }

  function help() {
    return h("details", { class: "rules-help" }, h("summary", {}, t("rules.how")),
      h("ul", {}, tree("rules.lines").map(([code, meaning]) => h("li", {}, h("code", {}, code), h("div", { class: "muted" }, meaning)))));
  }

  check();
}

/** The column behind the place of an error: as long as told, or as the word that stands there. */
function widthOf(text, error) {
  if (error.end && error.at) return (error.column ?? 1) + error.end - error.at;
  const rest = [...(text.split("\n")[error.line - 1] ?? "")].slice((error.column ?? 1) - 1).join("");
  const word = /^[A-Za-z_]\w*|^\d+/.exec(rest);
  return (error.column ?? 1) + (word ? word[0].length : 1);
}

/** The values of a table of one argument, whatever its members are called. */
export function valuesOf(table) {
  const row = table.values ?? table.rows ?? [];
  return row.map((one) => (Array.isArray(one) ? one.at(-1) : typeof one === "object" && one !== null ? (one.value ?? one.grundy ?? null) : one));
}
