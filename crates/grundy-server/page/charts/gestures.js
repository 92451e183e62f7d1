// Gestures over a chart: wheel, drag, pinch, hover, click and keys become calls of a few handlers.

const STEP = 1.25;

/** Where an event happened, in CSS pixels of the element. */
function place(element, event) {
  const box = element.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

/**
 * Watches an element. Handlers, all optional: zoom(factor, x, y), pan(dx, dy), hover(x, y), leave(), click(x, y, event),
 * double(x, y), key(event) which returns whether it took the key, and refused() when a wheel was left to the page.
 *
 * The wheel zooms with Ctrl, or once the chart has the focus: a page that is scrolled past a chart goes on scrolling.
 * Returns what ends the watching.
 */
export function watchGestures(element, on) {
  const ended = new AbortController();
  const listen = (name, handler, options) =>
    element.addEventListener(name, handler, { signal: ended.signal, ...options });
  const pointers = new Map();
  let moved = 0;
  let pinched = false;

  const spread = () => {
    const [a, b] = [...pointers.values()];
    return { x: (a[0] + b[0]) / 2, y: (a[1] + b[1]) / 2, far: Math.hypot(a[0] - b[0], a[1] - b[1]) };
  };

  listen("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey && !element.contains(document.activeElement)) {
      on.refused?.();
      return;
    }
    event.preventDefault();
    const [x, y] = place(element, event);
    const unit = event.deltaMode === 1 ? 30 : event.deltaMode === 2 ? 300 : 1;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) on.pan?.(-event.deltaX * unit, 0);
    else on.zoom?.(Math.exp(-Math.max(-240, Math.min(240, event.deltaY * unit)) * 0.002), x, y);
  }, { passive: false });

  listen("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    pointers.set(event.pointerId, place(element, event));
    if (pointers.size === 1) {
      moved = 0;
      pinched = false;
    }
    element.setPointerCapture(event.pointerId);
  });

  listen("pointermove", (event) => {
    const now = place(element, event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      on.hover?.(...now);
      return;
    }
    if (pointers.size === 1) {
      moved += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
      if (moved > 4) on.pan?.(now[0] - before[0], now[1] - before[1]);
      pointers.set(event.pointerId, now);
      return;
    }
    if (pointers.size === 2) {
      pinched = true;
      const old = spread();
      pointers.set(event.pointerId, now);
      const fresh = spread();
      if (old.far > 0 && fresh.far > 0) on.zoom?.(fresh.far / old.far, fresh.x, fresh.y);
      on.pan?.(fresh.x - old.x, fresh.y - old.y);
    }
  });

  const up = (event) => {
    const known = pointers.delete(event.pointerId);
    if (known && event.type === "pointerup" && moved <= 4 && !pinched) on.click?.(...place(element, event), event);
  };
  listen("pointerup", up);
  listen("pointercancel", up);
  listen("pointerleave", () => pointers.size === 0 && on.leave?.());
  listen("dblclick", (event) => on.double?.(...place(element, event)));

  listen("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const middle = [element.clientWidth / 2, element.clientHeight / 2];
    let taken = on.key?.(event) ?? false;
    if (!taken && (event.key === "+" || event.key === "=")) {
      on.zoom?.(STEP * STEP, ...middle);
      taken = true;
    } else if (!taken && event.key === "-") {
      on.zoom?.(1 / (STEP * STEP), ...middle);
      taken = true;
    }
    if (taken) event.preventDefault();
  });

  return () => ended.abort();
}

/** A canvas that fills a host and keeps its size in device pixels; `draw` is called at most once a frame. */
export class Surface {
  constructor(host, draw) {
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    this.context = this.canvas.getContext("2d");
    host.append(this.canvas);
    this.draw = draw;
    this.asked = 0;
    this.observer = new ResizeObserver(() => this.fit(host));
    this.observer.observe(host);
    this.fit(host);
  }

  fit(host) {
    const ratio = Math.min(window.devicePixelRatio || 1, 3);
    const width = Math.max(1, host.clientWidth);
    const height = Math.max(1, host.clientHeight);
    if (width === this.width && height === this.height && ratio === this.ratio) return;
    Object.assign(this, { ratio, width, height });
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
    this.ask();
  }

  /** Asks for a drawing in the next frame. */
  ask() {
    if (this.asked) return;
    this.asked = requestAnimationFrame(() => {
      this.asked = 0;
      this.context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
      this.draw(this.context, this.width, this.height);
    });
  }

  end() {
    cancelAnimationFrame(this.asked);
    this.observer.disconnect();
    this.canvas.remove();
  }
}
