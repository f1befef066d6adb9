// The keys, and the list of them that `?` shows.

import { element } from "./dom.mjs";

const viewsOfOne = 7;

/** The keys with what they do; a page of two traces has one view more. */
const keyList = (count) => [
  [". ,", "a step on, a step back, by the calls that the zoom shows"],
  ["o", "step over: to the next call that is not made within this one"],
  ["c", "to the next event of the chosen chain"],
  ["p", "play, pause"],
  ["/", "search: words, next(3), File.swift:12, @12"],
  ["Enter, Shift-Enter", "in the search: to the next match, to the one before"],
  ...(count > viewsOfOne ? [["n, N", "to the next difference of the two traces, to the one before"]] : []),
  [`1 … ${count}`, "the views, from the left"],
  ["l", "make the views large, or as they were"],
  ["t", "the theme: as the system's, light, dark"],
  ["Esc", "leave the search; the range, the operator and the line that are looked at alone"],
  ["arrows, Home, End", "in the tree: move, open, close"],
  ["Enter", "in the tree: choose; once more, show each call of a row with ×"],
  ["+ − 0, arrows", "in marbles and timeline: zoom, show all, to the event before or after"],
  ["wheel, drag", "in marbles and timeline: zoom; choose a range"],
  ["?", "this list"],
];

export class Keys {
  /**
   * @param acts by key, what it does
   * @param views how many there are
   */
  constructor(acts, views) {
    this.acts = { ...acts, "?": () => this.show() };
    this.dialog = element(
      "dialog", { id: "keys", "aria-label": "Keys" },
      element("h2", {}, "Keys"),
      element("dl", {}, ...keyList(views).flatMap(([key, what]) => [element("dt", {}, element("kbd", {}, key)), element("dd", {}, what)])),
      element("form", { method: "dialog" }, element("button", {}, "Close")),
    );
    document.body.append(this.dialog);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  show() {
    if (!this.dialog.open) this.dialog.showModal();
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.dialog.open) return;
    const isTyping = event.target instanceof Element && event.target.matches("input[type=search], textarea, select");
    if (isTyping || !Object.hasOwn(this.acts, event.key)) return;
    event.preventDefault();
    this.acts[event.key]();
  }
}
