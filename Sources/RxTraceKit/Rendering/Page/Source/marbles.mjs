// The marbles of a chain: a row for each operator, subject and observer that its events passed.

const mostMarbleRows = 400;

/** The rows of a subscription and of those made within it, from the source down to the observer. */
export function marbleRows(trace, subscription) {
  if (subscription < 0) return { rows: [], left: 0 };
  const family = trace.family(trace.root(subscription));
  const forwardOn = trace.operations.indexOf("forwardOn");
  const on = trace.operations.indexOf("on");
  const sink = trace.roles.indexOf("sink");
  const observer = trace.roles.indexOf("observer");
  const subject = trace.roles.indexOf("subject");
  const sources = sourcesOf(trace, family);
  const rows = new Map();
  const add = (node, call) => {
    if (!rows.has(node)) rows.set(node, { node, calls: [], dropped: new Set(), lives: livesOf(trace, node, family) });
    rows.get(node).calls.push(call);
    if (trace.lost.has(call)) rows.get(node).dropped.add(call);
  };
  for (let call = 0; call < trace.count; call += 1) {
    if (trace.kind[call] === 0) continue;
    const node = trace.node[call];
    if (node < 0) continue;
    const role = trace.nodes.role[node];
    if (role === subject && trace.operation[call] === on && trace.type[call] === 0) {
      // What nobody got of a source that the chain was subscribed to belongs to its story.
      if (sources.has(node) || reaches(trace, call, family)) add(node, call);
      continue;
    }
    if (!family.has(trace.subscription[call])) continue;
    if (role === sink && trace.operation[call] === forwardOn) {
      add(node, call);
      // A sink that is disposed drops what it would pass on.
      if (trace.isWhole && !trace.hasCalls[call]) rows.get(node).dropped.add(call);
    } else if (role === observer && trace.operation[call] === on && trace.type[call] === 0) {
      add(node, call);
    }
  }
  const all = Array.from(rows.values());
  return { rows: inOrder(trace, all.slice(0, mostMarbleRows)), left: Math.max(0, all.length - mostMarbleRows) };
}

/** The subjects that the chain ever subscribed to. */
function sourcesOf(trace, family) {
  const subject = trace.roles.indexOf("subject");
  const sources = new Set();
  for (let call = 0; call < trace.count; call += 1) {
    const node = trace.node[call];
    const isSubscribe = trace.operation[call] === trace.subscribeOperation && node >= 0 && trace.nodes.role[node] === subject;
    if (isSubscribe && family.has(trace.subscription[call])) sources.add(node);
  }
  return sources;
}

/** The subscriptions of the chain in which a node is. */
function livesOf(trace, node, family) {
  return [...(trace.subscriptionsOfNode[node] ?? [])].filter((each) => family.has(each));
}

/** Whether a call leads directly to one of the subscriptions. */
function reaches(trace, call, family) {
  for (let each = call + 1; each <= trace.last[call]; each += 1) {
    if (trace.kind[each] > 0 && family.has(trace.subscription[each])) return true;
  }
  return false;
}

/** The rows by how deep their events are nested: who sends stands above who receives. */
function inOrder(trace, rows) {
  const depthOf = (call) => {
    let depth = 0;
    for (let each = call; each >= 0; each = trace.above[each]) depth += 1;
    return depth;
  };
  const keys = new Map();
  for (const row of rows) {
    const subscription = trace.subscriptionOfNode[row.node];
    let level = 0;
    for (let each = subscription; each >= 0 && level < 50; each = trace.subscriptions.parent[each]) level += 1;
    // A subscription made within stands above the one that receives from it.
    keys.set(row, [trace.roles[trace.nodes.role[row.node]] === "subject" ? -100 : -level, depthOf(row.calls[0])]);
  }
  return rows.sort((a, b) => {
    const [one, other] = [keys.get(a), keys.get(b)];
    return one[0] - other[0] || one[1] - other[1] || a.node - b.node;
  });
}
