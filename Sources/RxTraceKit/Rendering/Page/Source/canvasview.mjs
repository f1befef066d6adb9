// A drawing along an axis of time or of steps: moved, zoomed and clicked. Views do the drawing.

import { element, oncePerFrame } from "./dom.mjs";

const colourNames = [
  "ink", "soft", "line", "ground", "accent", "event", "error", "end", "handler", "subscribe", "hop", "dispose", "wait",
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
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.draw);
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

  get whole() {
    return this.state.trace.length(this.byTime);
  }

  fit() {
    this.from = 0;
    this.to = this.whole;
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
    this.from = Math.max(0, Math.min(this.whole - length, middle - share * length));
    this.to = this.from + length;
    this.draw();
  }

  moveBy(pixels) {
    const way = (pixels / this.plotWidth) * (this.to - this.from);
    const bounded = Math.max(-this.from, Math.min(this.whole - this.to, way));
    this.from += bounded;
    this.to += bounded;
    this.draw();
  }

  /** Moves what is shown so that a value is in it. */
  bring(value) {
    if (value >= this.from && value <= this.to) return;
    const length = this.to - this.from;
    this.from = Math.max(0, Math.min(this.whole - length, value - length / 3));
    this.to = this.from + length;
  }

  beginning(call) {
    return this.state.trace.beginning(call, this.byTime);
  }

  wheel(event) {
    const isZoom = event.ctrlKey || event.metaKey || event.altKey;
    if (isZoom) this.zoomBy(Math.exp(event.deltaY / 200), this.value(event.offsetX));
    else if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) this.moveBy(event.deltaX || event.deltaY);
    else return;
    event.preventDefault();
  }

  press(event) {
    let last = event.clientX;
    let isDrag = false;
    const move = (moved) => {
      if (!isDrag && Math.abs(moved.clientX - event.clientX) < 4) return;
      isDrag = true;
      this.moveBy(last - moved.clientX);
      last = moved.clientX;
    };
    const release = (released) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", release);
      if (!isDrag) this.click(event.offsetX, event.offsetY + this.scroller.scrollTop, released);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", release);
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
    context.save();
    context.translate(0, -this.scroller.scrollTop);
    this.paint(context, this.scroller.scrollTop, this.scroller.scrollTop + this.height);
    context.restore();
    this.paintMoment(context);
  }

  paintMoment(context) {
    const x = this.x(this.beginning(this.state.moment));
    if (x < this.left || x > this.width) return;
    context.fillStyle = this.colours.accent;
    context.fillRect(Math.round(x) - 1, 0, 2, this.height);
  }

  /** Writes text, shortened so that it ends before `limit` pixels; nothing where that is too little. */
  write(context, text, x, y, limit) {
    if (limit < 14) return;
    let cut = text;
    // Most text is cut at the first guess: a second look only makes sure.
    while (cut.length > 1 && context.measureText(cut).width > limit) {
      const share = limit / context.measureText(cut).width;
      cut = `${cut.slice(0, Math.max(0, Math.min(cut.length - 2, Math.floor(cut.length * share) - 1)))}…`;
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
