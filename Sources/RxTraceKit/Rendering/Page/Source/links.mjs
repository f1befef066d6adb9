// Where each call that a zoom shows hangs in the tree, as `rxtrace tree` hangs it (FoldedTree.swift).

import { changesThread, introduces, isWork, namesEarly } from "./folding.mjs";

/** Hangs each call that shows below the nearest one above it that does; what came of work below what asked for it. */
export function linkRows(trace, zoom, shows) {
  const { count, parent, cause, operation, node, thread } = trace;
  const none = () => new Int32Array(count).fill(-1);
  const links = {
    up: none(), first: none(), next: none(), firstRoot: -1, depth: new Int32Array(count), flags: new Uint8Array(count),
    works: new Int32Array(count), firstWork: none(), causeAt: none(), kind: trace.kind, value: trace.value,
  };
  const { up, flags, works, firstWork, causeAt, depth } = links;
  const asksForWork = trace.operationRows.map((row) => row.asksForWork);
  const invoke = trace.operations.indexOf("invoke");
  // Of hidden calls: the nearest that shows, and whether a hop lies between.
  const nearest = none();
  const isBeyondHop = new Uint8Array(count);
  // Of shown calls: the work they are made in, and of work, who ran it.
  const turn = none();
  const scheduler = none();
  const isTold = seen(trace);
  let rootThread = -1;
  for (let call = 0; call < count; call += 1) {
    const asked = cause[call] >= 0 ? nearest[cause[call]] : -1;
    const around = parent[call] >= 0 && isBeyondHop[parent[call]] === 0 ? nearest[parent[call]] : -1;
    const beyond = cause[call] < 0 && parent[call] >= 0 && isBeyondHop[parent[call]] === 1 ? nearest[parent[call]] : -1;
    const isShown = shows(call);
    if (!isShown) {
      const above = cause[call] >= 0 ? cause[call] : parent[call];
      nearest[call] = above < 0 ? -1 : nearest[above];
      if (above >= 0 && (isBeyondHop[above] === 1 || cause[call] >= 0)) isBeyondHop[call] = 1;
      continue;
    }
    nearest[call] = call;
    const origin = asked >= 0 && asked !== around ? asked : beyond;
    let above = around;
    if (origin >= 0) {
      above = origin;
      flags[call] |= isWork;
      causeAt[call] = origin;
    }
    turn[call] = above < 0 ? -1 : operation[above] === invoke ? above : turn[above];
    if (operation[call] === invoke && origin >= 0 && asksForWork[operation[above]]) {
      scheduler[call] = node[above];
      works[above] += 1;
      if (firstWork[above] < 0) firstWork[above] = call;
      // A loop of turns goes on at one level, or it would be indented without end.
      const before = turn[above];
      if (before >= 0 && node[above] >= 0 && scheduler[before] === node[above]) {
        above = up[before];
        turn[call] = above < 0 ? -1 : turn[above];
      }
    }
    up[call] = above;
    depth[call] = above < 0 ? 0 : depth[above] + 1;
    if (rootThread < 0) rootThread = thread[call];
    if (thread[call] !== (above < 0 ? rootThread : thread[above])) flags[call] |= changesThread;
    isTold(call, links);
  }
  links.firstRoot = order(trace, shows, links);
  if (zoom < 2) takeEvents(trace, shows, links);
  return links;
}

/** Notes which calls are the first to speak of their subscription or node. */
function seen(trace) {
  const subscriptions = new Uint8Array(trace.subscriptions.count);
  const created = new Uint8Array(trace.nodes.id.length);
  const named = new Uint8Array(trace.nodes.id.length);
  const invoke = trace.operations.indexOf("invoke");
  return (call, { flags, causeAt }) => {
    const node = trace.node[call];
    const own = trace.subscription[call];
    if (trace.operation[call] === trace.subscribeOperation && own >= 0 && subscriptions[own] === 0) {
      subscriptions[own] = 1;
      flags[call] |= introduces;
    }
    if (node < 0) return;
    if (trace.operation[call] === trace.createOperation && created[node] === 0) {
      created[node] = 1;
      flags[call] |= introduces;
    }
    const isNamed = trace.type[call] === 0 && (trace.operation[call] !== invoke || causeAt[call] < 0);
    if (isNamed && named[node] === 0) {
      named[node] = 1;
      if (trace.nodes.early[node]) flags[call] |= namesEarly;
    }
  };
}

/** Puts each row at the end of its siblings: below another row, calls before work. */
function order(trace, shows, { up, first, next, flags }) {
  const { count } = trace;
  const last = new Int32Array(count).fill(-1);
  const lastCall = new Int32Array(count).fill(-1);
  let firstRoot = -1;
  let lastRoot = -1;
  for (let call = 0; call < count; call += 1) {
    if (!shows(call)) continue;
    const above = up[call];
    if (above < 0) {
      if (firstRoot < 0) firstRoot = call;
      else next[lastRoot] = call;
      lastRoot = call;
    } else if (flags[call] & isWork) {
      if (last[above] < 0) first[above] = call;
      else next[last[above]] = call;
      last[above] = call;
    } else {
      // Behind the calls that are there, before the work.
      const before = lastCall[above];
      next[call] = before < 0 ? first[above] : next[before];
      if (before < 0) first[above] = call;
      else next[before] = call;
      lastCall[above] = call;
      if (last[above] < 0 || last[above] === before) last[above] = call;
    }
  }
  return firstRoot;
}

/** Where a zoom hides the call that a closure ran in, the closure's row tells its event. */
function takeEvents(trace, shows, links) {
  const handler = trace.operations.indexOf("handler");
  links.kind = Uint8Array.from(trace.kind);
  links.value = Int32Array.from(trace.value);
  for (let call = 0; call < trace.count; call += 1) {
    const around = trace.parent[call];
    if (trace.operation[call] !== handler || trace.kind[call] > 0 || around < 0 || shows(around)) continue;
    links.kind[call] = trace.kind[around];
    links.value[call] = trace.value[around];
  }
}
