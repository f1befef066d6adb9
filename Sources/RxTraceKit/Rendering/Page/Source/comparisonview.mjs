// The differences on the screen: the old trace on the left, the new one on the right, a mark between them.

import { element, link, oncePerFrame } from "./dom.mjs";
import { changedWords, marks, placedWords } from "./comparison.mjs";
import { counted, shown } from "./text.mjs";

const comparedRowHeight = 22;
/** What an address says of one trace alone. */
const ownOfTrace = ["call", "subscription", "node", "edge", "box", "at", "range", "only", "line"];

export class ComparisonView {
  /**
   * @param traces `{ old, new }`
   * @param side which of them the other views show
   */
  constructor(container, state, comparison, traces, side) {
    Object.assign(this, { container, state, comparison, traces, side });
    this.isWhole = element("input", { type: "checkbox", onchange: () => this.lay() });
    this.ignoresPlaces = element("input", { type: "checkbox", onchange: () => this.ignore() });
    this.at = -1;
    const step = (sign, name, key, direction) =>
      element("button", { type: "button", title: `${name} (${key})`, "aria-label": name, "aria-keyshortcuts": key, onclick: () => this.go(direction) }, sign);
    const other = side === "old" ? "new" : "old";
    container.append(
      element(
        "div", { class: "bar" },
        element("span", { class: "note" }, `The other views show the ${side} trace.`),
        link(`Show the ${other} one`, () => this.change(other)),
        step("↑", "Difference before", "N", -1), step("↓", "Next difference", "n", 1),
        element("label", {}, this.ignoresPlaces, " ignore places"),
        element("label", {}, this.isWhole, " calls that are the same"),
      ),
      element("ul", { class: "summary", tabindex: "0", "aria-label": "differences" }, ...comparison.summary.map((line) => element("li", {}, shown(line)))),
    );
    container.append(element(
      "div", { class: "pair heads", "aria-hidden": "true" },
      ...["old", "new"].map((each) => element("bdi", { class: each }, `${each}: ${shown(traces[each].scenario)}`)),
    ));
    this.scroller = element("div", { class: "scroller compared", tabindex: 0, role: "table", "aria-label": "Calls of both traces" });
    this.sizer = element("div", { class: "sizer", role: "none" });
    this.scroller.append(this.sizer);
    container.append(this.scroller);
    this.draw = oncePerFrame(() => this.drawRows());
    this.scroller.addEventListener("scroll", this.draw, { passive: true });
    new ResizeObserver(this.draw).observe(this.scroller);
    state.watch((changed) => changed.has("chosen") && this.draw());
    this.lay();
  }

  /** The other trace is another page of the same file: it is opened anew. */
  change(side, call) {
    const parts = new URLSearchParams(location.hash.slice(1));
    // Ids are those of one trace; view and zoom stay.
    for (const key of ownOfTrace) parts.delete(key);
    parts.set("side", side);
    if (call !== undefined) parts.set("call", this.traces[side].id[call]);
    location.hash = parts.toString();
    location.reload();
  }

  ignore() {
    this.comparison.ignorePlaces(this.ignoresPlaces.checked, this.traces);
    this.at = -1;
    this.lay();
  }

  /** Goes to the next row that differs, or to the one before; of a call that this side lacks, the moment is at the one before. */
  go(direction) {
    const different = this.rows.flatMap(({ row }, index) => (row !== undefined && this.comparison.kind[row] !== "same" ? [index] : []));
    if (different.length === 0) return;
    const next = direction > 0 ? different.find((index) => index > this.at) : different.findLast((index) => index < this.at);
    this.at = next ?? (direction > 0 ? different[0] : different.at(-1));
    this.scroller.scrollTop = Math.max(0, this.at * comparedRowHeight - this.scroller.clientHeight / 3);
    const call = this.comparison.callAt(this.side, this.rows[this.at].row);
    if (call >= 0) this.state.choose("call", call);
    this.draw();
  }

  lay() {
    this.rows = this.comparison.shownRows(this.isWhole.checked);
    this.sizer.style.height = `${this.rows.length * comparedRowHeight}px`;
    this.scroller.setAttribute("aria-rowcount", String(this.rows.length));
    if (this.rows.length === 0) this.sizer.textContent = "The traces are the same.";
    this.draw();
  }

  drawRows() {
    const first = Math.floor(this.scroller.scrollTop / comparedRowHeight);
    const count = Math.ceil(this.scroller.clientHeight / comparedRowHeight) + 1;
    const made = this.rows.slice(first, first + count).map((row, index) => this.make(row, first + index));
    if (this.rows.length > 0) this.sizer.replaceChildren(...made);
  }

  make({ row, skipped }, index) {
    const style = `translateY(${index * comparedRowHeight}px)`;
    const made = element("div", { role: "row", class: "pair", "aria-rowindex": index + 1 });
    made.style.transform = style;
    if (skipped > 0) {
      made.append(element("span", { role: "cell", class: "note" }, `⋯ ${counted(skipped, "call")} the same`));
      return made;
    }
    const kind = this.comparison.kind[row];
    made.classList.add(kind);
    made.classList.toggle("at", index === this.at);
    made.append(
      this.cell("old", row),
      element("span", { role: "cell", class: "mark", "aria-label": kind }, marks[kind]),
      this.cell("new", row),
    );
    return made;
  }

  cell(side, row) {
    const call = this.comparison[side][row];
    const cell = element("span", { role: "cell", class: "side" });
    if (call < 0) return cell;
    const isChosen = side === this.side && this.state.chosen.kind === "call" && this.state.chosen.position === call;
    const words = placedWords(this.traces[side], call);
    const other = side === "old" ? "new" : "old";
    const counterpart = this.comparison[other][row];
    const parts = this.comparison.kind[row] === "changed" && counterpart >= 0
      ? changedWords(words, placedWords(this.traces[other], counterpart))
      : words.map(([kind, text]) => [kind, text, "", ""]);
    const text = words.map(([, word]) => word).join(" ");
    const button = link("", () => (side === this.side ? this.state.choose("call", call) : this.change(side, call)), {
      class: isChosen ? "call chosen" : "call", title: text,
    });
    for (const [kind, before, changed, after] of parts) {
      button.append(element("bdi", { class: kind }, before, changed === "" ? "" : element(side === "old" ? "del" : "ins", {}, changed), after), " ");
    }
    cell.append(button);
    cell.style.paddingLeft = `${Math.min(this.comparison.depth[row], 40) * 10 + 6}px`;
    return cell;
  }
}
