// Values of heaps 0, 1, 2, … as they arrive, with their least and greatest over blocks, so that any stretch of
// millions of them is drawn without reading each.

const BLOCK = 64;
const START = 1 << 12;
const COUNTED = 1 << 24;

function grown(array, length) {
  if (array.length >= length) return array;
  const wider = new array.constructor(Math.max(length, array.length * 2));
  wider.set(array);
  return wider;
}

/** One level: the least and the greatest of each block of the level below. */
class Level {
  constructor() {
    this.least = new Uint32Array(START / BLOCK);
    this.greatest = new Uint32Array(START / BLOCK);
    this.length = 0;
  }

  room(length) {
    this.least = grown(this.least, length);
    this.greatest = grown(this.greatest, length);
  }
}

/** A growing array of values with levels of blocks above it; values above 65535 make it wide. */
export class Pyramid {
  constructor() {
    this.values = new Uint16Array(START);
    this.length = 0;
    this.greatest = 0;
    this.levels = [];
    this.counts = new Uint32Array(1 << 10);
    this.distinct = 0;
  }

  /** Appends values; they must start where the last ones ended. */
  append(list) {
    const from = this.length;
    const to = from + list.length;
    let greatest = this.greatest;
    for (let i = 0; i < list.length; i += 1) if (list[i] > greatest) greatest = list[i];
    if (greatest > 0xffff && this.values instanceof Uint16Array) this.values = Uint32Array.from(this.values);
    this.values = grown(this.values, to);
    this.values.set(list, from);
    this.length = to;
    this.greatest = greatest;
    this.count(list);
    this.raise(from);
  }

  /** Counts how often values occur; values above the bound are so rare each that nobody asks. */
  count(list) {
    this.counts = grown(this.counts, Math.min(this.greatest + 1, COUNTED));
    const { counts } = this;
    for (let i = 0; i < list.length; i += 1) {
      const value = list[i];
      if (value >= counts.length) continue;
      if (counts[value] === 0) this.distinct += 1;
      counts[value] += 1;
    }
  }

  /** Brings the levels up to date from value `from` on. */
  raise(from) {
    let start = from;
    let length = this.length;
    let below = null;
    for (let depth = 0; length > BLOCK; depth += 1) {
      const level = (this.levels[depth] ??= new Level());
      if (level.length === 0) start = 0;
      const first = Math.floor(start / BLOCK);
      const count = Math.ceil(length / BLOCK);
      level.room(count);
      const least = below ? below.least : this.values;
      const greatest = below ? below.greatest : this.values;
      for (let block = first; block < count; block += 1) {
        const end = Math.min((block + 1) * BLOCK, length);
        let low = 0xffffffff;
        let high = 0;
        for (let i = block * BLOCK; i < end; i += 1) {
          if (least[i] < low) low = least[i];
          if (greatest[i] > high) high = greatest[i];
        }
        level.least[block] = low;
        level.greatest[block] = high;
      }
      level.length = count;
      below = level;
      start = first;
      length = count;
    }
  }

  /** The least and greatest value of heaps `from` to `to`, exclusive; null where there is none. */
  range(from, to) {
    let low = 0xffffffff;
    let high = 0;
    let at = Math.max(0, from);
    const end = Math.min(to, this.length);
    if (at >= end) return null;
    while (at < end) {
      let depth = -1;
      let size = 1;
      while (depth + 1 < this.levels.length && at % (size * BLOCK) === 0 && at + size * BLOCK <= end) {
        depth += 1;
        size *= BLOCK;
      }
      const level = depth < 0 ? null : this.levels[depth];
      const index = at / size;
      const l = level ? level.least[index] : this.values[at];
      const h = level ? level.greatest[index] : this.values[at];
      if (l < low) low = l;
      if (h > high) high = h;
      at += size;
    }
    return [low, high];
  }

  /** How often each value occurs, as pairs [value, count], by value; null where there are more than `most`. */
  frequencies(most) {
    if (this.distinct > most) return null;
    const list = [];
    for (let value = 0; value <= this.greatest && value < this.counts.length; value += 1) {
      if (this.counts[value]) list.push([value, this.counts[value]]);
    }
    return list;
  }
}
