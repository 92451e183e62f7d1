// What a running sequence has told so far: values, progress, and at the end what was found.

import { stream } from "../api.js";
import { Pyramid } from "../charts/pyramid.js";

/** How many binary ones of a number are odd in number: 0 or 1, for numbers below 65536. */
const PARITY = new Uint8Array(1 << 16);
for (let i = 1; i < PARITY.length; i += 1) PARITY[i] = PARITY[i >> 1] ^ (i & 1);

/** Whether a number has an odd number of binary ones. */
function odd(number) {
  return PARITY[(number & 0xffff) ^ (number >>> 16)];
}

/** Most heaps with rare values that are kept: beyond, marking them tells nothing. */
const MOST_RARE = 200_000;

/** Most values whose frequencies are drawn. */
const MOST_BARS = 20_000;

/** One run of /sequence. */
export class Run {
  constructor(question) {
    this.question = question;
    this.data = new Pyramid();
    this.first = 0;
    this.progress = null;
    this.result = null;
    this.rare = [];
    this.rareValues = new Set();
    this.state = "waiting";
    this.started = performance.now();
  }

  /** Listens until the run ends; `changed()` is called after each event. Aborting the signal cancels the run. */
  async listen(signal, changed) {
    this.state = "running";
    try {
      await stream("/sequence", {
        progress: (progress) => {
          this.progress = progress;
          changed();
        },
        values: ({ from, values }) => {
          if (this.data.length === 0) this.first = from;
          if (from !== this.first + this.data.length) return;
          this.data.append(values);
          changed();
        },
        result: (result) => {
          this.result = result;
          if (this.data.length === 0) this.first = result.first ?? 0;
          this.findRare();
          changed();
        },
      }, { body: this.question, signal });
      this.state = this.result ? "done" : "stopped";
    } catch (error) {
      if (error.name !== "AbortError") {
        this.state = "failed";
        throw error;
      }
      this.state = "stopped";
    } finally {
      this.seconds = (performance.now() - this.started) / 1000;
      changed();
    }
  }

  /** All heaps with rare values. With `parity` common values depend on the heap: see `grundy sequence --help`. */
  findRare() {
    const { mask, parity, rare: told } = this.result;
    if (mask === null || mask === undefined) return;
    const { values, length } = this.data;
    const collect = (flip) => {
      const list = [];
      for (let i = 0; i < length && list.length < MOST_RARE; i += 1) {
        const ones = odd((values[i] & mask) >>> 0);
        const common = parity ? ones ^ ((i + this.first + flip) & 1) : ones;
        if (!common) list.push(i + this.first);
      }
      return list;
    };
    // Which parity of the heap belongs to an odd number of ones is told by the number of rare heaps.
    const lists = parity ? [collect(0), collect(1)] : [collect(0)];
    this.rare = lists.find((list) => list.length === told) ?? lists.sort((a, b) => a.length - b.length)[0];
    if (!parity) this.rareValues = new Set(this.rare.map((heap) => values[heap - this.first]));
  }

  /** How often each value occurs, so far or in the end, as pairs by value; null where they are too many to draw. */
  frequencies() {
    if (this.data.length > 0) return this.data.frequencies(MOST_BARS);
    const told = this.result?.frequencies ?? [];
    return told.length > MOST_BARS ? null : [...told].sort((a, b) => a[0] - b[0]);
  }

  /** How many heaps have the value 0, and how many values there are. */
  get zeros() {
    if (this.data.length > 0) return this.data.counts[0];
    return this.result?.frequencies?.find(([value]) => value === 0)?.[1] ?? 0;
  }

  get distinct() {
    return this.data.length > 0 ? this.data.distinct : this.result?.frequencies?.length ?? 0;
  }
}
