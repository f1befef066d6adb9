// A drawing along an axis of time or of steps: moved, zoomed and clicked. Views do the drawing.

import { element, oncePerFrame } from "./dom.mjs";

const colourNames = [
  "ink", "soft", "line", "ground", "accent", "event", "error", "end", "handler", "subscribe", "hop", "dispose", "wait", "chosen",
];

export class CanvasView {
  /** @param tools what stands in the bar above the drawing besides its own */
  constructor(container, state, label, tools = []) {
    this.container = container;
    this.state = state;
    // A step each shows everything; real time is mostly waiting.
    this.byTime = false;
    this.canvas = element("canvas", { tabindex: 0, role: "img", "aria-label": label });
    this.scroller = element("div", { class: "scroller" }, (this.sizer = element("div", { class: "sizer" }, this.canvas)));
    const button = (sign, name, act) => element("button", { type: "button", title: name, "aria-label": name, onclick: act }, sign);
    this.axis = element("button", { type: "button", class: "axis", onclick: () => this.changeAxis() });
    this.bar = element(
      "div", { class: "bar" }, ...tools,
      state.trace.hasTimes ? this.axis : undefined,
      button("−", "Zoom out", () => this.zoomBy(1.6)),
      button("+", "Zoom in", () => this.zoomBy(1 / 1.6)),
      button("↔", "Show all", () => this.fit()),
    );
    container.append(this.bar, this.scroller);
    this.draw = oncePerFrame(() => this.drawAll());
    new ResizeObserver(this.draw).observe(this.scroller);
    this.scroller.addEventListener("scroll", this.draw, { passive: true });
    this.canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.canvas.addEventListener("pointerdown", (event) => this.press(event));
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.canvas.addEventListener("pointermove", (event) => this.hover(event));
    this.canvas.addEventListener("pointerleave", () => this.tip.remove());
    this.tip = element("div", { class: "tip", "aria-hidden": "true" });
    state.watch((changed) => ["theme", "kept", "view"].some((change) => changed.has(change)) && this.draw());
    this.left = 0;
    this.nameAxis();
    this.fit();
  }

  nameAxis() {
    this.axis.textContent = this.byTime ? "real time" : "a step each";
    this.axis.setAttribute("aria-label", `Axis: ${this.axis.textContent}`);
  }

  changeAxis() {
    this.byTime = !this.byTime;
    this.nameAxis();
    this.fit();
  }

  /** Where the axis begins: at the first call, not with the process. */
  get least() {
    return this.byTime ? this.state.trace.firstTime : 0;
  }

  get most() {
    return this.state.trace.length(this.byTime);
  }

  get whole() {
    return Math.max(1, this.most - this.least);
  }

  fit() {
    this.from = this.least;
    this.to = this.least + this.whole;
    this.draw();
  }

  get plotWidth() {
    return Math.max(1, this.width - this.left - 8);
  }

  x(value) {
    return this.left + ((value - this.from) / (this.to - this.from)) * this.plotWidth;
  }

  value(x) {
    return this.from + ((x - this.left) / this.plotWidth) * (this.to - this.from);
  }

  zoomBy(factor, around = this.beginning(this.state.moment)) {
    const middle = Math.max(this.from, Math.min(this.to, around));
    const shortest = this.byTime ? 100 : 4;
    const length = Math.max(Math.min(shortest, this.whole), Math.min(this.whole, (this.to - this.from) * factor));
    const share = (middle - this.from) / (this.to - this.from);
    this.from = Math.max(this.least, Math.min(this.least + this.whole - length, middle - share * length));
    this.to = this.from + length;
    this.draw();
  }

  moveBy(pixels) {
    const way = (pixels / this.plotWidth) * (this.to - this.from);
    const bounded = Math.max(this.least - this.from, Math.min(this.least + this.whole - this.to, way));
    this.from += bounded;
    this.to += bounded;
    this.draw();
  }

  /** Moves what is shown so that a value is in it. */
  bring(value) {
    if (value >= this.from && value <= this.to) return;
    const length = this.to - this.from;
    this.from = Math.max(this.least, Math.min(this.least + this.whole - length, value - length / 3));
    this.to = this.from + length;
  }

  beginning(call) {
    return this.state.trace.beginning(call, this.byTime);
  }

  /** The wheel zooms; across, or with Shift, it moves. Where there is nothing left to zoom out, the page scrolls. */
  wheel(event) {
    const isAcross = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    const isWhole = this.to - this.from >= this.whole;
    if (!isAcross && event.deltaY > 0 && isWhole) return;
    if (isAcross) this.moveBy(event.deltaX || event.deltaY);
    else this.zoomBy(Math.exp(Math.max(-120, Math.min(120, event.deltaY)) / 300), this.value(event.offsetX));
    event.preventDefault();
  }

  /** A click chooses a call; dragging chooses a range, or moves with Shift. */
  press(event) {
    if (event.button !== 0) return;
    let last = event.clientX;
    let isDrag = false;
    const begin = event.offsetX;
    const edge = this.canvas.getBoundingClientRect().left;
    const move = (moved) => {
      if (!isDrag && Math.abs(moved.clientX - event.clientX) < 4) return;
      isDrag = true;
      if (event.shiftKey) this.moveBy(last - moved.clientX);
      else this.dragged = [begin, moved.clientX - edge].sort((one, other) => one - other);
      last = moved.clientX;
      this.draw();
    };
    const release = (released) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", release);
      if (!isDrag) this.click(event.offsetX, event.offsetY + this.scroller.scrollTop, released);
      else if (this.dragged) this.chooseRange(...this.dragged.map((x) => this.value(Math.max(this.left, x))));
      this.dragged = undefined;
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", release);
  }

  /** Looks at the calls that begin between two values of the axis alone. */
  chooseRange(from, to) {
    const { trace } = this.state;
    let first = -1;
    let last = -1;
    for (let call = 0; call < trace.count; call += 1) {
      const begin = this.beginning(call);
      if (begin < from || begin > to) continue;
      if (first < 0) first = call;
      last = call;
    }
    if (first >= 0) this.state.setRange([first, last]);
  }

  /** The text of what the pointer is over, from `tipAt`. */
  hover(event) {
    const text = this.tipAt?.(event.offsetX, event.offsetY + this.scroller.scrollTop);
    if (!text) return this.tip.remove();
    this.tip.textContent = text;
    if (!this.tip.isConnected) this.container.append(this.tip);
    const bounds = this.container.getBoundingClientRect();
    const [x, y] = [event.clientX - bounds.left, event.clientY - bounds.top];
    this.tip.style.left = `${Math.max(4, Math.min(bounds.width - this.tip.offsetWidth - 4, x + 12))}px`;
    this.tip.style.top = `${y + 16 + this.tip.offsetHeight > bounds.height ? y - this.tip.offsetHeight - 8 : y + 16}px`;
  }

  key(event) {
    const acts = {
      "+": () => this.zoomBy(1 / 1.6), "-": () => this.zoomBy(1.6), 0: () => this.fit(),
      ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1),
    };
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in acts)) return;
    event.preventDefault();
    acts[event.key]();
  }

  get isSeen() {
    return this.scroller.clientWidth > 0;
  }

  drawAll() {
    if (!this.isSeen) return;
    this.width = this.scroller.clientWidth;
    this.height = this.scroller.clientHeight;
    this.sizer.style.height = `${Math.max(this.contentHeight(), this.height)}px`;
    const scale = window.devicePixelRatio || 1;
    const { canvas } = this;
    if (canvas.width !== Math.round(this.width * scale) || canvas.height !== Math.round(this.height * scale)) {
      canvas.width = Math.round(this.width * scale);
      canvas.height = Math.round(this.height * scale);
      canvas.style.width = `${this.width}px`;
      canvas.style.height = `${this.height}px`;
    }
    const style = getComputedStyle(document.documentElement);
    this.colours = Object.fromEntries(colourNames.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    this.font = "12px system-ui, sans-serif";
    const context = canvas.getContext("2d");
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    context.font = this.font;
    context.textBaseline = "middle";
    this.context = context;
    this.paintRange(context);
    context.save();
    context.translate(0, -this.scroller.scrollTop);
    this.paint(context, this.scroller.scrollTop, this.scroller.scrollTop + this.height);
    context.restore();
    this.paintMoment(context);
  }

  /** The range that is looked at, and the one that is being dragged. */
  paintRange(context) {
    const { range, trace } = this.state;
    const chosen = range?.map((call, end) => this.x(end === 0 ? this.beginning(call) : trace.ending(call, this.byTime)));
    for (const ends of [chosen, this.dragged]) {
      if (!ends) continue;
      const [from, to] = [Math.max(this.left, ends[0]), Math.min(this.width, Math.max(ends[1], ends[0] + 2))];
      context.fillStyle = this.colours.chosen;
      if (to > from) context.fillRect(from, 0, to - from, this.height);
    }
  }

  paintMoment(context) {
    const x = this.x(this.beginning(this.state.moment));
    if (x < this.left || x > this.width) return;
    context.fillStyle = this.colours.accent;
    context.fillRect(Math.round(x) - 1, 0, 2, this.height);
  }

  /** Writes text, shortened so that it ends before `limit` pixels; nothing where that is too little. Of a name, its end tells it
   * from others: it stays, `isName` says. */
  write(context, text, x, y, limit, isName = false) {
    if (limit < 14) return;
    let cut = text;
    let count = text.length;
    // Most text is cut at the first guess: a second look only makes sure.
    while (count > 1 && context.measureText(cut).width > limit) {
      const share = limit / context.measureText(cut).width;
      count = Math.max(0, Math.min(count - 1, Math.floor(count * share) - 1));
      const end = isName ? count >> 1 : 0;
      cut = `${text.slice(0, count - end)}…${text.slice(text.length - end)}`;
    }
    if (cut !== "…") context.fillText(cut, x, y);
  }
}

/** The first index from which on `value(array[index])` is at least `bound`; the array's values only grow. */
export function firstAtLeast(array, bound, value, from = 0) {
  let low = from;
  let high = array.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value(array[middle]) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
