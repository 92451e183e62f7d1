// A game between a reader and the engine: the moves made, whose turn it is, and who has won.
// Nothing is drawn here.

import { ask } from "../api.js";
import { manyParts } from "./positions.js";

const YOU = "y";
const ENGINE = "e";
export const DRAW = "draw";

/** The line of play as a short text for the address, and back. */
export const toLine = (made) => (made.length === 0 ? "" : JSON.stringify(made.map((move) => [move.who, move.text, move.position, move.part])));

export function fromLine(text) {
  try {
    const made = JSON.parse(text);
    return made.filter((one) => Array.isArray(one) && one.slice(0, 3).every((member) => typeof member === "string") && [YOU, ENGINE].includes(one[0]))
      .map(([who, move, position, part]) => ({ who, text: move, position, part: Number.isInteger(part) ? part : 0 }));
  } catch {
    return [];
  }
}

/** A match: `question` gives what goes with every request (play, rules); `signal` ends it. */
export class Match {
  constructor({ start, made = [], question, signal, first = YOU }) {
    this.start = start;
    this.made = made;
    this.question = question;
    this.signal = signal;
    this.first = first;
    this.winner = null;
    this.rounds = null;
  }

  get position() {
    return this.made.length > 0 ? this.made.at(-1).position : this.start;
  }

  /** Whose turn it is: "y" or "e". */
  get turn() {
    if (this.made.length === 0) return this.first;
    return this.made.at(-1).who === YOU ? ENGINE : YOU;
  }

  get over() {
    return this.winner !== null;
  }

  /** Whether the present position has come three times with the same player to move. */
  repeated() {
    const last = this.made.at(-1);
    return last !== undefined && this.made.filter((move) => move.who === last.who && move.position === last.position).length >= 3;
  }

  body(more = {}) {
    return { expr: this.position, ...this.question(), ...more };
  }

  /** Records an answer of /move or /reply by the player whose turn it is. */
  record(answer) {
    const who = this.turn;
    const other = who === YOU ? ENGINE : YOU;
    // A label has its part already, and may be in the reader's language.
    const part = !answer.label && answer.part && manyParts(this.position) ? answer.part : 0;
    if (answer.text !== null && answer.text !== undefined) this.made.push({ who, text: answer.label ?? answer.text, position: answer.position, part });
    if (answer.event === "next" && this.repeated()) this.winner = DRAW;
    if (answer.event === "won") this.winner = answer.winner === "mover" ? who : other;
    this.rounds = answer.event === "round" ? answer.rounds_left : null;
    return answer;
  }

  /** Your move: one that /draw listed, or a text as typed. */
  async move(move) {
    const several = move.label === undefined || move.label === move.text ? manyParts(this.position) : true;
    const text = typeof move === "string" ? move : move.part && several ? `${move.part}: ${move.text}` : move.text;
    return this.record(await ask("/move", this.body({ move: text }), { signal: this.signal }));
  }

  /** The engine's move; `skill` is the chance in percent that it looks for a winning one. */
  async reply(skill) {
    return this.record(await ask("/reply", this.body({ skill, seed: Math.floor(Math.random() * 2 ** 31) }), { signal: this.signal }));
  }

  hint() {
    return ask("/hint", this.body(), { signal: this.signal });
  }

  /** Whether a position without moves has been reached, as after a link was opened: asked of the picture's moves. */
  settle(noMoves, play) {
    if (!noMoves || this.over) return;
    const toMove = this.turn;
    const other = toMove === YOU ? ENGINE : YOU;
    this.winner = play === "misere" ? toMove : other;
  }

  /** Takes back moves until it is your turn again. */
  undo() {
    this.winner = null;
    const mine = this.made.findLastIndex((move) => move.who === YOU);
    if (mine < 0) return false;
    this.made.length = mine;
    return true;
  }

  /** Changes seats: what you did, the engine is taken to have done. */
  swap() {
    for (const move of this.made) move.who = move.who === YOU ? ENGINE : YOU;
    this.first = this.first === YOU ? ENGINE : YOU;
    if (this.winner) this.winner = this.winner === YOU ? ENGINE : YOU;
  }
}
