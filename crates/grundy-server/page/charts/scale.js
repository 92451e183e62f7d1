// Scales of the charts: places of ticks, numbers as text, and the window of an axis that is zoomed.

/** Ticks at 1, 2 or 5 times a power of ten, at most `count` of them, between `low` and `high`. */
export function ticks(low, high, count, whole = true) {
  const span = high - low;
  if (!(span > 0) || count < 1) return [];
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  let step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= raw * 0.999) ?? 10 * power;
  if (whole) step = Math.max(1, Math.round(step));
  const list = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) list.push(at);
  return list;
}

/** A number with thin spaces between groups of three digits. */
export function grouped(number) {
  const text = String(number);
  return /^\d{5,}$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, "\u202f") : text;
}

/** A tick's text: 20k and 3M where the full number has no room. */
export function short(number) {
  if (number >= 1e6 && number % 1e5 === 0) return `${number / 1e6}M`;
  if (number >= 1e4 && number % 100 === 0) return `${number / 1e3}k`;
  return grouped(number);
}

/** A window [from, to) on an axis of [low, high), which can be zoomed and moved but never leaves it. */
export class Window {
  constructor(low, high, least = 4) {
    this.least = least;
    this.extend(low, high);
    this.all();
  }

  /** Sets the axis; a window that showed all of it goes on to do so. */
  extend(low, high) {
    const whole = this.whole;
    this.low = low;
    this.high = Math.max(high, low + this.least);
    if (whole) this.all();
    else this.set(this.from, this.to);
  }

  get whole() {
    return this.from === undefined || (this.from <= this.low && this.to >= this.high);
  }

  get span() {
    return this.to - this.from;
  }

  all() {
    this.from = this.low;
    this.to = this.high;
  }

  set(from, to) {
    if (!Number.isFinite(from + to)) return;
    const full = this.high - this.low;
    const span = Math.min(Math.max(to - from, Math.min(this.least, full)), full);
    const start = Math.min(Math.max(from, this.low), this.high - span);
    this.from = start;
    this.to = start + span;
  }

  /** Zooms by `factor` (above 1: closer) and keeps the place `at` where it is. */
  zoom(factor, at = (this.from + this.to) / 2) {
    const span = Math.max(this.span / factor, Math.min(this.least, this.high - this.low));
    const part = (at - this.from) / this.span;
    this.set(at - part * span, at - part * span + span);
  }

  move(by) {
    this.set(this.from + by, this.to + by);
  }
}
