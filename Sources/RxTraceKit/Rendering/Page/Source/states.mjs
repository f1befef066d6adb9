// The states of operators that keep one: what was there before each event, and after it.

/** The operators that handed on two elements or more: those that keep a state first, then in the order of the trace. */
export function statefulNodes(trace, homes) {
  const counts = new Map();
  const keepers = new Set();
  const handler = trace.operations.indexOf("handler");
  for (let call = 0; call < trace.count; call += 1) {
    const node = trace.node[call];
    if (node < 0) continue;
    if (isState(trace, call)) counts.set(homes[node], (counts.get(homes[node]) ?? 0) + 1);
    if (trace.operation[call] === handler && trace.words[trace.label[call]] === "accumulator") keepers.add(homes[node]);
  }
  trace.nodes.does.forEach((word, node) => {
    if (/\b(replays|accumulates)\b/.test(trace.words[word])) keepers.add(homes[node]);
  });
  return Array.from(counts.keys())
    .filter((node) => keepers.has(node) || counts.get(node) > 1)
    .sort((one, other) => Number(keepers.has(other)) - Number(keepers.has(one)) || one - other);
}

/** Whether a call hands on an element that is what its operator holds from then on. */
function isState(trace, call) {
  if (trace.kind[call] !== 1) return false;
  const role = trace.roles[trace.nodes.role[trace.node[call]]];
  const operation = trace.operations[trace.operation[call]];
  return role === "sink" ? operation === "forwardOn" : role === "subject" && operation === "on" && trace.type[call] === 0;
}

/** The calls by which an operator came to each of its states, in order. A subject's are told for each subscription once. */
export function statesOf(trace, homes, home) {
  const calls = [];
  for (let call = 0; call < trace.count; call += 1) {
    const node = trace.node[call];
    if (node >= 0 && homes[node] === home && isState(trace, call)) calls.push(call);
  }
  return calls;
}
