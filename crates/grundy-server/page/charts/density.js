// How often each value occurs in each column of pixels: what a chart of millions of heaps shows.

/** Heaps that are looked at in one frame. */
const AT_ONCE = 1_500_000;

/** Counts over columns of heaps and rows of values. Exact where time allows, else of a sample that is refined. */
export class Density {
  constructor() {
    this.key = "";
  }

  /**
   * Counts values[from..to) into `columns` and `rows` of values [low, high). Returns true when the counts are exact.
   * A window with more heaps than one frame can read gets a sample at once; each further call with the same
   * window reads on, and the exact counts take the sample's place when they are whole.
   */
  count(values, from, to, columns, low, high, rows) {
    const first = Math.max(0, Math.ceil(from));
    const last = Math.min(values.length, Math.floor(to));
    const key = [from, to, last, columns, low, high, rows].join();
    if (key === this.key) {
      if (this.next !== null) this.further(values);
      return this.next === null;
    }
    Object.assign(this, { key, from, to, columns, low, rows });
    this.across = columns / (to - from);
    this.down = rows / (high - low);
    this.counts = new Float32Array(columns * rows);
    if (last - first <= AT_ONCE) {
      this.scan(values, first, last, this.counts);
      this.next = null;
      return true;
    }
    this.sample(values, first, last);
    this.exact = new Float32Array(columns * rows);
    this.next = first;
    this.last = last;
    return false;
  }

  further(values) {
    const end = Math.min(this.next + AT_ONCE, this.last);
    this.scan(values, this.next, end, this.exact);
    this.next = end;
    if (end === this.last) {
      this.counts = this.exact;
      this.exact = null;
      this.next = null;
    }
  }

  scan(values, first, last, counts) {
    const { from, across, down, low, columns, rows } = this;
    const bottom = rows - 1;
    const right = columns - 1;
    for (let i = first; i < last; i += 1) {
      const column = Math.min(right, ((i - from) * across) | 0);
      const row = Math.min(bottom, Math.max(0, ((values[i] - low) * down) | 0));
      counts[row * columns + column] += 1;
    }
  }

  // The steps of the sample are not equal: with equal ones a period would be seen where there is none.
  sample(values, first, last) {
    const { from, across, down, low, columns, rows, counts } = this;
    const mean = (last - first) / (AT_ONCE / 3);
    const width = Math.max(1, Math.floor(mean * 2) - 1);
    let seed = 12345;
    for (let i = first; i < last;) {
      const column = Math.min(columns - 1, ((i - from) * across) | 0);
      const row = Math.min(rows - 1, Math.max(0, ((values[i] - low) * down) | 0));
      counts[row * columns + column] += mean;
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      i += 1 + (seed >>> 8) % width;
    }
  }

  /** The counts as an image in which a column's commonest values are strongest; row 0 is at the bottom. */
  image(context, colour) {
    const { columns, rows, counts } = this;
    if (!this.picture || this.picture.width !== columns || this.picture.height !== rows) {
      this.picture = context.createImageData(columns, rows);
    }
    const pixels = new Uint32Array(this.picture.data.buffer);
    const usual = Math.max(1, (this.to - this.from) / columns);
    // Alpha by the share of a value in its column; the least share can still be seen.
    const alphas = new Uint8Array(257);
    for (let i = 1; i <= 256; i += 1) alphas[i] = Math.round(255 * (0.32 + 0.68 * (i / 256) ** 0.6));
    const rgb = (colour[2] << 16) | (colour[1] << 8) | colour[0];
    for (let row = 0; row < rows; row += 1) {
      const line = (rows - 1 - row) * columns;
      const base = row * columns;
      for (let column = 0; column < columns; column += 1) {
        const count = counts[base + column];
        pixels[line + column] = count === 0 ? 0
          : ((alphas[Math.min(256, Math.max(1, Math.ceil(256 * count / usual)))] << 24) | rgb) >>> 0;
      }
    }
    return this.picture;
  }
}
