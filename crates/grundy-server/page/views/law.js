// The law behind the table of a game: proved, checked or not found.

import { ask } from "../api.js";
import { add, download, fill, h, latest } from "../dom.js";
import { t, tree } from "../i18n.js";
import { expressionLine } from "../parts/expression.js";
import { pretty } from "../parts/positions.js";
import { ENDINGS, busy, chips, copyButton, errorBox, field, linkButton, playSwitch, rulesNote, segmented, shorten } from "../parts/ui.js";

export const title = "law.title";
const FIRST = "wythoff";
const STATUS = ["proved", "checked", "observed"];

export async function render(root, state, ctx) {
  let now = { ...state, game: state.game ?? FIRST };
  const next = latest(ctx.signal);

  const line = expressionLine({ value: now.game, label: t("law.game"), game: true, test: "game", placeholder: FIRST,
    changed: (text) => { now = { ...now, game: text.trim() }; }, entered: () => find() });
  const at = h("input", { type: "text", class: "mono", value: now.at ?? "", placeholder: "(10^30, 7)", autocomplete: "off", data: { test: "at" },
    oninput: () => { now = { ...now, at: at.value.trim() }; }, onkeydown: (event) => { if (event.key === "Enter") find(); } });
  const problem = errorBox("law-error");
  const found = h("div", { class: "stack", aria: { live: "polite" }, data: { test: "laws" } });

  line.offerRules(now.rules, ctx.signal);
  add(root, h("h1", {}, t("law.title")), h("p", { class: "lead" }, t("law.lead")), rulesNote(now, ctx),
    h("section", { class: "card" }, line.element,
      h("div", { class: "row" }, chips(tree("law.examples"), (text) => { now = { ...now, game: text, at: "", rules: "" }; at.value = ""; line.set(text); find(); })),
      h("div", { class: "row end settings" },
        segmented(t("law.of"), [["", t("law.values")], ["1", t("law.outcomes")]], now.outcomes ?? "", (value) => { now = { ...now, outcomes: value }; find(); }, "of"),
        playSwitch(now.play, (play) => { now = { ...now, play: play === "misere" ? play : "" }; find(); }),
        field(t("law.at"), at),
        h("button", { type: "button", class: "primary", data: { test: "find" }, onclick: () => find() }, t("law.find"))),
      problem.element),
    found);

  async function find() {
    if (!now.game) return;
    const signal = next();
    ctx.save(now);
    fill(found, busy());
    problem.clear();
    line.error.clear();
    try {
      const answer = await ask("/law", { game: now.game, at: positionOf(now.at), play: now.play, rules: now.rules, outcomes: now.outcomes === "1" ? true : undefined }, { signal });
      fill(found, laws(answer));
    } catch (error) {
      if (error.name === "AbortError") return;
      fill(found);
      if (error.source === "expr" && !now.at) line.error.show(error);
      else problem.show(error, error.source === "rules" ? "" : now.at || now.game);
    }
  }

  /** "(10^30, 7)" as the API takes it: a list of positions, each the list of its numbers. */
  function positionOf(text) {
    const numbers = (text ?? "").replace(/[()]/g, " ").split(/[,，\s]+/).filter(Boolean);
    return numbers.length > 0 ? [numbers] : undefined;
  }

  function laws(answer) {
    return [
      answer.laws.length === 0 && h("section", { class: "card", data: { test: "no-law" } }, h("p", {}, t("law.none"))),
      answer.at?.map((one) => h("section", { class: "card", data: { test: "law-at" } },
        h("div", { class: "outcome" }, one.outcome && h("span", { class: `np ${one.outcome === "N" ? "n" : "p"}` }, one.outcome),
          h("div", {}, h("div", { class: "sentence mono" }, shorten(`(${[one.position].flat().join(", ")})`, 60)),
            h("div", { class: "worth" }, one.outcome ? t(one.outcome === "N" ? "solve.next" : "solve.previous") : (one.open ?? t("solve.unknown")),
              one.grundy !== null && one.grundy !== undefined && ` ${t("solve.value")} ${shorten(one.grundy, 40)}`))),
        one.moves?.length > 0 && h("p", {}, t("play.hintMove"), " ", one.moves.map((move) => h("code", {}, shorten(pretty(move.text), 110)))))),
      answer.laws.map((law) => h("section", { class: "card law", data: { test: "law" } },
        h("div", { class: "row" }, h("span", { class: `status-tag ${law.status}`, data: { test: "law-status" } }, STATUS.includes(law.status) ? t(`law.${law.status}`) : law.status), h("span", { class: "muted" }, law.kind)),
        h("p", { class: "formula mono" }, law.formula),
        h("p", {}, law.sentence),
        law.theorem && h("p", { class: "muted" }, t("law.proof"), " ", law.theorem),
        law.exceptions?.length > 0 && h("p", { class: "muted" }, t("law.exceptions"), " ", law.exceptions.map((one) => (typeof one === "object" ? JSON.stringify(one) : one)).slice(0, 12).join(", ")),
        law.checked_to && law.status !== "proved" && h("p", { class: "muted" }, t("law.checkedTo", { to: [law.checked_to].flat().join(", ") })))),
      answer.notes?.map((note) => h("p", { class: "muted", data: { test: "law-note" } }, note)),
      answer.laws.length > 0 && functions(answer),
      h("div", { class: "actions" }, ctx.link(t("nav.table"), "table", { game: now.game, play: now.play, rules: now.rules }, { class: "button small" }), linkButton()),
    ];
  }

  /** The law as a function; one that is only checked where nothing is proved, and its comment says so. */
  function functions(answer) {
    const asked = { ...now };
    const written = h("div", {});
    const write = async (language) => {
      const unproved = !answer.laws.some((law) => law.status === "proved");
      fill(written, busy());
      try {
        const { program } = await ask("/law/program", { game: asked.game, language, unproved, play: asked.play, rules: asked.rules, outcomes: asked.outcomes === "1" ? true : undefined }, { signal: ctx.signal });
        fill(written, h("pre", { class: "answer-text program", tabindex: "0", data: { test: "law-program" } }, program),
          h("div", { class: "row" }, copyButton(() => program, { test: "copy-law-program" }),
            h("button", { type: "button", class: "small", onclick: () => download(`law.${ENDINGS[language]}`, program) }, t("rules.save"))));
      } catch (error) {
        if (error.name === "AbortError") return;
        const box = errorBox("law-program-error");
        box.show(error);
        fill(written, box.element);
      }
    };
    return h("section", { class: "card", data: { test: "law-function" } },
      h("div", { class: "row" }, h("h2", {}, t("law.program"))), h("p", { class: "muted" }, t("law.programAbout")),
      segmented(t("rules.language"), [["c++", "C++"], ["rust", "Rust"], ["python", "Python"], ["java", "Java"]], "", write, "law-language"), written);
  }

  find();
}
