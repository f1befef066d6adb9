// The state that all views share: the moment of the replay, the thing that is chosen, the zoom, the range and the filter.

import { Graph } from "./graph.mjs";
import { homesOf, makersOf } from "./homes.mjs";
import { placeOf } from "./places.mjs";

export class State {
  constructor(trace) {
    this.trace = trace;
    /** The call that the replay stands at. */
    this.moment = 0;
    /** What the details show: a call, a subscription, a node, or an edge or box of the graph, by its position. */
    this.chosen = { kind: "call", position: 0 };
    this.zoom = 1;
    this.isPlaying = false;
    /** Whether somebody has chosen a moment. */
    this.hasMoved = false;
    this.found = new Int32Array(0);
    this.matches = this.found;
    /** The first and the last call that are looked at; undefined for all. */
    this.range = undefined;
    /** The operator that alone is looked at, by its node; undefined for all. */
    this.only = undefined;
    /** The line of source that alone is looked at, as a file's word and a number; undefined for all. */
    this.line = undefined;
    /** How calls differ from another trace's, by their positions. */
    this.marks = new Map();
    this.watchers = [];
    this.graphs = [];
  }

  /** @param watcher is told what changed: `moment`, `chosen`, `zoom`, `matches`, `kept`, `view`; `choice` where somebody
   * chose */
  watch(watcher) {
    this.watchers.push(watcher);
  }

  tell(...changes) {
    const changed = new Set(changes);
    for (const watcher of this.watchers) watcher(changed);
  }

  /** The graph at the zoom: that of the internals, or of the operators. */
  get graph() {
    const index = Math.min(this.trace.graphs.length - 1, this.zoom < 2 ? 0 : 1);
    this.graphs[index] ??= new Graph(this.trace, this.trace.graphs[index]);
    return this.graphs[index];
  }

  /** Chooses a thing; the replay goes to where it begins. */
  choose(kind, position) {
    if (position < 0) return;
    this.hasMoved = true;
    const { trace } = this;
    this.chosen = { kind, position };
    const first =
      kind === "call" ? position
        : kind === "subscription" ? trace.firstOfSubscription[position]
          : kind === "node" ? trace.firstOfNode[position] : -1;
    const isInside = kind === "node" && trace.isNodeThere(position, this.moment);
    const isLive = kind === "subscription" && trace.isLive(position, this.moment);
    if (first >= 0 && !isInside && !isLive) this.moment = first;
    this.tell("chosen", "moment", "choice");
  }

  /** Takes the replay to a call. A chosen call goes along; anything else that is chosen stays. */
  go(moment) {
    const bounded = Math.max(0, Math.min(this.trace.count - 1, moment));
    if (bounded === this.moment) return;
    this.hasMoved = true;
    this.moment = bounded;
    if (this.chosen.kind === "call") {
      this.chosen = { kind: "call", position: bounded };
      this.tell("moment", "chosen");
    } else {
      this.tell("moment");
    }
  }

  setZoom(zoom) {
    this.zoom = zoom;
    const { kind } = this.chosen;
    // Boxes and edges are those of one graph.
    if (kind === "box" || kind === "edge") this.chosen = { kind: "call", position: this.moment };
    this.tell("zoom", "chosen");
  }

  /** Narrows what is looked at to calls from one to another, or back to all. */
  setRange(range) {
    this.range = range;
    this.narrow();
  }

  /** Narrows what is looked at to an operator with its sinks, or back to all. */
  setOnly(node) {
    this.only = node;
    this.narrow();
  }

  /** Narrows what is looked at to a line of source, or back to all. */
  setLine(line) {
    this.line = line;
    this.narrow();
  }

  narrow() {
    this.matches = this.found.filter((call) => this.keeps(call));
    this.tell("kept", "matches");
  }

  get isNarrowed() {
    return [this.range, this.only, this.line].some((each) => each !== undefined);
  }

  /** By node, the operator that it is a part of. */
  get homes() {
    this.homesFound ??= homesOf(this.trace);
    return this.homesFound;
  }

  /** By node, the operator that made it for itself, and the words of operators that made subjects. */
  get makers() {
    this.makersFound ??= makersOf(this.trace, this.homes);
    return this.makersFound;
  }

  /** Whether a call is among those looked at. */
  keeps(call) {
    if (this.range && (call < this.range[0] || call > this.range[1])) return false;
    if (this.only !== undefined && !(this.trace.node[call] >= 0 && this.homes[this.trace.node[call]] === this.only)) return false;
    return this.line === undefined || String(placeOf(this.trace, call)) === String(this.line);
  }

  keepsBox({ nodes }) {
    return this.only === undefined || nodes.some((node) => this.homes[node] === this.only);
  }

  /** Whether the search found a call. */
  isMatch(call) {
    let low = 0;
    let high = this.matches.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.matches[middle] < call) low = middle + 1;
      else high = middle;
    }
    return this.matches[low] === call;
  }

  setMatches(found) {
    this.found = found;
    this.matches = found.filter((call) => this.keeps(call));
    this.tell("matches");
  }

  /** The subscription that is chosen, or that the chosen call or node belongs to; -1 if there is none. */
  get subscription() {
    const { kind, position } = this.chosen;
    if (kind === "subscription") return position;
    if (kind === "node") return this.trace.subscriptionOfNode[position];
    if (kind !== "call") return -1;
    for (let call = position; call >= 0; call = this.trace.above[call]) {
      if (this.trace.subscription[call] >= 0) return this.trace.subscription[call];
    }
    return -1;
  }

  /** The box of the graph in which what is chosen is; -1 for none. */
  get chosenBox() {
    const { kind, position } = this.chosen;
    const { graph, trace } = this;
    if (kind === "box") return position;
    if (kind === "subscription") return graph.boxOfSubscription[position] ?? -1;
    const node = kind === "node" ? position : kind === "call" ? trace.node[position] : -1;
    return node >= 0 ? graph.boxOfNode[node] : -1;
  }
}
