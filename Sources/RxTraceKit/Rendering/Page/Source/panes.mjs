// The panes: their borders are dragged, or moved by arrow keys; one of them can be made large.

import { element } from "./dom.mjs";

const step = 2;

export class Panes {
  /** @param main the element whose children they are */
  constructor(main) {
    this.main = main;
    this.shares = { across: 57, down: 56 };
    for (const [side, name] of [["across", "Border between views and calls"], ["down", "Border between calls and details"]]) {
      const isAcross = side === "across";
      const bar = element("div", {
        class: `splitter ${side}`, role: "separator", tabindex: 0, "aria-label": name, "aria-orientation": isAcross ? "vertical" : "horizontal",
        "aria-valuemin": 15, "aria-valuemax": 85,
        onpointerdown: (event) => this.drag(event, side),
        onkeydown: (event) => this.key(event, side),
        ondblclick: () => this.set(side, isAcross ? 57 : 56),
      });
      this[side] = bar;
      main.append(bar);
      this.set(side, this.shares[side]);
    }
    for (const id of ["views", "calls", "details"]) this.addButton(document.getElementById(id));
  }

  set(side, share) {
    const bounded = Math.max(15, Math.min(85, share));
    this.shares[side] = bounded;
    this.main.style.setProperty(`--${side}`, `${bounded}%`);
    this[side].setAttribute("aria-valuenow", String(Math.round(bounded)));
  }

  drag(event, side) {
    const bar = this[side];
    bar.setPointerCapture(event.pointerId);
    const move = (moved) => {
      const { left, top, width, height } = this.main.getBoundingClientRect();
      this.set(side, side === "across" ? ((moved.clientX - left) / width) * 100 : ((moved.clientY - top) / height) * 100);
    };
    bar.addEventListener("pointermove", move);
    bar.addEventListener("lostpointercapture", () => bar.removeEventListener("pointermove", move), { once: true });
    event.preventDefault();
  }

  key(event, side) {
    const [less, more] = side === "across" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    if (event.key !== less && event.key !== more) return;
    this.set(side, this.shares[side] + (event.key === more ? step : -step));
    event.preventDefault();
    event.stopPropagation();
  }

  addButton(pane) {
    const button = element("button", {
      type: "button", class: "enlarge", title: "Make large, or as it was", "aria-label": `Make ${pane.id} large`, "aria-pressed": "false",
      onclick: () => this.enlarge(pane.id),
    }, "⤢");
    (pane.querySelector("#tabs-bar") ?? pane).prepend(button);
  }

  /** Makes a pane as large as all, or the panes as they were. */
  enlarge(id) {
    const isLarge = this.main.dataset.large === id;
    if (isLarge) delete this.main.dataset.large;
    else this.main.dataset.large = id;
    for (const button of this.main.querySelectorAll(".enlarge")) {
      button.setAttribute("aria-pressed", String(!isLarge && button.closest("section").id === id));
    }
  }
}
