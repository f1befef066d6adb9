// The trace as columns: a call, node, subscription or thread is its position, and -1 stands for none.

import { numbers, numbersFor, wholeNumbers } from "./columns.mjs";
import { shown } from "./text.mjs";

const none = -1;
/** By zoom, and by the level of a call, whether it shows: that of the user's code, of operators, of internals. */
const levelsOfZoom = [[true, false, false, true], [true, true, false, false], [true, true, true, true]];

/** Positions that were written plus one, so that 0 says none. */
export function links(column) {
  const made = wholeNumbers(column);
  for (let index = 0; index < made.length; index += 1) made[index] -= 1;
  return made;
}

/** Links to calls before: written as the distance, 0 for none. */
function distances(column) {
  const made = wholeNumbers(column);
  for (let call = 0; call < made.length; call += 1) made[call] = made[call] === 0 ? none : call - made[call];
  return made;
}

/** Calls that were written as the distance from the one before, each handed to `act`. */
export function eachCall(column, act) {
  let call = 0;
  for (const distance of numbers(column)) act((call += distance));
}

/** The same as a list. */
export function callsOf(column) {
  const made = wholeNumbers(column);
  for (let index = 1; index < made.length; index += 1) made[index] += made[index - 1];
  return made;
}

/** The columns of a table. */
function columnsOf(table) {
  return Object.fromEntries(Object.entries(table).map(([key, column]) => [key, numbers(column)]));
}

/** A way between boxes that events went. A long trace has many, of which few are looked at. */
class Way {
  constructor({ from, to, kind, calls }) {
    Object.assign(this, { from, to, kind, column: calls });
  }

  get calls() {
    this.callsFound ??= callsOf(this.column);
    return this.callsFound;
  }
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
    this.operations = data.operations.map((row) => row.name);
    this.operationRows = data.operations;
    this.roles = data.roles;
    this.findings = data.findings;
    this.threads = data.threads;
    this.graphs = data.graphs;
    this.chains = data.chains;
    // Events that nobody got: why, and the call that tells it.
    this.lost = new Map((data.lost ?? []).map(([call, word, link]) => [call, { sentence: shown(data.words[word]), link }]));
    this.readCalls(data.calls);
    // The calls that handed in the elements of which a call hands on one.
    this.parts = new Map(data.parts.map(([call, ...back]) => [call, back.map((distance) => call - distance)]));
    this.disposableNumbers = numbers(data.disposables ?? []);
    this.readNodes(data.nodes);
    this.readSubscriptions(data.subscriptions);
    this.sources = new Map(data.sources.map((source) => [source.file, new Map(source.lines)]));
    // What the lines of each file did, as rows of numbers.
    this.figures = new Map(data.sources.map((source) => [source.file, source.figures]));
    this.measure();
  }

  /** By call, the disposable that a subscribe returned, or that an insert or a remove was handed. */
  get disposables() {
    if (this.disposablesRead === undefined) {
      this.disposablesRead = new Map();
      const numbers = this.disposableNumbers;
      // Pairs: the distance from the call before, and the node.
      for (let index = 0, call = 0; index + 1 < numbers.length; index += 2) this.disposablesRead.set((call += numbers[index]), numbers[index + 1]);
    }
    return this.disposablesRead;
  }

  /** The ways between boxes that events went, each with its calls, of which marbles and graphs are made. */
  get ways() {
    this.waysRead ??= (this.chains?.edges ?? []).map((way) => new Way(way));
    return this.waysRead;
  }

  readCalls(calls) {
    this.id = wholeNumbers(calls.id);
    this.count = this.id.length;
    this.parent = distances(calls.parent);
    this.cause = distances(calls.cause);
    this.origin = distances(calls.origin);
    this.node = links(calls.node);
    this.subscription = links(calls.subscription);
    for (const key of ["operation", "kind", "level"]) this[key] = Uint8Array.from(numbers(calls[key]));
    for (const key of ["thread", "type", "label", "value", "file", "line"]) this[key] = wholeNumbers(calls[key]);
    this.readTimes(numbers(calls.start), numbers(calls.duration));
    this.createOperation = this.operations.indexOf("create");
    this.subscribeOperation = this.operations.indexOf("subscribe");
    [this.positions, this.isAscending] = [undefined, undefined];
  }

  readTimes(starts, durations) {
    this.hasTimes = starts.length > 0;
    this.start = new Float64Array(this.count);
    this.duration = new Float64Array(this.count).fill(none);
    let time = 0;
    for (let call = 0; this.hasTimes && call < this.count; call += 1) {
      time += starts[call];
      this.start[call] = time;
      this.duration[call] = durations[call] - 1;
    }
  }

  readNodes(nodes) {
    this.nodes = { ...columnsOf(nodes), owner: links(nodes.owner) };
    this.nameNodes();
  }

  /** What the source calls each node, and which of those called so it is: a sink is called after its operator. */
  nameNodes() {
    const { type, name, role, owner, variable } = this.nodes;
    const sink = this.roles.indexOf("sink");
    const own = numbersFor(type.length, (node) => (name[node] === 0 ? variable[node] : 0));
    /** By sink, the operator by whose name it is called; -1 for others. */
    this.namedAfter = numbersFor(type.length, (node) =>
      own[node] === 0 && name[node] === 0 && role[node] === sink && owner[node] >= 0 && own[owner[node]] > 0 ? owner[node] : -1,
    );
    /** The words by which the source calls them; 0 where nodes are called by their types. */
    this.sourceName = numbersFor(type.length, (node) => own[node] || (this.namedAfter[node] >= 0 ? own[this.namedAfter[node]] : 0));
    const nameOf = this.namings(own);
    const counts = new Int32Array(type.length);
    this.ordinals = numbersFor(type.length, (node) => (counts[nameOf[node]] += 1));
    /** How many nodes are called as each. */
    this.namesakes = numbersFor(type.length, (node) => counts[nameOf[node]]);
  }

  /** By node, the first that is called as it is: by a word of the source, by a type, or as a sink of one type of an operator. */
  namings(own) {
    const { type } = this.nodes;
    const unknown = () => new Int32Array(this.words.length).fill(-1);
    const [ofWord, ofType, ofOwner] = [unknown(), unknown(), new Int32Array(type.length).fill(-1)];
    const ofSink = new Map();
    return numbersFor(type.length, (node) => {
      const owner = this.namedAfter[node];
      if (owner < 0) {
        const [firsts, word] = own[node] > 0 ? [ofWord, own[node]] : [ofType, type[node]];
        if (firsts[word] < 0) firsts[word] = node;
        return firsts[word];
      }
      // Most operators have sinks of one type.
      if (ofOwner[owner] < 0) ofOwner[owner] = node;
      if (type[ofOwner[owner]] === type[node]) return ofOwner[owner];
      const key = `${owner} ${type[node]}`;
      if (!ofSink.has(key)) ofSink.set(key, node);
      return ofSink.get(key);
    });
  }

  readSubscriptions(rows) {
    const columns = columnsOf(rows);
    this.subscriptions = { ...columns, parent: links(rows.parent), node: links(rows.node), count: columns.id.length };
  }

  /** What follows from the columns: the causal parent, the last call within each, and where things begin and end. */
  measure() {
    const { count, parent, cause, start, duration } = this;
    const above = Int32Array.from(parent);
    const last = new Int32Array(count);
    const hasCalls = new Uint8Array(count);
    let lastTime = 0;
    this.firstTime = count > 0 ? start[0] : 0;
    for (let call = count - 1; call >= 0; call -= 1) {
      if (cause[call] >= 0) above[call] = cause[call];
      if (last[call] < call) last[call] = call;
      const around = parent[call];
      if (around >= 0 && last[around] < last[call]) last[around] = last[call];
      if (above[call] >= 0) hasCalls[above[call]] = 1;
      lastTime = Math.max(lastTime, start[call] + Math.max(0, duration[call]));
    }
    Object.assign(this, { above, last, hasCalls, lastTime });
    this.measureSubscriptions();
    this.measureNodes();
  }

  /** Whether a call is work that waited from when it was asked for until it ran, rather than one of several turns. */
  hasWaited(call) {
    return this.cause[call] >= 0 && this.words[this.label[call]] !== "turn";
  }

  measureSubscriptions() {
    const { count, subscription } = this;
    const first = new Int32Array(this.subscriptions.count).fill(none);
    const last = new Int32Array(this.subscriptions.count).fill(none);
    for (let call = 0; call < count; call += 1) {
      const own = subscription[call];
      if (own < 0) continue;
      if (first[own] < 0) first[own] = call;
      last[own] = call;
    }
    this.firstOfSubscription = first;
    this.lastOfSubscription = last;
    // Where the renderer knows the call by which each ended, that; else the last that speaks of it.
    const { end } = this.subscriptions;
    this.endOfSubscription = last.map((call, each) => (end?.[each] > 0 ? end[each] - 1 : call + 1));
  }

  measureNodes() {
    const { count, node, operation, subscription, createOperation, label } = this;
    const size = this.nodes.id.length;
    const first = new Int32Array(size).fill(none);
    const end = new Int32Array(size).fill(count);
    const operator = new Int32Array(size);
    const home = new Int32Array(size).fill(none);
    const dispose = this.operations.indexOf("dispose");
    const release = this.operations.indexOf("deinit");
    for (let call = 0; call < count; call += 1) {
      const own = node[call];
      if (own < 0) continue;
      const what = operation[call];
      if (first[own] < 0) first[own] = call;
      if (home[own] < 0) home[own] = subscription[call];
      if (what === createOperation) operator[own] = label[call];
      if ((what === dispose || what === release) && end[own] === count) end[own] = call;
    }
    this.firstOfNode = first;
    this.endOfNode = end;
    this.operatorOfNode = operator;
    this.subscriptionOfNode = home;
  }

  /** Where a call begins on an axis of real time, or of steps, a call each. */
  beginning(call, byTime) {
    return byTime ? this.start[call] : call;
  }

  /** When a call began, from the first call on: the zero of every clock of the page. */
  time(call) {
    return this.start[call] - this.firstTime;
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
    this.isAscending ??= this.id.every((own, call) => call === 0 || this.id[call - 1] < own);
    if (!this.isAscending) {
      this.positions ??= new Map(Array.from(this.id, (own, call) => [own, call]));
      return this.positions.get(id) ?? none;
    }
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.id[middle] < id) low = middle + 1;
      else high = middle;
    }
    return this.id[low] === id ? low : none;
  }

  /** Whether a zoom shows a call. */
  isShown(call, zoom) {
    return levelsOfZoom[zoom][this.level[call]];
  }

  /** Whether a call runs at a moment, on its thread's stack. */
  isRunning(call, moment) {
    return call <= moment && moment <= this.last[call];
  }

  /** Whether a subscription is live at a moment: from its first call to the one that ended it, or for ever. */
  isLive(subscription, moment) {
    const first = this.firstOfSubscription[subscription];
    if (first < 0 || moment < first) return false;
    return this.subscriptions.ended[subscription] === 0 || moment < this.endOfSubscription[subscription];
  }

  /** Whether a node has been spoken of, and not yet of its end. */
  isNodeThere(node, moment) {
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
