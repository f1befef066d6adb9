// The trace as columns: a call, node, subscription or thread is its position, and -1 stands for none.

const none = -1;

/** Positions that were written plus one, so that 0 says none. */
function links(column) {
  return Int32Array.from(column, (value) => value - 1);
}

/** Links to calls before: written as the distance, 0 for none. */
function distances(column) {
  return Int32Array.from(column, (value, call) => (value === 0 ? none : call - value));
}

export class Trace {
  /** @param data the object that the renderer wrote into the page */
  constructor(data) {
    if (data.format !== "rxtrace-page" || data.version !== 1) throw new Error("no trace this page can read");
    this.scenario = data.scenario;
    this.summary = data.summary;
    this.notes = data.notes;
    this.isWhole = data.isWhole;
    this.words = data.words;
    this.operations = data.operations;
    this.roles = data.roles;
    this.findings = data.findings;
    this.threads = data.threads;
    this.readCalls(data.calls);
    this.readNodes(data.nodes);
    this.readSubscriptions(data.subscriptions);
    this.sources = new Map(data.sources.map((source) => [source.file, new Map(source.lines)]));
    this.measure();
  }

  readCalls(calls) {
    this.count = calls.id.length;
    this.id = Int32Array.from(calls.id);
    this.parent = distances(calls.parent);
    this.cause = distances(calls.cause);
    this.origin = distances(calls.origin);
    this.operation = Uint8Array.from(calls.operation);
    this.node = links(calls.node);
    this.thread = Int32Array.from(calls.thread);
    this.subscription = links(calls.subscription);
    this.kind = Uint8Array.from(calls.kind);
    this.level = Uint8Array.from(calls.level);
    for (const key of ["type", "label", "value", "file", "line"]) this[key] = Int32Array.from(calls[key]);
    this.hasTimes = calls.start.length > 0;
    this.start = new Float64Array(this.count);
    this.duration = new Float64Array(this.count).fill(none);
    let time = 0;
    for (let call = 0; this.hasTimes && call < this.count; call += 1) {
      time += calls.start[call];
      this.start[call] = time;
      this.duration[call] = calls.duration[call] - 1;
    }
    this.createOperation = this.operations.indexOf("create");
    this.positions = undefined;
  }

  readNodes(nodes) {
    this.nodes = { ...nodes, owner: links(nodes.owner) };
    this.typeCounts = new Map();
    this.ordinals = nodes.type.map((type) => {
      const ordinal = (this.typeCounts.get(type) ?? 0) + 1;
      this.typeCounts.set(type, ordinal);
      return ordinal;
    });
  }

  readSubscriptions(rows) {
    this.subscriptions = { ...rows, parent: links(rows.parent), node: links(rows.node), count: rows.id.length };
  }

  /** What follows from the columns: the causal parent, the last call within each, and where things begin and end. */
  measure() {
    const { count, parent, cause } = this;
    this.above = Int32Array.from(parent, (value, call) => (cause[call] >= 0 ? cause[call] : value));
    this.last = new Int32Array(count);
    this.hasCalls = new Uint8Array(count);
    for (let call = count - 1; call >= 0; call -= 1) {
      this.last[call] = Math.max(this.last[call], call);
      const around = parent[call];
      if (around >= 0) this.last[around] = Math.max(this.last[around], this.last[call]);
      if (this.above[call] >= 0) this.hasCalls[this.above[call]] = 1;
    }
    const { subscriptions, nodes } = this;
    this.firstOfSubscription = new Int32Array(subscriptions.count).fill(none);
    this.lastOfSubscription = new Int32Array(subscriptions.count).fill(none);
    this.firstOfNode = new Int32Array(nodes.id.length).fill(none);
    this.endOfNode = new Int32Array(nodes.id.length).fill(count);
    this.operatorOfNode = new Int32Array(nodes.id.length);
    this.subscriptionOfNode = new Int32Array(nodes.id.length).fill(none);
    const dispose = this.operations.indexOf("dispose");
    const end = this.operations.indexOf("deinit");
    for (let call = 0; call < count; call += 1) {
      const subscription = this.subscription[call];
      if (subscription >= 0) {
        if (this.firstOfSubscription[subscription] < 0) this.firstOfSubscription[subscription] = call;
        this.lastOfSubscription[subscription] = call;
      }
      const node = this.node[call];
      if (node < 0) continue;
      if (this.firstOfNode[node] < 0) this.firstOfNode[node] = call;
      if (this.subscriptionOfNode[node] < 0) this.subscriptionOfNode[node] = subscription;
      const operation = this.operation[call];
      if (operation === this.createOperation) this.operatorOfNode[node] = this.label[call];
      if ((operation === dispose || operation === end) && this.endOfNode[node] === count) this.endOfNode[node] = call;
    }
    this.lastTime = 0;
    for (let call = 0; call < count; call += 1) {
      this.lastTime = Math.max(this.lastTime, this.start[call] + Math.max(0, this.duration[call]));
    }
  }

  /** Where a call begins on an axis of real time, or of steps, a call each. */
  beginning(call, byTime) {
    return byTime ? this.start[call] : call;
  }

  ending(call, byTime) {
    if (!byTime) return this.last[call] + 1;
    return this.duration[call] < 0 ? this.lastTime : this.start[call] + this.duration[call];
  }

  length(byTime) {
    return Math.max(1, byTime ? this.lastTime : this.count);
  }

  /** The position of the call with an id; -1 if the page does not hold it. */
  position(id) {
    this.positions ??= new Map(Array.from(this.id, (own, call) => [own, call]));
    return this.positions.get(id) ?? none;
  }

  /** Whether a call runs at a moment, on its thread's stack. */
  isRunning(call, moment) {
    return call <= moment && moment <= this.last[call];
  }

  /** Whether a subscription is live at a moment: from its first call to its last, or for ever. */
  isLive(subscription, moment) {
    const first = this.firstOfSubscription[subscription];
    if (first < 0 || moment < first) return false;
    return this.subscriptions.ended[subscription] === 0 || moment <= this.lastOfSubscription[subscription];
  }

  isNodeLive(node, moment) {
    return this.firstOfNode[node] >= 0 && this.firstOfNode[node] <= moment && moment <= this.endOfNode[node];
  }

  /** The subscription and all that operators made within it. */
  family(subscription) {
    const { parent, count } = this.subscriptions;
    const members = new Set([subscription]);
    for (let each = 0; each < count; each += 1) if (members.has(parent[each])) members.add(each);
    return members;
  }

  /** The user's subscription in which an operator made this one. */
  root(subscription) {
    const seen = new Set();
    let own = subscription;
    while (this.subscriptions.parent[own] >= 0 && !seen.has(own)) {
      seen.add(own);
      own = this.subscriptions.parent[own];
    }
    return own;
  }

  /** The operator's name a node goes by, such as `map`: its own or its owner's; empty where none is known. */
  operatorName(node) {
    const owner = this.nodes.owner[node];
    const word = this.operatorOfNode[owner >= 0 ? owner : node] || this.operatorOfNode[node];
    return word > 0 ? this.words[word] : "";
  }
}
