// A drawing in SVG that is moved by dragging and zoomed by the wheel.

import { largestScale } from "./graph.mjs";

export class MovedDrawing {
  /** @param svg the element; `place` has to be set, the width and height of what it draws */
  constructor(svg) {
    this.svg = svg;
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.press(event));
  }

  fit() {
    const margin = 24;
    const { width, height } = this.place;
    this.view = { x: -margin, y: -margin, width: width + 2 * margin, height: height + 2 * margin };
    // Little is not drawn larger than can be read well.
    const seen = this.svg.getBoundingClientRect();
    const least = 1 / largestScale;
    if (seen.width > 0 && this.scale(seen) < least) this.lookAt(width / 2, height / 2, seen.width * least, seen.height * least);
    this.showView();
  }

  /** Units of the drawing to a pixel. */
  scale(seen) {
    return Math.max(this.view.width / seen.width, this.view.height / seen.height);
  }

  lookAt(x, y, width, height) {
    this.view = { x: x - width / 2, y: y - height / 2, width, height };
  }

  showView() {
    const { x, y, width, height } = this.view;
    this.svg.setAttribute("viewBox", `${x} ${y} ${Math.max(1, width)} ${Math.max(1, height)}`);
  }

  zoomBy(factor, at = { x: 0.5, y: 0.5 }) {
    this.hasMoved = true;
    const { view } = this;
    const size = Math.min(20, Math.max(0.02, factor));
    view.x += view.width * at.x * (1 - size);
    view.y += view.height * at.y * (1 - size);
    view.width *= size;
    view.height *= size;
    this.showView();
  }

  wheel(event) {
    event.preventDefault();
    const bounds = this.svg.getBoundingClientRect();
    const at = { x: (event.clientX - bounds.left) / bounds.width, y: (event.clientY - bounds.top) / bounds.height };
    this.zoomBy(Math.exp(event.deltaY / 400), at);
  }

  press(event) {
    let last = [event.clientX, event.clientY];
    const move = (moved) => {
      const bounds = this.svg.getBoundingClientRect();
      const scale = Math.max(this.view.width / bounds.width, this.view.height / bounds.height);
      this.view.x -= (moved.clientX - last[0]) * scale;
      this.view.y -= (moved.clientY - last[1]) * scale;
      last = [moved.clientX, moved.clientY];
      this.hasMoved = true;
      this.showView();
    };
    const release = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", release);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", release);
  }
}
