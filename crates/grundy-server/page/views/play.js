// A game against the engine: click, or choose from the list, or type.

import { add, fill, h } from "../dom.js";
import { t, tree } from "../i18n.js";
import { boardOf } from "../parts/board.js";
import { expressionLine } from "../parts/expression.js";
import { DRAW, Match, fromLine, toLine } from "../parts/match.js";
import { picture } from "../parts/picture.js";
import { manyParts, pretty } from "../parts/positions.js";
import { review } from "../parts/review.js";
import { chips, errorBox, field, linkButton, playSwitch, rulesNote, segmented } from "../parts/ui.js";

export const title = "play.title";
const FIRST = "nim(3,4,5)";
const LISTED = 120;

const pause = (ms) => new Promise((done) => setTimeout(done, matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : ms));

export async function render(root, state, ctx) {
  const settings = { expr: state.expr ?? FIRST, play: state.play === "misere" ? "misere" : "", skill: clamp(state.skill ?? "100"), first: state.first === "e" ? "e" : "y", rules: state.rules };
  let match;
  let drawn = null;
  let turn = 0;
  let hints = Boolean(state.hints);

  const status = h("p", { class: "status", role: "status", data: { test: "status" } });
  const problem = errorBox("play-error");
  const board = picture({ played: (move) => you(move) });
  const list = h("ul", { class: "moves", data: { test: "moves" }, aria: { label: t("play.moves") } });
  const log = h("ol", { class: "log", data: { test: "log" }, aria: { label: t("play.log") } });
  const advice = h("div", { class: "advice", aria: { live: "polite" }, data: { test: "advice" } });
  const after = h("div", {});
  const typed = h("input", { type: "text", class: "mono grow", autocomplete: "off", spellcheck: "false", data: { test: "typed-move" }, aria: { label: t("play.type") }, placeholder: t("play.typeExample") });
  const undo = h("button", { type: "button", data: { test: "undo" }, onclick: takeBack }, t("play.undo"));
  const help = h("button", { type: "button", data: { test: "hint" }, onclick: hint }, t("play.hint"));
  const swap = h("button", { type: "button", data: { test: "swap" }, onclick: changeSeats }, t("play.swap"));
  const again = h("button", { type: "button", data: { test: "again" }, onclick: () => begin() }, t("play.again"));
  const level = h("output", { class: "muted", data: { test: "level" } });
  const slider = h("input", { type: "range", min: "0", max: "100", step: "10", value: String(settings.skill), data: { test: "skill" },
    oninput: () => { settings.skill = Number(slider.value); showLevel(); save(); } });

  const line = expressionLine({ value: settings.expr, label: t("play.start"), test: "start", entered: (text) => begin(text) });
  line.offerRules(settings.rules, ctx.signal);

  add(root,
    h("h1", {}, t("play.title")),
    rulesNote(settings, ctx),
    h("div", { class: "columns board" },
      h("section", { class: "card", aria: { label: t("play.board") } }, status, board.element, problem.element, advice,
        h("div", { class: "actions" }, help, undo, swap, again, linkButton())),
      h("div", { class: "stack" },
        h("section", { class: "card" }, h("h2", {}, t("play.moves")), list,
          h("form", { class: "row typed", onsubmit: (event) => { event.preventDefault(); type(); } }, typed, h("button", { class: "small" }, t("play.go")))),
        h("section", { class: "card", data: { test: "log-card" } }, h("h2", {}, t("play.log")), log))),
    after,
    h("section", { class: "card" }, h("h2", {}, t("play.start")), line.element,
      h("div", { class: "row" }, chips(tree("play.examples"), (text) => { settings.rules = ""; begin(text); })),
      h("div", { class: "row settings" },
        playSwitch(settings.play, (play) => { settings.play = play === "misere" ? play : ""; begin(); }),
        segmented(t("play.who"), [["y", t("play.youFirst")], ["e", t("play.engineFirst")]], settings.first, (first) => { settings.first = first; begin(); }, "first"),
        h("div", { class: "skill" }, field(t("play.skill"), slider), level),
        h("button", { type: "button", class: "primary", data: { test: "begin" }, onclick: () => begin(line.value()) }, t("play.begin")))));

  showLevel();

  function showLevel() {
    const names = tree("play.levels");
    level.textContent = names[Math.min(names.length - 1, Math.floor((settings.skill / 100.001) * names.length))];
    if (settings.skill === 100) level.textContent = names.at(-1);
    slider.setAttribute("aria-valuetext", level.textContent);
  }

  const save = () => ctx.save({ expr: settings.expr, play: settings.play, skill: settings.skill === 100 ? "" : settings.skill, first: settings.first === "e" ? "e" : "", hints: hints ? "1" : "", rules: settings.rules, line: toLine(match?.made ?? []) });

  function fresh(made) {
    turn += 1;
    match = new Match({ start: settings.expr, made, first: made[0]?.who ?? settings.first, signal: ctx.signal,
      question: () => ({ play: settings.play, rules: settings.rules }) });
    fill(after);
    fill(advice);
    problem.clear();
    line.error.clear();
  }

  async function begin(text = settings.expr, made = []) {
    settings.expr = text.trim() || FIRST;
    line.set(settings.expr);
    fresh(made);
    await next();
  }

  /** Shows the position, and lets the engine move where it is its turn. */
  async function next() {
    const mine = turn;
    save();
    showLog();
    if (!(await look())) return;
    if (mine !== turn) return;
    if (drawn?.complete !== false && drawn?.moves) match.settle(drawn.moves.length === 0, settings.play);
    say();
    if (match.over) return finish();
    if (match.turn === "e") {
      await pause(550);
      if (mine !== turn) return;
      try {
        const answer = await match.reply(settings.skill);
        if (mine !== turn) return;
        fill(advice, answer.text && h("p", { class: "muted" }, t("play.engineMoved"), " ", h("b", { class: "mono" }, moveName(match.made.at(-1))), match.rounds !== null && ` · ${t("play.round", { n: match.rounds })}`));
        await next();
      } catch (error) { fail(error); }
    } else if (hints) hint();
  }

  /** The picture and the moves of the position; false if it cannot be read. */
  async function look() {
    const mine = turn;
    const yours = match.turn === "y" && !match.over;
    const request = { expr: match.position, play: settings.play, rules: settings.rules };
    try {
      drawn = await boardOf(request, { signal: ctx.signal });
      if (mine !== turn) return false;
      board.show(drawn, yours);
    } catch (error) {
      if (error.name === "AbortError" || mine !== turn) return false;
      drawn = null;
      board.clear();
      fill(list);
      fill(status);
      line.error.show(error);
      return false;
    }
    showMoves(yours);
    return true;
  }

  function showMoves(yours) {
    const moves = drawn?.moves ?? [];
    list.classList.toggle("wide", moves.some((move) => (move.label ?? move.text).length > 20));
    fill(list, moves.slice(0, LISTED).map((move) => h("li", {}, h("button", { type: "button", disabled: !yours, onclick: () => you(move) }, pretty(move.label ?? move.text)))),
      moves.length > LISTED && h("li", { class: "muted" }, t("picture.more", { n: moves.length - LISTED })),
      moves.length === 0 && h("li", { class: "muted" }, t(drawn && drawn.complete !== false ? "play.noMoves" : "play.typeOnly")));
  }

  function say() {
    const yours = match.turn === "y";
    const end = match.winner === DRAW ? "drawn" : match.winner === "y" ? "won" : "lost";
    status.className = `status ${match.over ? end : ""}`;
    fill(status, match.over ? t(`play.${end}`) : [t(yours ? "play.yours" : "play.thinking"), " ", h("code", {}, match.position.length > 90 ? `${match.position.slice(0, 90)}…` : match.position)]);
    undo.disabled = !match.made.some((move) => move.who === "y");
    help.disabled = match.over || !yours;
    swap.disabled = match.over;
  }

  function showLog() {
    fill(log, match.made.map((move) => h("li", { class: move.who === "y" ? "you" : "engine" },
      h("span", { class: "who" }, t(move.who === "y" ? "play.you" : "play.engine")), " ", h("span", { class: "mono" }, moveName(move)))),
    match.made.length === 0 && h("li", { class: "muted none" }, t("play.nothing")));
    log.scrollTop = log.scrollHeight;
  }

  async function you(move) {
    if (match.over || match.turn !== "y") return;
    const had = list.contains(document.activeElement);
    problem.clear();
    fill(advice);
    try {
      await match.move(move);
      typed.value = "";
      await next();
      if (had && !match.over) list.querySelector("button:not(:disabled)")?.focus();
    } catch (error) {
      if (error.name === "AbortError") return;
      problem.show(error, typeof move === "string" ? move : "");
    }
  }

  function type() {
    if (typed.value.trim()) you(typed.value.trim());
  }

  function fail(error) {
    if (error.name === "AbortError") return;
    problem.show(error);
    say();
  }

  async function hint() {
    const mine = turn;
    const made = match.made.length;
    try {
      const answer = await match.hint();
      if (mine !== turn || made !== match.made.length) return;
      board.hint(answer.move);
      const reason = Array.isArray(answer.reason) ? answer.reason : [answer.reason].filter(Boolean);
      const part = answer.move?.part && manyParts(match.position) ? answer.move.part : 0;
      fill(advice, h("div", { class: "notice", data: { test: "hint-text" } },
        h("p", {}, t(answer.outcome === "D" ? "play.hintDraw" : !answer.move || answer.outcome === "P" ? "play.hintNone" : answer.outcome === "N" ? "play.hintMove" : "play.hintTry"), " ", answer.move && h("b", { class: "mono" }, moveName({ ...answer.move, part }))),
        reason.length > 0 && h("details", {}, h("summary", {}, t("solve.why")), h("pre", {}, reason.join("\n")))));
    } catch (error) { fail(error); }
  }

  function takeBack() {
    turn += 1;
    fill(after);
    fill(advice);
    problem.clear();
    if (match.undo()) next();
  }

  function changeSeats() {
    turn += 1;
    settings.first = settings.first === "y" ? "e" : "y";
    match.swap();
    root.querySelector(`[data-test="first"] input[value="${settings.first}"]`).checked = true;
    fill(advice);
    next();
  }

  function finish() {
    if (!match.made.some((move) => move.who === "y")) return;
    fill(after, review(match, {
      signal: ctx.signal,
      solveLink: (expr) => ctx.link(t("review.look"), "solve", { expr, play: settings.play, rules: settings.rules }),
      look: async (position) => {
        try {
          board.show(await boardOf({ expr: position, play: settings.play, rules: settings.rules }, { signal: ctx.signal, marks: true }), false);
          status.scrollIntoView({ block: "nearest" });
          fill(status, t("review.at"), " ", h("code", {}, position));
        } catch { /* no picture of it */ }
      },
    }));
  }

  begin(settings.expr, state.line ? fromLine(state.line) : []);
}

/** A move as it is told: with its part where there are several. */
const moveName = (move) => `${move.part ? `${t("solve.part", { n: move.part })} ` : ""}${pretty(move.text)}`;

const clamp = (text) => Math.max(0, Math.min(100, Math.round(Number(text) || 0)));
