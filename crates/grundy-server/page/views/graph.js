// The game graph below a small position, to walk through.

import { ask } from "../api.js";
import { add, debounce, download, fill, h, latest, parseSvg } from "../dom.js";
import { t, tree } from "../i18n.js";
import { expressionLine } from "../parts/expression.js";
import { pretty } from "../parts/positions.js";
import { busy, chips, linkButton, playSwitch, rulesNote } from "../parts/ui.js";

export const title = "graph.title";
const FIRST = "kayles(5)";
const ZOOMS = [0.25, 0.35, 0.5, 0.7, 1, 1.4, 2];

export async function render(root, state, ctx) {
  let now = { ...state, expr: state.expr ?? FIRST };
  const next = latest(ctx.signal);
  let graph = null;
  let svg = null;
  let natural = 0;
  let zoom = null;
  let trail = [];

  const line = expressionLine({ value: now.expr, label: t("solve.position"),
    changed: (text) => { now = { expr: text.trim(), play: now.play, rules: now.rules }; later(); }, entered: () => later.now() });
  const sheet = h("div", { class: "paper scroll graph-sheet", tabindex: "0", role: "group", aria: { label: t("graph.title") }, data: { test: "graph" } });
  const panel = h("section", { class: "card node-panel", aria: { live: "polite", label: t("graph.node") }, data: { test: "node" } });
  const tools = h("div", { class: "actions" },
    h("button", { type: "button", class: "small", data: { test: "zoom-out" }, aria: { label: t("graph.smaller") }, onclick: () => step(-1) }, "−"),
    h("button", { type: "button", class: "small", data: { test: "zoom-in" }, aria: { label: t("graph.larger") }, onclick: () => step(1) }, "+"),
    h("button", { type: "button", class: "small", data: { test: "zoom-fit" }, onclick: () => { zoom = null; size(); } }, t("graph.fit")),
    h("button", { type: "button", class: "small", data: { test: "download-svg" }, onclick: () => graph && download("graph.svg", graph.svg, "image/svg+xml") }, t("graph.download")),
    linkButton());

  line.offerRules(now.rules, ctx.signal);
  add(root, h("h1", {}, t("graph.title")), h("p", { class: "lead" }, t("graph.lead")), rulesNote(now, ctx),
    h("section", { class: "card" }, line.element,
      h("div", { class: "row" }, playSwitch(now.play, (play) => { now = { ...now, play: play === "misere" ? play : "", at: "" }; later.now(); }),
        chips(tree("graph.examples"), (text) => { now = { expr: text, play: now.play }; line.set(text); later.now(); }))),
    h("div", { class: "columns graph-columns" }, h("section", { class: "card" }, sheet, tools), panel));

  const later = debounce(update, 300);

  async function update() {
    const question = now;
    if (!question.expr) return;
    const signal = next();
    const waiting = setTimeout(() => fill(sheet, busy()), 500);
    try {
      const answer = await ask("/graph", { expr: question.expr, play: question.play, rules: question.rules, format: "json" }, { signal });
      clearTimeout(waiting);
      line.error.clear();
      graph = answer;
      show();
      const at = graph.nodes.find((node) => node.position === question.at) ?? graph.nodes[0];
      trail = [];
      visit(at);
    } catch (error) {
      clearTimeout(waiting);
      if (error.name === "AbortError") return;
      line.error.show(error);
      if (sheet.querySelector('[data-test="busy"]')) fill(sheet);
    }
  }

  function show() {
    svg = parseSvg(graph.svg);
    if (!svg) return;
    natural = Number.parseFloat(svg.getAttribute("width")) || 600;
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    svg.classList.add("graph");
    svg.setAttribute("role", "group");
    fill(sheet, svg);
    size();
    for (const node of graph.nodes) {
      const drawn = svg.querySelector(`#position-${node.id + 1}`);
      if (!drawn) continue;
      drawn.setAttribute("role", "button");
      drawn.setAttribute("tabindex", "0");
      drawn.setAttribute("aria-label", `${node.position}, ${node.outcome}${node.value === null ? "" : `, ${node.value}`}`);
      drawn.addEventListener("click", () => visit(node));
      drawn.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); visit(node); }
      });
    }
  }

  function size() {
    if (!svg) return;
    const room = sheet.clientWidth - 28;
    const wide = Math.min(natural, Math.max(room, natural * 0.45));
    svg.style.width = `${Math.round(zoom === null ? wide : natural * ZOOMS[zoom])}px`;
    svg.style.maxWidth = "none";
  }

  function step(by) {
    if (!svg) return;
    const shown = svg.getBoundingClientRect().width / natural;
    const at = zoom ?? ZOOMS.reduce((best, one, i) => (Math.abs(one - shown) < Math.abs(ZOOMS[best] - shown) ? i : best), 0);
    zoom = Math.max(0, Math.min(ZOOMS.length - 1, at + by));
    size();
  }

  /** Goes to a node: marks it in the picture, and tells its moves. */
  function visit(node, back = false) {
    if (!back && trail.at(-1) !== node) trail.push(node);
    now = { ...now, at: node === graph.nodes[0] ? "" : node.position };
    ctx.save(now);
    for (const marked of svg?.querySelectorAll(".here, .next") ?? []) marked.classList.remove("here", "next");
    const drawn = drawing(node.id);
    drawn?.classList.add("here");
    drawn?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const arcs = graph.arcs.filter((arc) => arc.from === node.id);
    for (const arc of arcs) drawing(arc.to)?.classList.add("next");
    const values = [...new Set(arcs.map((arc) => byId(arc.to)?.value ?? null))].filter((value) => value !== null).sort((a, b) => a - b);
    const into = graph.arcs.filter((arc) => arc.to === node.id).length;
    fill(panel,
      h("div", { class: "outcome" }, h("span", { class: `np ${node.outcome === "N" ? "n" : "p"}` }, node.outcome),
        h("div", {}, h("div", { class: "sentence mono", data: { test: "node-position" } }, node.position),
          h("div", { class: "worth" }, node.value === null || node.value === undefined ? t(node.outcome === "N" ? "solve.next" : "solve.previous") : `mex {${values.join(", ")}} = ${node.value}`))),
      arcs.length === 0 ? h("p", {}, t(now.play === "misere" ? "graph.endMisere" : "graph.end")) : h("ul", { class: "moves", data: { test: "node-moves" } }, arcs.map((arc) => {
        const to = byId(arc.to);
        const names = [...new Set(arc.moves)];
        return h("li", {}, h("button", { type: "button", class: arc.wins ? "wins" : "", disabled: !to, onclick: () => { visit(to); panel.querySelector("button")?.focus(); } },
          h("span", {}, names.slice(0, 3).map(pretty).join(" · "), names.length > 3 ? " …" : ""),
          h("span", { class: "to" }, to ? [to.position, " ", h("b", {}, to.value ?? to.outcome)] : t("graph.wins"))));
      })),
      h("div", { class: "actions" },
        h("button", { type: "button", class: "small", disabled: trail.length < 2, data: { test: "node-back" }, onclick: () => { trail.pop(); visit(trail.at(-1), true); } }, t("graph.back")),
        node !== graph.nodes[0] && h("button", { type: "button", class: "small", data: { test: "node-root" }, onclick: () => ctx.go("graph", { ...now, expr: node.position, at: "" }) }, t("graph.below")),
        ctx.link(t("nav.solve"), "solve", { expr: node.position, play: now.play, rules: now.rules }, { class: "button small" }),
        ctx.link(t("solve.play"), "play", { expr: node.position, play: now.play, rules: now.rules }, { class: "button small" })),
      h("p", { class: "muted tip" }, t("graph.size", { nodes: graph.nodes.length, arcs: graph.arcs.length }), " ", into > 0 && t("graph.into", { n: into })));
  }

  /** A position in the picture, where the first one has the number 1. */
  const drawing = (id) => (id === null ? null : svg?.querySelector(`#position-${id + 1}`));
  const byId = (id) => graph.nodes.find((node) => node.id === id);

  update();
}
