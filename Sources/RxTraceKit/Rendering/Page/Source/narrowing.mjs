// What alone is looked at: a range of calls, an operator and a line of source, with what is in it, and the way back to all.

import { element, link } from "./dom.mjs";
import { sums } from "./stats.mjs";
import { counted, duration, grouped, nodeName, siteText } from "./text.mjs";

export class Narrowing {
  constructor(container, state) {
    this.container = container;
    this.state = state;
    state.watch((changed) => (changed.has("kept") || changed.has("zoom")) && this.draw());
    this.draw();
  }

  draw() {
    const { state } = this;
    const { trace, range, only, line } = state;
    this.container.hidden = !state.isNarrowed;
    if (!state.isNarrowed) return;
    const parts = [];
    const whole = range ?? [0, trace.count - 1];
    const sum = sums(trace, whole, (call) => state.keeps(call));
    const seen = sums(trace, whole, (call) => state.keeps(call) && trace.isShown(call, state.zoom));
    if (range) parts.push(`@${trace.id[range[0]]} to @${trace.id[range[1]]}`);
    if (line !== undefined) parts.push(siteText(trace, line[0], line[1]));
    if (only !== undefined) parts.push(nodeName(trace, only));
    // Those that the zoom hides are not in the tree.
    const left = sum.calls > seen.calls ? ` (${grouped(seen.calls)} at this zoom)` : "";
    parts.push(counted(sum.calls, "call") + left, `${counted(sum.events, "event")} in`);
    if (sum.time !== undefined && range) parts.push(duration(sum.time));
    this.container.replaceChildren(
      element("span", {}, `Only ${parts.join(", ")} `),
      link("Show all (Esc)", () => this.clear()),
    );
  }

  clear() {
    const { state } = this;
    if (!state.isNarrowed) return;
    state.range = undefined;
    state.only = undefined;
    state.line = undefined;
    state.narrow();
  }
}
