// What was found out about a sequence: a table of facts, each with a sentence that says what it means.

import { grouped } from "../charts/scale.js";
import { add, fill, h } from "../dom.js";
import { t } from "../i18n.js";

/** A fact: name, what was found, and the sentence. */
const fact = (name, found, meaning, test) => h("tr", { data: { test: `fact-${test}` } },
  h("th", { scope: "row" }, name), h("td", {}, h("div", { class: "found" }, found), meaning && h("p", { class: "muted" }, meaning)));

function period(result) {
  const { period: length, preperiod: from, saltus, proved, theorem } = result;
  if (length === null || length === undefined) return fact(t("sequence.period"), t("sequence.noPeriod"), t("sequence.periodMeans"), "period");
  const what = t(saltus ? "sequence.periodSaltus" : "sequence.periodFound", { n: grouped(length), length: grouped(length), from: grouped(from), saltus: grouped(saltus) });
  const means = saltus ? t("sequence.saltusMeans", { length: grouped(length), from: grouped(from), saltus: grouped(saltus) })
    : t("sequence.lengthMeans", { length: grouped(length), from: grouped(from) });
  return fact(t("sequence.period"), [h("strong", {}, what), " ", h("span", { class: proved ? "badge proved" : "badge" }, t(proved ? "sequence.proved" : "sequence.observed"))],
    `${means} ${proved && theorem ? t("sequence.provedBy", { theorem }) : t(proved ? "sequence.provedMeans" : "sequence.observedMeans")}`, "period");
}

function sparse(result) {
  const { mask, parity, rare, last_rare: last } = result;
  if (mask === null || mask === undefined) return null;
  return [
    fact(t("sequence.sparse"), t("sequence.mask", { mask, binary: mask.toString(2) }), t(parity ? "sequence.sparseMeansParity" : "sequence.sparseMeans"), "sparse"),
    fact(t("sequence.rare"), t("sequence.rareFound", { n: grouped(rare), last: last === null ? "–" : grouped(last) }), t("sequence.rareMeans"), "rare"),
  ];
}

/** The facts of a run, what is known of them by now. */
export function factsOf(run) {
  const { data, result, progress } = run;
  const computed = result?.computed ?? (data.length || progress?.done || 0);
  const rows = h("tbody", {});
  add(rows, fact(t("sequence.computed"), computed > 0 ? t("sequence.computedFound", { last: grouped(computed - 1 + run.first) }) : "–",
    result?.engine ? t("sequence.engine", { engine: result.engine }) : t("sequence.computedMeans"), "computed"));
  if (result) {
    add(rows, period(result), sparse(result),
      fact(t("sequence.greatest"), t("sequence.greatestFound", { value: grouped(result.max), at: grouped(result.max_at) }), null, "greatest"));
  } else if (data.length > 0) {
    add(rows, fact(t("sequence.period"), run.state === "running" ? t("sequence.later") : "–", t("sequence.periodMeans"), "period"),
      fact(t("sequence.greatest"), grouped(data.greatest), null, "greatest"));
  }
  if (run.distinct > 0) {
    add(rows, fact(t("sequence.zero"), t("sequence.zeroFound", { n: grouped(run.zeros), values: grouped(run.distinct) }), t("sequence.zeroMeans"), "zero"));
  }
  return h("table", { class: "facts", data: { test: "facts" } }, h("caption", { class: "sr" }, t("sequence.facts")), rows);
}

/** The one sentence that is read aloud at the end. */
export function summary(run) {
  const { result } = run;
  if (!result) return "";
  const { period: length, preperiod: from, saltus, proved } = result;
  const found = length === null || length === undefined ? t("sequence.noPeriod")
    : `${t(saltus ? "sequence.periodSaltus" : "sequence.periodFound", { n: length, length, from, saltus })} (${t(proved ? "sequence.proved" : "sequence.observed")})`;
  return t("sequence.summary", { code: result.code, last: result.computed - 1, found, max: result.max });
}

/** Seconds in the unit that people would use. */
function duration(seconds) {
  const [unit, size] = [["days", 86400], ["hours", 3600], ["minutes", 60], ["seconds", 1]].find(([, least]) => seconds >= 2 * least) ?? ["seconds", 1];
  return t(`sequence.${unit}`, { n: Math.round(seconds / size) });
}

/** How far a run is: a bar and a line. */
export class ProgressLine {
  constructor() {
    this.bar = h("progress", { max: 1, value: 0, data: { test: "progress" }, aria: { label: t("sequence.progress") } });
    this.line = h("p", { class: "muted", data: { test: "progress-text" } });
    this.spoken = h("p", { class: "sr", role: "status" });
    this.element = h("div", { class: "progress-line" }, this.bar, this.line, this.spoken);
    this.said = 0;
  }

  show(run) {
    const { progress, state, result } = run;
    const now = performance.now();
    this.bar.hidden = state !== "running";
    if (state === "running") {
      // Some engines count steps, which say nothing to the reader.
      const counts = progress && progress.unit !== "steps";
      const done = counts ? progress.done : run.data.length;
      const total = counts ? progress.total ?? 0 : run.question.to + 1;
      // Without a total the bar only tells that something goes on.
      if (total > 0) this.bar.value = done / total;
      else this.bar.removeAttribute("value");
      const told = (show) => t(total > 0 ? "sequence.running" : "sequence.runningOpen", { done: show(done), total: show(total) });
      const seconds = progress?.seconds ?? 0;
      const speed = seconds > 0.2 ? done / seconds : 0;
      const left = speed > 0 && total > done ? (total - done) / speed : 0;
      fill(this.line, told(grouped),
        speed > 0 && ` · ${t("sequence.speed", { speed: grouped(Math.round(speed)) })}`,
        left > 1.5 && ` · ${t("sequence.left", { time: duration(left) })}`);
      if (now - this.said > 8000) {
        if (this.said > 0) this.spoken.textContent = told(String);
        this.said = now;
      }
      return;
    }
    const text = state === "done" ? summary(run) : state === "stopped" || (state === "failed" && run.data.length > 0) ? t("sequence.stopped", { done: grouped(run.data.length || progress?.done || 0) }) : "";
    if (text !== this.spoken.textContent) this.spoken.textContent = text;
    fill(this.line, state === "done" && result ? t("sequence.took", { seconds: run.seconds < 10 ? run.seconds.toFixed(1) : Math.round(run.seconds) }) : text);
  }
}
