// How often each value occurs: one bar for each value, by value or by count.

import { t } from "../i18n.js";
import { Plot } from "./plot.js";
import { grouped, ticks } from "./scale.js";
import { css } from "./theme.js";

/** A chart of pairs [value, count]; `isRare(value)` tells which bars are marked. */
export class Bars extends Plot {
  constructor(host, options) {
    super(host, { height: 220, ...options });
    this.items = [];
    this.order = "value";
    this.logarithmic = false;
    this.isRare = () => false;
  }

  /** The pairs, by value. */
  set(items) {
    this.given = items;
    this.items = this.order === "value" ? items : [...items].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    this.window.extend(0, Math.max(1, this.items.length));
    this.total = items.reduce((sum, [, count]) => sum + count, 0);
    this.ask();
  }

  arrange(order) {
    this.order = order;
    this.set(this.given ?? []);
  }

  height(count) {
    return this.logarithmic ? (count > 0 ? Math.log10(count) + 0.3 : 0) : count;
  }

  vertical(from, to) {
    let high = 1;
    for (let i = Math.max(0, Math.floor(from)); i < Math.min(to, this.items.length); i += 1) {
      if (this.items[i][1] > high) high = this.items[i][1];
    }
    this.levels = null;
    if (!this.logarithmic) return [0, high * 1.06];
    this.levels = [];
    for (let power = 0; 10 ** power <= high; power += 1) this.levels.push(power);
    return [0, this.height(high) * 1.06];
  }

  axes(context) {
    if (!this.logarithmic) {
      super.axes(context);
      return;
    }
    const powers = this.levels;
    this.levels = [];
    super.axes(context);
    context.textAlign = "right";
    context.textBaseline = "middle";
    context.fillStyle = this.theme.soft;
    for (const power of powers) {
      const y = Math.round(this.y(power + 0.3)) + 0.5;
      context.strokeStyle = this.theme.line;
      context.beginPath();
      context.moveTo(this.area.x, y);
      context.lineTo(this.area.x + this.area.width, y);
      context.stroke();
      context.fillText(power < 4 ? String(10 ** power) : `10${[..."" + power].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[d]).join("")}`, this.area.x - 6, y);
    }
  }

  marksOfAxis(count) {
    return ticks(Math.ceil(this.window.from), Math.min(this.window.to, this.items.length) - 1, count)
      .concat(this.items.length === 1 ? [0] : []);
  }

  name(at) {
    return this.items[at] ? String(this.items[at][0]) : "";
  }

  tell(index) {
    const item = this.items[index];
    if (!item) return "";
    const share = (100 * item[1] / this.total).toPrecision(3);
    return t(this.isRare(item[0]) ? "sequence.barRare" : "sequence.bar",
      { value: grouped(item[0]), count: grouped(item[1]), share: Number(share) });
  }

  paint(context, area) {
    const space = area.width / this.window.span;
    const base = this.y(0);
    const start = Math.max(0, Math.floor(this.window.from));
    const end = Math.min(this.items.length, Math.ceil(this.window.to));
    const gap = space >= 4 ? Math.min(space * 0.2, 6) : 0;
    const wide = Math.min(Math.max(space - gap, 1), 60);
    const step = Math.max(1, Math.floor(1 / space));
    for (let i = start; i < end; i += step) {
      let best = this.items[i];
      for (let k = i + 1; k < Math.min(i + step, end); k += 1) if (this.items[k][1] > best[1]) best = this.items[k];
      const [value, count] = best;
      const y = Math.min(this.y(this.height(count)), base - 1);
      const x = this.x(i) + (space - wide) / 2;
      const rare = this.isRare(value);
      context.fillStyle = css(rare ? this.theme.mark : this.theme.data);
      context.fillRect(x, y, wide, base - y);
      // Rare values are hatched as well, so that colour is not all that tells them.
      if (rare && wide >= 5) {
        context.fillStyle = this.theme.paper;
        for (let at = base - 6; at > y; at -= 6) context.fillRect(x, at, wide, 1.5);
      }
      if (i === this.cursor) {
        context.strokeStyle = this.theme.text;
        context.strokeRect(x - 1, y - 1, wide + 2, base - y + 2);
      }
    }
  }
}
