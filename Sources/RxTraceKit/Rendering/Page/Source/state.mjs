// The state that all views share: the moment of the replay, the thing that is chosen, the zoom.

export class State {
  constructor(trace) {
    this.trace = trace;
    /** The call that the replay stands at. */
    this.moment = 0;
    /** What the details show: a call, a subscription or a node, by its position. */
    this.chosen = { kind: "call", position: 0 };
    this.zoom = 1;
    this.isPlaying = false;
    /** Whether somebody has chosen a moment. */
    this.hasMoved = false;
    this.matches = new Int32Array(0);
    /** How calls differ from another trace's, by their positions. */
    this.marks = new Map();
    this.watchers = [];
  }

  /** @param watcher is told what changed: `moment`, `chosen`, `zoom`, `matches`; `choice` where somebody chose */
  watch(watcher) {
    this.watchers.push(watcher);
  }

  tell(...changes) {
    const changed = new Set(changes);
    for (const watcher of this.watchers) watcher(changed);
  }

  /** Chooses a thing; the replay goes to where it begins. */
  choose(kind, position) {
    if (position < 0) return;
    this.hasMoved = true;
    const first =
      kind === "call" ? position
        : kind === "subscription" ? this.trace.firstOfSubscription[position]
          : this.trace.firstOfNode[position];
    const isInside = kind === "node" && this.trace.isNodeLive(position, this.moment);
    const isLive = kind === "subscription" && this.trace.isLive(position, this.moment);
    this.chosen = { kind, position };
    if (first >= 0 && !isInside && !isLive) this.moment = first;
    this.tell("chosen", "moment", "choice");
  }

  /** Takes the replay to a call. A chosen call goes along; a chosen subscription or node stays. */
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
    this.tell("zoom");
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

  setMatches(matches) {
    this.matches = matches;
    this.tell("matches");
  }

  /** The subscription that is chosen, or that the chosen call or node belongs to; -1 if there is none. */
  get subscription() {
    const { kind, position } = this.chosen;
    if (kind === "subscription") return position;
    if (kind === "node") return this.trace.subscriptionOfNode[position];
    for (let call = position; call >= 0; call = this.trace.above[call]) {
      if (this.trace.subscription[call] >= 0) return this.trace.subscription[call];
    }
    return -1;
  }
}
