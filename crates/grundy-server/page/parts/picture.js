// The picture of a position: its spots can be clicked, or reached with the keys, and make moves.

import { fill, h, parseSvg } from "../dom.js";
import { t } from "../i18n.js";
import { pretty } from "./positions.js";

const MOST = 40;

/** Moves one of whose gestures has all the chosen spots. */
export const candidates = (moves, chosen) => moves.filter((move) => move.gestures?.some((gesture) => [...chosen].every((spot) => gesture.includes(spot))));

const finished = (move, chosen) => move.gestures.some((gesture) => gesture.length === chosen.size && gesture.every((spot) => chosen.has(spot)));

/** The spot that is nearest in the direction of an arrow key. */
function neighbour(spots, from, key) {
  const middle = (spot) => {
    const box = spot.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  let best = null;
  let least = Infinity;
  for (const spot of spots) {
    const [a, b] = middle(spot);
    const along = (a - x) * dx + (b - y) * dy;
    const aside = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    if (spot !== from && along > 0.5 && along + 2 * aside < least) {
      least = along + 2 * aside;
      best = spot;
    }
  }
  return best;
}

/** The width at which a picture is shown: never so small that its spots cannot be hit. */
function fit(svg, width) {
  const natural = Number(width) || Number.parseFloat(svg.getAttribute("width")) || 300;
  const height = Number.parseFloat(svg.getAttribute("height")) || natural;
  if (!svg.getAttribute("viewBox")) svg.setAttribute("viewBox", `0 0 ${natural} ${height}`);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.style.width = `${Math.round(natural * Math.max(1, Math.min(1.8, 520 / natural)))}px`;
  svg.style.minWidth = `${Math.round(natural * 0.85)}px`;
}

/** The picture. `played(move)` is called with a move; without it the picture only shows. */
export function picture({ played = null, test = "picture" } = {}) {
  const sheet = h("div", { class: "paper scroll", data: { test } });
  const choice = h("div", { class: "choice", aria: { live: "polite" }, data: { test: `${test}-choice` } });
  const element = h("div", { class: "picture" }, sheet, choice);
  let moves = [];
  let spots = [];
  let chosen = new Set();
  let on = false;

  const idOf = (spot) => spot.id.replace(/^spot-/, "");

  function restart() {
    chosen = new Set();
    refresh();
  }

  function refresh() {
    const left = candidates(moves, chosen);
    const live = new Set(left.flatMap((move) => move.gestures.filter((gesture) => [...chosen].every((spot) => gesture.includes(spot))).flat()));
    for (const spot of spots) {
      const id = idOf(spot);
      spot.classList.toggle("chosen", chosen.has(id));
      spot.classList.toggle("live", on && live.has(id));
      spot.classList.toggle("dead", on && chosen.size > 0 && !live.has(id));
      spot.setAttribute("aria-pressed", String(chosen.has(id)));
    }
    offer(left);
  }

  function offer(left) {
    if (chosen.size === 0 || left.length === 0) {
      fill(choice);
      return;
    }
    fill(choice,
      h("p", { class: "muted" }, t(left.some((move) => finished(move, chosen)) ? "picture.again" : "picture.which")),
      h("ul", { class: "chips" },
        left.slice(0, MOST).map((move) => h("li", {}, h("button", { type: "button", class: "small", onclick: () => play(move) }, pretty(move.label ?? move.text)))),
        h("li", {}, h("button", { type: "button", class: "small ghost", onclick: restart }, t("picture.cancel")))),
      left.length > MOST && h("p", { class: "muted" }, t("picture.more", { n: left.length - MOST })));
  }

  function play(move) {
    chosen = new Set();
    refresh();
    played(move);
  }

  function click(spot) {
    if (!on) return;
    const id = idOf(spot);
    if (chosen.has(id)) {
      // A second click says that the move is complete, where a larger one could have been meant.
      const meant = candidates(moves, chosen).find((move) => finished(move, chosen));
      if (meant) { play(meant); return; }
      chosen.delete(id);
    } else {
      const wider = new Set([...chosen, id]);
      chosen = candidates(moves, wider).length > 0 ? wider : new Set([id]);
    }
    const left = candidates(moves, chosen);
    if (left.length === 0) chosen.clear();
    else if (left.length === 1 && finished(left[0], chosen)) { play(left[0]); return; }
    refresh();
  }

  function prepare(titles) {
    spots.forEach((spot, i) => {
      spot.setAttribute("role", "button");
      spot.setAttribute("aria-label", titles.get(idOf(spot)) ?? spot.querySelector("title")?.textContent ?? idOf(spot));
      spot.setAttribute("tabindex", i === 0 ? "0" : "-1");
      spot.addEventListener("click", () => click(spot));
      spot.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          click(spot);
        } else if (event.key.startsWith("Arrow")) {
          event.preventDefault();
          const next = neighbour(spots, spot, event.key);
          if (!next) return;
          for (const other of spots) other.setAttribute("tabindex", other === next ? "0" : "-1");
          next.focus();
        } else if (event.key === "Escape") restart();
      });
    });
  }

  return {
    element,
    /** Shows an answer of /draw; its moves can be made where `active` is true. */
    show(answer, active = played !== null) {
      const svg = answer.svg ? parseSvg(answer.svg) : null;
      moves = answer.moves ?? [];
      chosen = new Set();
      on = active && played !== null;
      if (!svg) {
        fill(sheet, h("pre", { class: "instead" }, (answer.text ?? []).join("\n")));
        fill(choice);
        spots = [];
        return;
      }
      fit(svg, answer.width);
      svg.setAttribute("role", "group");
      svg.setAttribute("aria-label", t("picture.of", { position: answer.position }));
      const used = new Set(moves.flatMap((move) => (move.gestures ?? []).flat()));
      spots = [...svg.querySelectorAll(".spot")].filter((spot) => used.has(idOf(spot)));
      if (on) prepare(new Map((answer.spots ?? []).map((spot) => [spot.id, spot.title])));
      svg.classList.toggle("clickable", on);
      fill(sheet, svg);
      refresh();
    },
    /** Marks the spots of a move, as for a hint. */
    hint(move) {
      const gesture = new Set(moves.find((one) => one.to === move?.to && one.text === move?.text)?.gestures?.[0] ?? []);
      for (const spot of spots) spot.classList.toggle("hinted", gesture.has(idOf(spot)));
    },
    clear() {
      moves = [];
      spots = [];
      fill(sheet);
      fill(choice);
    },
  };
}
