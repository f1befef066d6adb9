// The states of operators that keep one: what was there before each event, and after it.

/** The operators that had two states or more, or keep one: those that keep one first, then in the order of the trace. */
export function statefulNodes(trace, homes) {
  const finding = new Finding(trace, homes);
  const counts = new Map();
  for (let call = 0; call < trace.count; call += 1) {
    const home = finding.add(call);
    if (home >= 0) counts.set(home, (counts.get(home) ?? 0) + 1);
  }
  const { keepers } = finding;
  return Array.from(counts.keys())
    .filter((node) => keepers.has(node) || counts.get(node) > 1)
    .sort((one, other) => Number(keepers.has(other)) - Number(keepers.has(one)) || one - other);
}

/** The calls by which an operator came to each of its states, in order. */
export function statesOf(trace, homes, home) {
  const finding = new Finding(trace, homes);
  const calls = [];
  for (let call = 0; call < trace.count; call += 1) if (finding.add(call) === home) calls.push(call);
  return calls;
}

/** Finds states, call by call. */
class Finding {
  constructor(trace, homes) {
    Object.assign(this, { trace, homes });
    const operation = (name) => trace.operations.indexOf(name);
    [this.on, this.forwardOn, this.handler, this.subscribe] = ["on", "forwardOn", "handler", "subscribe"].map(operation);
    this.subject = trace.roles.indexOf("subject");
    this.sink = trace.roles.indexOf("sink");
    /** The operators that keep a state, and the subjects of which one is known. */
    this.keepers = new Set();
    this.known = new Set();
    trace.nodes.does.forEach((word, node) => {
      if (/\b(replays|accumulates)\b/.test(trace.words[word])) this.keepers.add(homes[node]);
    });
  }

  /** The operator that holds from a call on the element that the call hands on; -1 for none. */
  add(call) {
    const { trace, homes } = this;
    const node = trace.node[call];
    if (node < 0) return -1;
    const what = trace.operation[call];
    if (what === this.handler && trace.words[trace.label[call]] === "accumulator") this.keepers.add(homes[node]);
    if (trace.kind[call] !== 1) return -1;
    const isSubject = (each) => trace.nodes.role[each] === this.subject;
    if (what === this.on && trace.type[call] === 0 && isSubject(node)) {
      this.known.add(node);
      return node;
    }
    // What a subject's inside passes on is its own state, told once.
    if (what === this.forwardOn && trace.nodes.role[node] === this.sink) return isSubject(homes[node]) ? -1 : homes[node];
    return this.first(call);
  }

  /** A subject that replays gives its first value, which nobody sent to it, to who subscribes. */
  first(call) {
    const { trace } = this;
    const around = trace.parent[call];
    if (trace.operation[call] !== this.on || trace.type[call] !== 0 || around < 0 || trace.operation[around] !== this.subscribe) return -1;
    const node = trace.node[around];
    if (node < 0 || trace.nodes.role[node] !== this.subject || !this.keepers.has(node) || this.known.has(node)) return -1;
    this.known.add(node);
    return node;
  }
}
