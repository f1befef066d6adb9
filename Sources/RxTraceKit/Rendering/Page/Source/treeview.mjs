// The call tree on the screen: only the rows that can be seen are elements.

import { element, oncePerFrame } from "./dom.mjs";
import { marks } from "./comparison.mjs";
import { rowText, rowWords } from "./rowwords.mjs";
import { counted, grouped } from "./text.mjs";

const treeRowHeight = 22;
/** Browsers end an element's height somewhere above this: longer trees scroll by more than a row per row. */
const tallest = 8_000_000;
/** So many rows are put on paper. */
const mostPrinted = 5_000;
const zoomNames = ["user", "operators", "internals"];

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
    if (this.state.isNarrowed) this.tree = this.makeTree(zoom, (call) => this.state.keeps(call));
    else {
      if (!this.trees.has(zoom)) this.trees.set(zoom, this.makeTree(zoom));
      this.tree = this.trees.get(zoom);
    }
    const { chosen, moment } = this.state;
    const call = chosen.kind === "call" ? chosen.position : moment;
    const row = this.state.hasMoved ? this.tree.reveal(call) : this.tree.nearestRow(call);
    this.relay();
    // Before anybody chose, the tree stands at its beginning.
    if (this.state.hasMoved) this.show(row);
  }

  changed(changed) {
    if (changed.has("zoom") || changed.has("kept")) this.showZoom();
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
    // On paper all are there.
    if (this.seen) return;
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
    if (rows.isStep[index]) row.append(element("span", { class: "only", "aria-hidden": "true" }, "↳"));
    const mark = state.marks.get(call);
    if (mark) {
      row.classList.add(mark);
      row.append(element("span", { class: "mark", "aria-label": mark }, marks[mark]), " ");
    }
    this.addWords(row, index);
    return row;
  }

  addWords(row, index) {
    const { tree } = this;
    const { words, site } = rowWords(tree, index);
    for (const [kind, text] of words) {
      if (kind === "count") row.append(this.countButton(index, text), " ");
      else row.append(element("bdi", { class: kind }, text), " ");
    }
    if (tree.lost.has(tree.rows.call[index])) row.classList.add("lost");
    if (site) row.append(element("bdi", { class: "site" }, site));
  }

  /** Shows the calls that are one row each by itself, where they stand; and takes them together again. */
  countButton(index, text) {
    const isOpen = this.tree.isGroupOpen(index);
    const what = this.tree.rows.isRound[index] ? "round" : "call";
    const name = isOpen ? "take together again" : `show each ${what}`;
    return element("span", { class: "count", "data-group": "", title: `${name} (Enter)` }, isOpen ? `${text} ▾` : text);
  }

  /** What changes without the row being another: chosen, now, running, found. */
  mark(row, index) {
    const { state, tree } = this;
    const call = tree.rows.call[index];
    const { kind, position } = state.chosen;
    const isChosen = kind === "call" && tree.nearestRow(position) === index;
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

  toggleGroup(index) {
    this.tree.toggleGroup(index);
    this.relay();
    this.focusRow = Math.min(index, this.length - 1);
  }

  click(event) {
    const row = event.target.closest(".row");
    if (!row) return;
    const index = Number(row.dataset.row);
    this.focusRow = index;
    if (event.target.classList.contains("sign")) this.toggle(index);
    else if ("group" in event.target.dataset) this.toggleGroup(index);
    else this.state.choose("call", this.tree.rows.call[index]);
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
      const call = tree.rows.call[row];
      const isChosen = this.state.chosen.kind === "call" && this.state.chosen.position === call;
      if (tree.isGroup(row) && (isChosen || tree.rows.isRound[row])) this.toggleGroup(row);
      else this.state.choose("call", call);
    } else return;
    event.preventDefault();
    event.stopPropagation();
    this.draw();
  }

  /** A row as text. */
  textOf(index) {
    return rowText(this.tree, index);
  }

  /** Makes all rows elements, for paper, none of them folded or left out; or only those in sight. */
  print(isPrinting) {
    // Some browsers say so twice.
    if (isPrinting === (this.seen !== undefined)) return;
    this.container.classList.toggle("printing", isPrinting);
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    this.container.replaceChildren(this.spacer);
    if (!isPrinting) {
      this.tree = this.seen;
      this.seen = undefined;
      return void this.relay();
    }
    const { zoom } = this.state;
    this.seen = this.tree;
    this.tree = this.makeTree(zoom);
    this.container.prepend(element("p", { class: "note" }, `Calls at the zoom ${zoomNames[zoom]}`));
    for (let index = 0; index < Math.min(this.length, mostPrinted); index += 1) {
      const row = this.makeRow(index);
      this.rows.set(index, row);
      this.container.append(row);
    }
    if (this.length > mostPrinted) this.container.append(element("div", { class: "note" }, `and ${counted(this.length - mostPrinted, "row")} more`));
  }
}
