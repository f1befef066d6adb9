// The graph's contents: boxes of nodes, and edges of the events that pass between them. Each operator is one box with its
// sinks; the library's own insides stay closed until they are opened.

export const edgeKinds = ["subscribe", "event", "schedule", "invoke", "dispose", "insert"];
/** From so many like boxes on, one stands for all. */
const leastLike = 4;
/** Above so many boxes, those of one type become one wherever they were made. */
const mostBoxes = 120;

export class Graph {
  /** @param opened the nodes whose insides are shown, or "all" */
  constructor(trace, opened = new Set(), hasInsides = false) {
    this.trace = trace;
    this.opened = opened;
    this.hasInsides = hasInsides;
    this.findMakers();
    this.place();
    this.connect();
    this.name();
  }

  /** For what the library made while it made something else, such as a command's own signals: that other node. */
  findMakers() {
    const { trace } = this;
    const { nodes, createOperation, operation, node, above, firstOfNode } = trace;
    this.maker = new Int32Array(nodes.id.length).fill(-1);
    for (let each = 0; each < nodes.id.length; each += 1) {
      const made = firstOfNode[each];
      // A place in the source shows that the user's code made it.
      if (made < 0 || nodes.file[each] > 0 || operation[made] !== createOperation) continue;
      let call = above[made];
      while (call >= 0 && operation[call] !== createOperation) call = above[call];
      if (call >= 0 && node[call] !== each) this.maker[each] = node[call];
    }
  }

  /** The node a node is drawn with when closed: its operator's observable, or what it is a part of. */
  home(node) {
    const { owner } = this.trace.nodes;
    let own = node;
    for (let steps = 0; steps < 50; steps += 1) {
      const next = owner[own] >= 0 ? owner[own] : this.maker[own];
      if (next < 0 || this.opened.has(next)) break;
      own = next;
    }
    return own;
  }

  isDrawn(node) {
    const { inside } = this.trace.nodes;
    return this.hasInsides || (inside[node] === 0 && inside[this.home(node)] === 0);
  }

  place() {
    const { trace } = this;
    const { nodes } = trace;
    const count = nodes.id.length;
    let drawn = Array.from({ length: count }, (_, node) => node).filter((node) => this.isDrawn(node) && trace.firstOfNode[node] >= 0);
    // Where nothing but insides is there, they are the story.
    if (drawn.every((node) => ["scheduler", "bag"].includes(trace.roles[nodes.role[node]]))) {
      drawn = Array.from({ length: count }, (_, node) => node);
    }
    const homes = new Map();
    for (const node of drawn) {
      const home = this.home(node);
      homes.set(node, this.hasInsides ? node : home);
    }
    const heads = Array.from(new Set(homes.values()));
    const likes = this.group(heads, (node) => this.key(node, true), leastLike);
    const groups = likes.count > mostBoxes ? this.group(heads, (node) => this.key(node, false), 2) : likes;
    this.boxes = [];
    const boxOfHead = new Map();
    for (const [key, members] of groups.members) {
      const isOpen = members.length > 1 && this.opened.has(key);
      const parts = isOpen || !groups.folds(members) ? members.map((node) => [node]) : [members];
      for (const part of parts) {
        const box = { index: this.boxes.length, node: part[0], count: part.length, key, nodes: part };
        for (const node of part) boxOfHead.set(node, box.index);
        this.boxes.push(box);
      }
    }
    this.boxOfNode = new Int32Array(count).fill(-1);
    for (const [node, head] of homes) this.boxOfNode[node] = boxOfHead.get(head);
    for (const box of this.boxes) box.hasInsides = false;
    for (let node = 0; node < count; node += 1) {
      const box = this.boxOfNode[node];
      if (box >= 0 && this.boxes[box].node !== node && this.boxes[box].count === 1) this.boxes[box].hasInsides = true;
    }
  }

  key(node, withPlace) {
    const { nodes, subscriptionOfNode, subscriptions } = this.trace;
    const own = [nodes.type[node], nodes.role[node], nodes.name[node]];
    if (withPlace) {
      const around = subscriptionOfNode[node];
      own.push(nodes.file[node], nodes.line[node]);
      if (around >= 0) own.push(subscriptions.file[around], subscriptions.line[around]);
    }
    return own.join(" ");
  }

  group(heads, key, least) {
    const members = new Map();
    for (const node of heads) {
      const own = key(node);
      if (!members.has(own)) members.set(own, []);
      members.get(own).push(node);
    }
    const folds = (nodes) => nodes.length >= least;
    let count = 0;
    for (const nodes of members.values()) count += folds(nodes) ? 1 : nodes.length;
    return { members, folds, count };
  }

  /** Counts what passes between boxes; each call knows the edge it went along. */
  connect() {
    const { trace, boxOfNode } = this;
    const running = new Int32Array(trace.count).fill(-1);
    this.edgeOfCall = new Int32Array(trace.count).fill(-1);
    this.edges = [];
    const found = new Map();
    const kindOf = trace.operationRows.map((row) => edgeKinds.indexOf(row.edge));
    const passesOn = trace.operationRows.map((row) => row.isPassedThrough);
    const invoke = trace.operations.indexOf("invoke");
    const add = (call, from, to, kind) => {
      const key = (from * this.boxes.length + to) * 8 + kind;
      let edge = found.get(key);
      if (edge === undefined) {
        edge = this.edges.length;
        found.set(key, edge);
        this.edges.push({ from, to, kind, count: 0, counts: [0, 0, 0, 0], values: [], first: call, calls: 0 });
      }
      const one = this.edges[edge];
      one.count += 1;
      one.counts[trace.kind[call]] += 1;
      if (one.values.length < 4 && trace.kind[call] === 1) one.values.push(trace.value[call]);
      this.edgeOfCall[call] = edge;
    };
    for (let call = 0; call < trace.count; call += 1) {
      const around = trace.above[call];
      const caller = around >= 0 ? running[around] : -1;
      const node = trace.node[call];
      const own = node >= 0 ? boxOfNode[node] : -1;
      const kind = kindOf[trace.operation[call]];
      if (kind >= 0 && own >= 0 && caller >= 0 && own !== caller) add(call, caller, own, kind);
      else if (own >= 0 && around >= 0 && trace.operation[around] === invoke && trace.cause[around] >= 0) {
        const scheduler = trace.node[trace.cause[around]];
        const from = scheduler >= 0 ? boxOfNode[scheduler] : -1;
        if (from >= 0 && from !== own) add(call, from, own, 3);
      }
      running[call] = passesOn[trace.operation[call]] ? caller : own >= 0 ? own : caller;
    }
    this.edges.sort((a, b) => a.first - b.first).forEach((edge, index) => {
      edge.number = index + 1;
    });
    // Sorting moved them: calls are led to their edge's new place.
    const places = new Map(this.edges.map((edge, index) => [(edge.from * this.boxes.length + edge.to) * 8 + edge.kind, index]));
    const old = Array.from(found.keys());
    for (let call = 0; call < trace.count; call += 1) {
      if (this.edgeOfCall[call] >= 0) this.edgeOfCall[call] = places.get(old[this.edgeOfCall[call]]);
    }
  }

  /** The words on each edge: the event's values where few, else how often. */
  name() {
    const { words } = this.trace;
    for (const edge of this.edges) {
      const [other, next, error, completed] = edge.counts;
      const parts = [];
      if (next > 0) {
        const values = edge.values.filter((value) => value > 0).map((value) => words[value].length > 14 ? `${words[value].slice(0, 13)}…` : words[value]);
        parts.push(next <= 3 && values.length === next ? values.join(", ") : `next ×${next}`);
      }
      if (error > 0) parts.push(error > 1 ? `error ×${error}` : "error");
      if (completed > 0) parts.push(completed > 1 ? `completed ×${completed}` : "completed");
      if (other > 1) parts.push(`×${other}`);
      edge.label = parts.join(" · ");
    }
  }
}
