// What is shown of a position: its picture with its moves, or, where there is none, its moves alone.

import { ask } from "../api.js";

/** Refusals about the position itself: another question would be refused, too. */
const FINAL = new Set(["parse", "domain", "rules", "offline", "io", "busy", "cancelled"]);

/**
 * The answer of /draw; where the position cannot be drawn, the moves from the graph of small positions,
 * with `svg` null; else `moves` null: then moves have to be typed.
 */
export async function boardOf(question, { signal, marks = false } = {}) {
  try {
    return await ask("/draw", { ...question, marks }, { signal });
  } catch (error) {
    if (error.name === "AbortError" || FINAL.has(error.kind)) throw error;
  }
  try {
    return fromGraph(question, await ask("/graph", { ...question, format: "json" }, { signal }));
  } catch (error) {
    // A game may have no graph and be played all the same, as a series of rounds.
    const whole = error.kind === "domain" && error.at === null;
    if (error.name === "AbortError" || (FINAL.has(error.kind) && !whole)) throw error;
  }
  return { position: question.expr, svg: null, text: [question.expr], moves: null, spots: [], complete: false, outcome: null };
}

function fromGraph(question, graph) {
  const top = graph.nodes[0];
  const moves = graph.arcs.filter((arc) => arc.from === top.id).flatMap((arc) => [...new Set(arc.moves)].map((text) => ({
    part: null, text, label: text, to: graph.nodes.find((node) => node.id === arc.to)?.position ?? null, good: arc.wins, gestures: [],
  })));
  return { position: question.expr, svg: null, text: [question.expr], moves, spots: [], complete: true, outcome: top.outcome };
}
