// What each operator did: calls, events, time, waiting, and how many subscriptions of it were live at once.

import { isWaited } from "./waits.mjs";

/** The columns with their names, what they hold, and whether they are times. */
export const statsColumns = [
  { key: "calls", name: "calls", tip: "calls of the operator and its sinks" },
  { key: "events", name: "events", tip: "events it handed on" },
  { key: "own", name: "own time", tip: "time in its calls, without the calls made in them", isTime: true },
  { key: "waiting", name: "waiting", tip: "time that work it asked for waited to run", isTime: true },
  { key: "peak", name: "peak", tip: "the most of its subscriptions that were live at once" },
];

/**
 * The figures of each operator, in the order of the trace.
 * @param keeps of the calls, those that count
 * @param homes by node, the operator it is a part of
 */
export function statistics(trace, homes, keeps) {
  const rows = new Map();
  const row = (node) => {
    const home = homes[node];
    if (!rows.has(home)) rows.set(home, { node: home, calls: 0, events: 0, own: 0, waiting: 0, peak: 0 });
    return rows.get(home);
  };
  const within = trace.hasTimes ? timesWithin(trace) : undefined;
  const forwardOn = trace.operations.indexOf("forwardOn");
  const on = trace.operations.indexOf("on");
  const subject = trace.roles.indexOf("subject");
  for (let call = 0; call < trace.count; call += 1) {
    const node = trace.node[call];
    if (node < 0 || !keeps(call)) continue;
    const own = row(node);
    own.calls += 1;
    const what = trace.operation[call];
    if (trace.kind[call] > 0 && (what === forwardOn || (what === on && trace.nodes.role[node] === subject))) own.events += 1;
    if (within && trace.duration[call] >= 0) own.own += Math.max(0, trace.duration[call] - within[call]);
    if (isWaited(trace, call)) addWaiting(trace, call, row);
  }
  addPeaks(trace, homes, rows, keeps);
  return Array.from(rows.values());
}

/** By call, the time of the calls made in it on its thread. */
function timesWithin(trace) {
  const within = new Float64Array(trace.count);
  for (let call = 0; call < trace.count; call += 1) {
    const around = trace.parent[call];
    if (around >= 0 && trace.duration[call] > 0) within[around] += trace.duration[call];
  }
  return within;
}

/** Waiting is that of whoever asked: the nearest call with a node above the one that asked for the work. */
function addWaiting(trace, call, row) {
  const asked = trace.cause[call];
  let asker = trace.above[asked];
  while (asker >= 0 && trace.node[asker] < 0) asker = trace.above[asker];
  const node = asker >= 0 ? trace.node[asker] : trace.node[asked];
  if (node >= 0) row(node).waiting += Math.max(0, trace.start[call] - trace.start[asked]);
}

/** Goes along the beginnings and ends of subscriptions in the order of the calls. */
function addPeaks(trace, homes, rows, keeps) {
  const { subscriptions, firstOfSubscription, endOfSubscription } = trace;
  const turns = [];
  for (let each = 0; each < subscriptions.count; each += 1) {
    const first = firstOfSubscription[each];
    const node = subscriptions.node[each];
    if (first < 0 || node < 0) continue;
    turns.push([first, 1, homes[node]]);
    if (subscriptions.ended[each] > 0) turns.push([endOfSubscription[each], -1, homes[node]]);
  }
  turns.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const live = new Map();
  for (const [call, step, home] of turns) {
    const count = (live.get(home) ?? 0) + step;
    live.set(home, count);
    const own = rows.get(home);
    if (own && keeps(Math.min(call, trace.count - 1))) own.peak = Math.max(own.peak, count);
  }
}

/** The sums over a range of calls: time from the first to the last, events, and the calls. */
export function sums(trace, [first, last], keeps) {
  let calls = 0;
  let events = 0;
  let end = 0;
  for (let call = first; call <= last; call += 1) {
    if (!keeps(call)) continue;
    calls += 1;
    if (trace.kind[call] > 0) events += 1;
    end = Math.max(end, trace.start[call] + Math.max(0, trace.duration[call]));
  }
  return { calls, events, time: trace.hasTimes ? Math.max(0, end - trace.start[first]) : undefined };
}
