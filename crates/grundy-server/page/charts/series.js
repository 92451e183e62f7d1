// Values over heaps, from ten of them to many millions: points where there is room, else how dense the values lie.

import { t } from "../i18n.js";
import { Density } from "./density.js";
import { Plot } from "./plot.js";
import { grouped } from "./scale.js";
import { css } from "./theme.js";

/** The first place in a sorted array that is not below `value`. */
function lowerBound(list, value) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A chart of the values of a Pyramid; `first` is the heap of its first value. */
export class Series extends Plot {
  constructor(host, data, options) {
    super(host, options);
    this.data = data;
    this.first = options.first ?? 0;
    this.density = new Density();
    this.scratch = document.createElement("canvas");
    this.rare = [];
    this.marks = [];
    this.warm = options.warm ?? false;
    this.period = null;
    this.update();
  }

  /** Takes note of values that were appended. */
  update() {
    this.window.extend(this.first, this.first + Math.max(1, this.data.length));
    this.ask();
  }

  /** What was found out: heaps with rare values, a period {from, length}, and lines [{at, text}]. */
  explain({ rare, period, marks }) {
    if (rare) this.rare = rare;
    if (period !== undefined) this.period = period;
    if (marks) this.marks = marks;
    this.ask();
  }

  /** With `warm`, common values are orange and the marked ones blue, as P-positions are. */
  get common() {
    return this.warm ? this.theme.mark : this.theme.data;
  }

  get odd() {
    return this.warm ? this.theme.data : this.theme.mark;
  }

  vertical(from, to) {
    const range = this.data.range(Math.floor(from) - this.first, Math.ceil(to) - this.first) ?? [0, 1];
    const [low, high] = range;
    if (low <= (high - low) * 2) return [0, Math.max(4, high) + 1];
    return [Math.max(0, low - (high - low) * 0.05 - 1), high + Math.max(2, (high - low) * 0.05)];
  }

  tell(heap) {
    const width = Math.max(1, Math.round(this.window.span / this.area.width));
    const at = heap - this.first;
    if (width === 1 || at >= this.data.length) {
      return at < this.data.length ? t("sequence.at", { n: grouped(heap), value: grouped(this.data.values[at]) }) : "";
    }
    const start = Math.floor(at / width) * width;
    const end = Math.min(start + width, this.data.length);
    const [low, high] = this.data.range(start, end);
    return t("sequence.between", { from: grouped(start + this.first), to: grouped(end - 1 + this.first), low: grouped(low), high: grouped(high) });
  }

  paint(context, area) {
    this.shade(context, area);
    if (this.data.length > 0) {
      const space = area.width / this.window.span;
      if (space >= 1.5) this.points(context, area, space);
      else this.cloud(context, area);
    }
    this.lines(context, area);
    if (this.cursor !== null) this.cross(context, area);
  }

  /** Every other period is shaded, where one is wide enough to be seen. */
  shade(context, area) {
    if (!this.period) return;
    const { from, length } = this.period;
    const wide = length / this.window.span * area.width;
    context.fillStyle = this.theme.faint;
    if (wide < 5) {
      context.fillRect(this.x(from), area.y, Math.max(0, area.x + area.width - this.x(from)), area.height);
      return;
    }
    const start = Math.max(0, Math.floor((this.window.from - from) / length));
    for (let k = start; from + k * length < this.window.to; k += 1) {
      if (k % 2 === 0) context.fillRect(this.x(from + k * length), area.y, wide, area.height);
    }
  }

  points(context, area, space) {
    const start = Math.max(0, Math.floor(this.window.from - this.first));
    const end = Math.min(this.data.length, Math.ceil(this.window.to - this.first));
    const size = Math.min(4.5, Math.max(1.2, space * 0.32));
    const middle = (i) => this.x(i + this.first + 0.5);
    const { values } = this.data;
    if (space >= 4) {
      context.strokeStyle = this.theme.line;
      context.beginPath();
      for (let i = start; i < end; i += 1) {
        if (i === start) context.moveTo(middle(i), this.y(values[i]));
        else context.lineTo(middle(i), this.y(values[i]));
      }
      context.stroke();
    }
    const rare = new Set(this.rare.slice(lowerBound(this.rare, start + this.first), lowerBound(this.rare, end + this.first)));
    const common = css(this.common);
    const odd = css(this.odd);
    for (let i = start; i < end; i += 1) {
      context.beginPath();
      if (rare.has(i + this.first)) {
        // Rare values are told by their form too.
        context.fillStyle = odd;
        const r = size * 1.5;
        context.moveTo(middle(i), this.y(values[i]) - r);
        context.lineTo(middle(i) + r, this.y(values[i]));
        context.lineTo(middle(i), this.y(values[i]) + r);
        context.lineTo(middle(i) - r, this.y(values[i]));
      } else {
        context.fillStyle = common;
        context.arc(middle(i), this.y(values[i]), size, 0, 7);
      }
      context.fill();
    }
    if (space < 20) return;
    context.fillStyle = this.theme.text;
    context.textAlign = "center";
    context.textBaseline = "bottom";
    for (let i = start; i < end; i += 1) context.fillText(String(values[i]), middle(i), this.y(values[i]) - size - 2);
  }

  cloud(context, area) {
    const columns = Math.max(1, Math.round(area.width));
    const span = this.high - this.low;
    const rows = Math.max(1, Math.min(Math.ceil(span), Math.round(area.height)));
    const values = this.data.values.subarray(0, this.data.length);
    const exact = this.density.count(values, this.window.from - this.first, this.window.to - this.first, columns, this.low, this.high, rows);
    if (this.density.rendered !== this.density.counts || this.density.colour !== this.theme) {
      this.scratch.width = columns;
      this.scratch.height = rows;
      const pen = this.scratch.getContext("2d");
      pen.putImageData(this.density.image(pen, this.common), 0, 0);
      this.density.rendered = this.density.counts;
      this.density.colour = this.theme;
    }
    context.imageSmoothingEnabled = false;
    const band = area.height / rows;
    if (band >= 2.5) {
      const thick = Math.min(band * 0.85, 9);
      for (let row = 0; row < rows; row += 1) {
        const y = this.y(this.low + row * span / rows);
        context.drawImage(this.scratch, 0, rows - 1 - row, columns, 1, area.x, y - thick / 2, area.width, thick);
      }
    } else {
      context.drawImage(this.scratch, 0, 0, columns, rows, area.x, area.y, area.width, area.height);
    }
    this.oddities(context, area, columns);
    if (!exact) this.ask();
  }

  /** Heaps with rare values, one dot for each place of the screen that has some. */
  oddities(context, area, columns) {
    const from = lowerBound(this.rare, this.window.from);
    const to = lowerBound(this.rare, this.window.to);
    const seen = new Set();
    context.fillStyle = css(this.odd);
    for (let i = from; i < to; i += 1) {
      const x = Math.round(this.x(this.rare[i] + 0.5));
      const y = Math.round(this.y(this.data.values[this.rare[i] - this.first]));
      const key = y * columns * 4 + x;
      if (seen.has(key)) continue;
      seen.add(key);
      context.fillRect(x - 1.5, y - 1.5, 3, 3);
    }
  }

  lines(context, area) {
    context.textBaseline = "top";
    for (const { at, text } of this.marks) {
      if (at < this.window.from || at > this.window.to) continue;
      const x = Math.round(this.x(at)) + 0.5;
      context.strokeStyle = css(this.theme.mark);
      context.setLineDash([5, 4]);
      context.beginPath();
      context.moveTo(x, area.y);
      context.lineTo(x, area.y + area.height);
      context.stroke();
      context.setLineDash([]);
      const left = x > area.x + area.width / 2;
      context.textAlign = left ? "right" : "left";
      const wide = context.measureText(text).width;
      context.fillStyle = this.theme.paper;
      context.fillRect(left ? x - wide - 8 : x + 2, area.y, wide + 6, 16);
      context.fillStyle = this.theme.text;
      context.fillText(text, x + (left ? -5 : 5), area.y + 1);
    }
  }

  cross(context, area) {
    const heap = this.cursor - this.first;
    if (heap >= this.data.length) return;
    const x = this.x(this.cursor + 0.5);
    context.strokeStyle = this.theme.soft;
    context.beginPath();
    context.moveTo(x, area.y);
    context.lineTo(x, area.y + area.height);
    context.stroke();
    if (this.window.span > this.area.width * 1.5) return;
    context.beginPath();
    context.arc(x, this.y(this.data.values[heap]), 6, 0, 7);
    context.strokeStyle = this.theme.text;
    context.lineWidth = 2;
    context.stroke();
    context.lineWidth = 1;
  }
}
