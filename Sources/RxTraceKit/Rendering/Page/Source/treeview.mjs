// The call tree on the screen: only the rows that can be seen are elements.

import { element, oncePerFrame } from "./dom.mjs";
import { marks } from "./comparison.mjs";
import { callWords, callText, grouped, siteText, subscriptionName } from "./text.mjs";

const treeRowHeight = 22;
/** Browsers end an element's height somewhere above this: longer trees scroll by more than a row per row. */
const tallest = 8_000_000;

export class TreeView {
  constructor(container, state, makeTree) {
    this.container = container;
    this.state = state;
    this.makeTree = makeTree;
    this.trees = new Map();
    this.rows = new Map();
    this.spacer = element("div", { class: "spacer", role: "none" });
    container.append(this.spacer);
    this.draw = oncePerFrame(() => this.drawRows());
    this.focusRow = 0;
    container.addEventListener("scroll", this.draw, { passive: true });
    container.addEventListener("keydown", (event) => this.key(event));
    container.addEventListener("click", (event) => this.click(event));
    new ResizeObserver(this.draw).observe(container);
    state.watch((changed) => this.changed(changed));
    this.showZoom();
  }

  get length() {
    return this.tree.length;
  }

  showZoom() {
    const { zoom } = this.state;
    if (!this.trees.has(zoom)) this.trees.set(zoom, this.makeTree(zoom));
    this.tree = this.trees.get(zoom);
    const { chosen, moment } = this.state;
    const call = chosen.kind === "call" ? chosen.position : moment;
    const row = this.state.hasMoved ? this.tree.reveal(call) : this.tree.nearestRow(call);
    this.relay();
    this.show(row);
  }

  changed(changed) {
    if (changed.has("zoom")) this.showZoom();
    // A choice opens the rows that hide it; the replay goes by the rows that are open.
    if (changed.has("choice") && this.state.chosen.kind === "call") {
      const before = this.length;
      const row = this.tree.reveal(this.state.chosen.position);
      if (before !== this.length) this.relay();
      this.show(row);
    } else if (changed.has("moment") && this.state.hasMoved) {
      this.show(this.tree.nearestRow(this.state.moment));
    }
    this.draw();
  }

  /** Takes new rows: those on the screen are made again. */
  relay() {
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    this.spacer.style.height = `${Math.min(tallest, this.length * treeRowHeight)}px`;
    this.draw();
  }

  /** How many rows lie above the upper edge. */
  get topRow() {
    const height = this.length * treeRowHeight;
    if (height <= tallest) return this.container.scrollTop / treeRowHeight;
    const way = Math.max(1, tallest - this.container.clientHeight);
    return (this.container.scrollTop / way) * (this.length - this.container.clientHeight / treeRowHeight);
  }

  scrollTo(row) {
    const height = this.length * treeRowHeight;
    const seen = this.container.clientHeight / treeRowHeight;
    const way = height <= tallest ? treeRowHeight : (tallest - this.container.clientHeight) / Math.max(1, this.length - seen);
    this.container.scrollTop = row * way;
  }

  /** Brings a row into sight. */
  show(row) {
    if (row < 0) return;
    this.focusRow = row;
    const seen = Math.max(1, Math.floor(this.container.clientHeight / treeRowHeight));
    const top = this.topRow;
    if (row < top || row > top + seen - 2) this.scrollTo(Math.max(0, row - Math.floor(seen / 3)));
    this.draw();
  }

  drawRows() {
    const top = this.topRow;
    const seen = Math.ceil(this.container.clientHeight / treeRowHeight) + 1;
    const first = Math.max(0, Math.floor(top));
    const end = Math.min(this.length, first + seen);
    for (const [index, row] of this.rows) {
      if (index < first || index >= end) {
        row.remove();
        this.rows.delete(index);
      }
    }
    const shift = this.container.scrollTop - top * treeRowHeight;
    let before = null;
    for (let index = end - 1; index >= first; index -= 1) {
      let row = this.rows.get(index);
      if (row === undefined) {
        row = this.makeRow(index);
        this.rows.set(index, row);
        this.container.insertBefore(row, before);
      }
      row.style.transform = `translateY(${shift + index * treeRowHeight}px)`;
      this.mark(row, index);
      before = row;
    }
    const focused = this.rows.get(this.focusRow);
    if (focused) this.container.setAttribute("aria-activedescendant", focused.id);
    else this.container.removeAttribute("aria-activedescendant");
  }

  makeRow(index) {
    const { tree, state } = this;
    const { trace } = state;
    const { rows } = tree;
    const call = rows.call[index];
    const row = element("div", {
      role: "treeitem",
      id: `row-${index}`,
      class: "row",
      "aria-level": rows.depth[index] + 1,
      "aria-setsize": rows.size[index],
      "aria-posinset": rows.place[index],
      "aria-expanded": tree.canOpen(index) ? String(rows.isOpen[index]) : undefined,
    });
    row.dataset.row = index;
    row.style.paddingLeft = `${Math.min(rows.indent[index], 60) * 14 + 4}px`;
    const sign = tree.canOpen(index) ? (rows.isOpen[index] ? "▾" : "▸") : "";
    row.append(element("span", { class: "sign", "aria-hidden": "true" }, sign));
    if (rows.isOnly[index]) row.append(element("span", { class: "only", "aria-hidden": "true" }, "↳"));
    const mark = state.marks.get(call);
    if (mark) {
      row.classList.add(mark);
      row.append(element("span", { class: "mark", "aria-label": mark }, marks[mark]), " ");
    }
    if (tree.isGroup(index)) row.append(element("span", { class: "count" }, `×${grouped(rows.count[index])}`), " ");
    this.addWords(row, trace, call);
    return row;
  }

  addWords(row, trace, call) {
    for (const [kind, text] of callWords(trace, call)) row.append(element("bdi", { class: kind }, text), " ");
    const subscription = trace.subscription[call];
    if (subscription >= 0 && trace.firstOfSubscription[subscription] === call) {
      const ended = trace.subscriptions.ended[subscription];
      const end = ended ? trace.words[ended] : "still live";
      row.append(element("span", { class: ended ? "note" : "note alive" }, `${subscriptionName(trace, subscription)}, ${end}`), " ");
    }
    if (trace.above[call] >= 0 && trace.thread[trace.above[call]] !== trace.thread[call]) {
      row.append(element("span", { class: "hop" }, `on ${trace.threads[trace.thread[call]]}`), " ");
    }
    const node = trace.node[call];
    const site =
      siteText(trace, trace.file[call], trace.line[call]) ||
      (node >= 0 && trace.firstOfNode[node] === call ? siteText(trace, trace.nodes.file[node], trace.nodes.line[node]) : "");
    if (site) row.append(element("bdi", { class: "site" }, site));
  }

  /** What changes without the row being another: chosen, now, running, found. */
  mark(row, index) {
    const { state, tree } = this;
    const call = tree.rows.call[index];
    const { kind, position } = state.chosen;
    const isChosen = kind === "call" && tree.rowOfCall[position] === index;
    row.setAttribute("aria-selected", String(isChosen));
    row.classList.toggle("chosen", isChosen);
    row.classList.toggle("focus", index === this.focusRow);
    row.classList.toggle("now", tree.nearestRow(state.moment) === index);
    row.classList.toggle("running", state.trace.isRunning(call, state.moment));
    row.classList.toggle("future", call > state.moment);
    row.classList.toggle("match", state.isMatch(call));
    row.classList.toggle(
      "kin",
      (kind === "subscription" && state.trace.subscription[call] === position) ||
        (kind === "node" && state.trace.node[call] === position),
    );
  }

  toggle(index) {
    if (!this.tree.canOpen(index)) return;
    this.tree.toggle(index);
    this.relay();
    this.focusRow = Math.min(index, this.length - 1);
  }

  click(event) {
    const row = event.target.closest(".row");
    if (!row) return;
    const index = Number(row.dataset.row);
    this.focusRow = index;
    if (event.target.classList.contains("sign") || (this.tree.isGroup(index) && !this.tree.rows.isOpen[index])) {
      this.toggle(index);
    } else {
      this.state.choose("call", this.tree.rows.call[index]);
    }
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { tree } = this;
    const row = this.focusRow;
    const page = Math.max(1, Math.floor(this.container.clientHeight / treeRowHeight) - 1);
    const moves = { ArrowDown: row + 1, ArrowUp: row - 1, PageDown: row + page, PageUp: row - page, Home: 0, End: this.length - 1 };
    if (event.key in moves) this.show(Math.max(0, Math.min(this.length - 1, moves[event.key])));
    else if (event.key === "ArrowRight") {
      if (tree.canOpen(row) && !tree.rows.isOpen[row]) this.toggle(row);
      else if (tree.canOpen(row)) this.show(row + 1);
    } else if (event.key === "ArrowLeft") {
      if (tree.canOpen(row) && tree.rows.isOpen[row]) this.toggle(row);
      else if (tree.rowAround(row) >= 0) this.show(tree.rowAround(row));
    } else if (event.key === "Enter" || event.key === " ") {
      if (tree.isGroup(row)) this.toggle(row);
      else this.state.choose("call", tree.rows.call[row]);
    } else return;
    event.preventDefault();
    event.stopPropagation();
    this.draw();
  }

  /** A row as text. */
  textOf(index) {
    return callText(this.state.trace, this.tree.rows.call[index]);
  }
}
