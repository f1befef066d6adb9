// What each operator did: calls, subscriptions, events, time and waiting. The rules are those of `rxtrace stats`.

import { isWaited } from "./waits.mjs";

/** The columns with their names, what they hold, whether they are times, and whether a narrow page leaves them out. */
export const statsColumns = [
  { key: "calls", name: "calls", tip: "calls of the operator and its sinks" },
  { key: "subs", name: "subs", tip: "how often it was subscribed to", isMinor: true },
  { key: "peak", name: "peak", tip: "the most of these subscriptions that were alive at once; empty where that is not known", isMinor: true },
  { key: "in", name: "in", tip: "events handed to it" },
  { key: "out", name: "out", tip: "events it handed on, counted once per receiver" },
  { key: "drops", name: "drops", tip: "events that went nowhere: nobody was there, or it had ended", isMinor: true },
  { key: "closures", name: "closures", tip: "time in your closures, without the calls made from there", isTime: true, isMinor: true },
  { key: "own", name: "own time", tip: "time in its own calls, without closures and calls to others", isTime: true },
  { key: "waited", name: "waited", tip: "how long its elements waited to be handed on, or else its work to run", isTime: true, isMinor: true },
];

/**
 * The figures of each operator, in the order of the trace.
 * @param homes by node, the operator it is a part of
 * @param keeps of the calls, those that count
 */
export function statistics(trace, homes, keeps) {
  const adding = new Adding(trace, homes, keeps);
  for (let call = 0; call < trace.count; call += 1) adding.add(call);
  return adding.rows();
}

class Adding {
  constructor(trace, homes, keeps) {
    Object.assign(this, { trace, homes, keeps });
    this.totals = new Map();
    this.live = new Map();
    this.disposed = new Set();
    /** By the call that ends a subscription, the operators without a sink that it was subscribed to. */
    this.leaving = new Map();
    const operation = (name) => trace.operations.indexOf(name);
    this.operations = Object.fromEntries(["subscribe", "run", "on", "handler", "schedule", "hop", "invoke", "dispose", "mark"].map((name) => [name, operation(name)]));
    this.sink = trace.roles.indexOf("sink");
    this.subject = trace.roles.indexOf("subject");
    /** The operators that the trace has a sink of. */
    this.sinks = new Set(homes.filter((_, node) => trace.nodes.role[node] === this.sink));
    this.within = timesWithin(trace, this.operations.mark);
    /** By call, where the events come from that it hands on, if not from itself. */
    this.sendings = new Map();
    this.hasRun = new Set();
    this.kept = keptElements(trace);
    /** By operator, how long its elements waited: where they did, that counts, and not the work that handed them on. */
    this.elementWaits = new Map();
  }

  /** The operator of a call; -1 for none. */
  home(call) {
    const node = call < 0 ? -1 : this.trace.node[call];
    return node < 0 ? -1 : this.homes[node];
  }

  /** The call that runs around one, notes aside; -1 for none. */
  around(call) {
    const { parent, operation } = this.trace;
    let around = parent[call];
    while (around >= 0 && operation[around] === this.operations.mark) around = parent[around];
    return around;
  }

  /** Adds to a figure of an operator, if the call is one that counts. */
  count(home, key, call, more = 1) {
    if (home < 0 || !this.keeps(call)) return;
    this.row(home)[key] += more;
  }

  row(home) {
    if (!this.totals.has(home)) {
      this.totals.set(home, { node: home, calls: 0, subs: 0, peak: undefined, in: 0, out: 0, drops: 0, closures: 0, own: 0, waited: 0 });
    }
    return this.totals.get(home);
  }

  add(call) {
    const { trace, operations } = this;
    const home = this.home(call);
    const around = this.around(call);
    const what = trace.operation[call];
    for (const left of this.leaving.get(call) ?? []) this.live.set(left, this.live.get(left) - 1);
    this.count(home, "calls", call);
    this.addElements(call, home);
    if (what === operations.subscribe) this.addSubscription(call, home, around);
    else if (what === operations.run && trace.nodes.role[trace.node[call]] !== this.sink) this.notePeak(home, call);
    else if (what === operations.on) this.addEvent(call, home, around);
    else if (what === operations.schedule) this.sendings.set(call, this.sending(around)); // work may run in it, at once
    else if (what === operations.invoke) this.addWork(call, home);
    else if (what === operations.dispose) this.addDisposal(call, home);
    if (trace.lost.has(call)) this.count(home, "drops", call);
    if (this.within && trace.duration[call] >= 0) {
      this.count(home, this.isUserCode(call) ? "closures" : "own", call, Math.max(0, trace.duration[call] - this.within[call]));
    }
  }

  isUserCode(call) {
    const { operation, node } = this.trace;
    return operation[call] === this.operations.handler || (operation[call] === this.operations.invoke && node[call] < 0);
  }

  /** The user's subscribe calls the observable's own: together they are one. */
  addSubscription(call, home, around) {
    const { operation, node } = this.trace;
    if (home < 0 || (around >= 0 && operation[around] === this.operations.subscribe && node[around] === node[call])) return;
    this.count(home, "subs", call);
    this.live.set(home, (this.live.get(home) ?? 0) + 1);
    const isSubject = this.trace.nodes.role[node[call]] === this.subject;
    if (isSubject || !this.sinks.has(home)) this.leave(home, this.trace.subscription[call]);
    if (isSubject) this.notePeak(home, call);
  }

  /** What no sink ends, as none does for a subject, ends with the subscription that it is part of. */
  leave(home, subscription) {
    const { subscriptions, endOfSubscription } = this.trace;
    if (subscription < 0 || subscriptions.ended[subscription] === 0) return;
    const end = endOfSubscription[subscription];
    if (!this.leaving.has(end)) this.leaving.set(end, []);
    this.leaving.get(end).push(home);
  }

  notePeak(home, call) {
    if (home < 0 || !this.keeps(call)) return;
    this.row(home).peak = Math.max(this.row(home).peak ?? 0, this.live.get(home) ?? 0);
  }

  /** A sink's first disposal ends one subscription to its operator. */
  addDisposal(call, home) {
    const node = this.trace.node[call];
    if (node < 0 || this.trace.nodes.role[node] !== this.sink || this.disposed.has(node)) return;
    this.disposed.add(node);
    this.notePeak(home, call);
    this.live.set(home, Math.max(0, (this.live.get(home) ?? 0) - 1));
  }

  /** What an operator hands to an observer that works for it stays in it. */
  addEvent(call, home, around) {
    const from = this.sending(around);
    if (!isHandedIn(this.trace, call)) return void this.sendings.set(call, from);
    if (from.operator >= 0 && from.operator === home) return;
    this.count(home, "in", call);
    this.count(from.sender, "out", call);
  }

  /** Which operator sends the events that a call hands on, and whose call it is; -1 where that is not known, or nobody's. */
  sending(call) {
    if (call < 0 || this.isUserCode(call) && !this.sendings.has(call)) return { sender: -1, operator: -1 };
    const home = this.home(call);
    return this.sendings.get(call) ?? { sender: home, operator: home };
  }

  /** How long work waited counts for who asked for it, and for the scheduler. */
  addWork(call, home) {
    const { trace, operations } = this;
    const asked = trace.cause[call];
    if (asked < 0) return void this.sendings.set(call, { sender: home, operator: -1 });
    const isHop = trace.operation[asked] === operations.hop;
    this.sendings.set(call, { sender: isHop ? -1 : this.sending(asked).sender, operator: -1 });
    const scheduler = this.home(asked);
    const above = this.around(asked);
    const asker = isHop || above < 0 ? scheduler : this.home(above);
    if (!this.hasRun.has(asked) && isWaited(trace, call)) {
      const waited = Math.max(0, trace.start[call] - trace.start[asked]);
      for (const each of new Set([asker, scheduler])) this.count(each, "waited", call, waited);
    }
    this.hasRun.add(asked);
  }

  /** How long the elements that a call hands on were kept, and which it hands in. */
  addElements(call, home) {
    const { trace, kept } = this;
    if (!trace.hasTimes) return;
    const parts = trace.parts.get(call) ?? [];
    const origin = trace.origin[call];
    const from = origin >= 0 && !parts.includes(origin) ? [origin, ...parts] : parts;
    for (const each of from) {
      const keeper = kept.get(each) ?? -1;
      if (keeper < 0) continue;
      kept.set(each, -1);
      if (this.keeps(call)) this.elementWaits.set(keeper, (this.elementWaits.get(keeper) ?? 0) + trace.start[call] - trace.start[each]);
    }
    if (kept.has(call) && home >= 0 && !this.replays(trace.node[call])) kept.set(call, home);
  }

  /** Whether a node gives its elements to those who come late: their age matters to nobody. */
  replays(node) {
    const { does, owner } = this.trace.nodes;
    return [node, owner[node]].some((each) => each >= 0 && /\breplays\b/.test(this.trace.words[does[each]]));
  }

  rows() {
    for (const [home, waited] of this.elementWaits) if (waited > 0) this.row(home).waited = waited;
    return Array.from(this.totals.values());
  }
}

/** Whether a call hands an event to somebody. A struct around a sink, which has no identity, hands it to the sink's own `on`. */
function isHandedIn(trace, call) {
  return trace.operation[call] === trace.operations.indexOf("on") && trace.type[call] === 0;
}

/** The calls that handed in elements which others handed on later; by each, the operator that keeps its element: -1 for none. */
function keptElements(trace) {
  const kept = new Map();
  for (const origin of trace.origin) if (origin >= 0) kept.set(origin, -1);
  for (const parts of trace.parts.values()) for (const part of parts) kept.set(part, -1);
  return kept;
}

/** By call, the time of the calls made in it on its thread; notes do not count. Nothing where there are no times. */
function timesWithin(trace, mark) {
  if (!trace.hasTimes) return undefined;
  const within = new Float64Array(trace.count);
  for (let call = 0; call < trace.count; call += 1) {
    if (trace.operation[call] === mark || trace.duration[call] <= 0) continue;
    let around = trace.parent[call];
    while (around >= 0 && trace.operation[around] === mark) around = trace.parent[around];
    if (around >= 0) within[around] += trace.duration[call];
  }
  return within;
}

/** The sums over a range of calls: the time from the first to the last, the calls, and the events that were handed in. */
export function sums(trace, [first, last], keeps) {
  let calls = 0;
  let events = 0;
  let end = 0;
  for (let call = first; call <= last; call += 1) {
    if (!keeps(call)) continue;
    calls += 1;
    if (isHandedIn(trace, call)) events += 1;
    end = Math.max(end, trace.start[call] + Math.max(0, trace.duration[call]));
  }
  return { calls, events, time: trace.hasTimes ? Math.max(0, end - trace.start[first]) : undefined };
}
