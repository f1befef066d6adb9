// The marbles of a chain: a row for each operator and subject that its events passed or that it subscribed, and one for
// its observer. The rule is that of `rxtrace marble`.

import { homesOf, makersOf } from "./homes.mjs";
import { grouped, nodeKind, nodeName, quoted, shown } from "./text.mjs";
import { links } from "./trace.mjs";

const mostMarbleRows = 400;
/** So many rows that are alike are all shown; of more, so many. */
const [mostAlike, shownAlike] = [8, 4];
const eventKinds = ["next", "error", "completed"];

/** The ways of a trace's events between boxes, of which each stands for one operator or subscription. */
export class Chains {
  constructor(trace) {
    const { nodes, boxOfNode, boxOfSubscription } = trace.chains;
    this.trace = trace;
    this.nodes = Int32Array.from(nodes, (node) => node - 1);
    this.boxOfNode = links(boxOfNode);
    this.boxOfSubscription = links(boxOfSubscription);
    /** By box, the edges of events that lead there; those that it subscribed; the calls of the events that it dropped. */
    this.incoming = new Map();
    this.outgoing = new Map();
    this.sources = new Map();
    this.subscribers = new Map();
    this.drops = new Map();
    this.sequences = sequencesOf(trace);
    const add = (map, box, item) => (map.has(box) ? map.get(box).push(item) : map.set(box, [item]));
    for (const { from, to, kind, calls } of trace.ways) {
      if (kind === "event" && to >= 0) {
        add(this.incoming, to, { from, calls });
        add(this.outgoing, from, { to, calls });
      }
      if (kind === "subscribe" && to >= 0) {
        add(this.sources, from, to);
        add(this.subscribers, to, from);
      }
      if (kind === "drop") for (const each of calls) add(this.drops, from, each);
    }
    this.findSubscribes();
  }

  /** Who subscribed to each box first, and for each of the user's subscriptions. */
  findSubscribes() {
    const { trace } = this;
    this.subscribes = new Map();
    this.shared = new Map();
    /** By box, the boxes of the user's subscriptions that it was subscribed for. */
    this.roots = new Map();
    for (let call = 0; call < trace.count; call += 1) {
      const subscription = trace.subscription[call];
      const box = trace.node[call] >= 0 ? this.boxOfNode[trace.node[call]] : -1;
      if (trace.operation[call] !== trace.subscribeOperation || subscription < 0 || box < 0) continue;
      if (!this.shared.has(box)) this.shared.set(box, [{ call, subscription }]);
      const root = this.boxOfSubscription[subscription];
      if (root >= 0) this.roots.set(box, (this.roots.get(box) ?? new Set()).add(root));
      const key = `${box} ${root}`;
      const own = this.subscribes.get(key) ?? [];
      if (own.at(-1)?.subscription !== subscription) own.push({ call, subscription });
      this.subscribes.set(key, own);
    }
  }

  isSource(box) {
    return this.nodes[box] >= 0;
  }

  roleOf(box) {
    return this.isSource(box) ? this.trace.roles[this.trace.nodes.role[this.nodes[box]]] : "";
  }

  isSubject(box) {
    return this.roleOf(box) === "subject";
  }

  /** Whether a box is a sequence that an operator hands over: what the operator sends to it is none of the operator's own stream. */
  isHandedOver(box) {
    return this.isSource(box) && this.sequences.has(this.nodes[box]);
  }

  /** Whether what a box is subscribed to may be subscribed for others than those that it sends to. */
  isShared(box) {
    return this.isSubject(box) || this.roleOf(box) === "connectable";
  }

  /** The box of the user's subscription that a call is about; -1 where it is about none. */
  rootOf(call) {
    return this.trace.subscription[call] < 0 ? -1 : this.boxOfSubscription[this.trace.subscription[call]];
  }

  /** That which a call was made in. */
  rootOfSender(call) {
    let each = call;
    while (each >= 0 && this.rootOf(each) < 0) each = this.trace.parent[each];
    return each < 0 ? -1 : this.rootOf(each);
  }

  /** The calls along an edge that are about the subscription of a box. */
  callsTo(edge, root) {
    return edge.calls.filter((call) => this.rootOf(call) === root);
  }

  /** The calls along an edge that are about the subscription of a box; all, where several share it. */
  callsAlong(edge, box) {
    const own = this.callsTo(edge, box);
    return own.length > 0 ? own : edge.calls;
  }

  /** For which of the user's subscriptions a box, looked at for one, subscribed a source; -1 stands for any. */
  rootsOfSource(source, box, root) {
    const all = this.roots.get(source);
    if (!all || all.has(root)) return [root];
    const both = [...all].filter((each) => this.roots.get(box)?.has(each));
    return both.length > 0 ? both : [...all];
  }

  /**
   * The boxes that one, looked at for a subscription of the user's, gets events from or subscribed: `{ box, root, calls }`. An
   * operator has the sources that it subscribed for this one; what shares its source with others has all.
   */
  linksOf(box, root) {
    const edges = (this.incoming.get(box) ?? []).filter(({ from }) => this.isSource(from));
    const sources = (this.sources.get(box) ?? []).filter((each) => this.isSource(each));
    if (root >= 0 && !this.isShared(box)) {
      const own = edges.map((edge) => ({ box: edge.from, root, calls: this.callsTo(edge, root) })).filter(({ calls }) => calls.length > 0);
      const subscribed = sources.filter((each) => this.roots.get(each)?.has(root) ?? true).map((each) => ({ box: each, root, calls: [] }));
      if (own.length + subscribed.length > 0) return [...own, ...subscribed];
    }
    const received = edges.flatMap((edge) => {
      const own = root >= 0 ? this.callsTo(edge, root) : [];
      const calls = own.length > 0 ? own : edge.calls;
      const roots = own.length > 0 ? [root] : new Set(Array.from(calls, (call) => this.rootOfSender(call)));
      return Array.from(roots, (each) => ({ box: edge.from, root: each, calls }));
    });
    return [...received, ...sources.flatMap((each) => this.rootsOfSource(each, box, root).map((of) => ({ box: each, root: of, calls: [] })))];
  }

  /**
   * The rows of a subscription of the user's, from the source down to the observer: who sends stands above who receives.
   * Each is `{ node, calls, dropped, lives }`; the observer's node is -1. A life is `{ from, to, reason }`: two calls, of which
   * `to` is the number of all where it did not end, and a word, or none.
   */
  rows(subscription) {
    const end = this.boxOfSubscription[subscription] ?? -1;
    if (end < 0) return [];
    const chain = [end];
    const places = new Map([[end, 0]]);
    const parts = new Set([`${end} ${end}`]);
    const queue = [{ box: end, root: end }];
    const [sent, into, makers] = [new Map(), [new Set()], new Set()];
    for (let index = 0; index < queue.length; index += 1) {
      const { box, root } = queue[index];
      const links = this.linksOf(box, root).sort((one, other) => one.box - other.box || one.root - other.root);
      for (const link of links) {
        if (link.calls.length > 0 && this.isHandedOver(box)) makers.add(link.box);
        else if (link.calls.length > 0) sent.set(link.box, [...(sent.get(link.box) ?? []), link.calls]);
        if (!places.has(link.box)) {
          places.set(link.box, chain.length);
          into.push(new Set());
          chain.push(link.box);
        }
        if (link.box !== box) into[places.get(box)].add(places.get(link.box));
        const part = `${link.box} ${link.root}`;
        if (parts.has(part)) continue;
        parts.add(part);
        queue.push(link);
      }
    }
    return sourcesFirst(into.map((each) => [...each])).map((place) => this.row(chain[place], end, subscription, sent, parts, makers));
  }

  row(box, end, subscription, sent, parts, makers) {
    const isReceiver = box === end || this.isSubject(box);
    const isAbout = (call) => this.rootOf(call) < 0 || parts.has(`${box} ${this.rootOf(call)}`) || parts.has(`${box} -1`);
    const drops = isReceiver ? this.drops.get(box) ?? [] : (this.drops.get(box) ?? []).filter(isAbout);
    const along = isReceiver
      ? (this.incoming.get(box) ?? []).map((edge) => this.callsAlong(edge, end))
      : this.handedOn(box, sent.get(box) ?? [], isAbout, makers.has(box));
    if (this.isSubject(box)) along.push(this.handedOver(box, new Set(along.flatMap((list) => Array.from(list)))).filter(isAbout));
    const calls = Array.from(merged(isReceiver ? along : [...along, drops]));
    const own = isReceiver && drops.length > 0 ? new Set(calls) : undefined;
    const row = { node: this.nodes[box], calls, dropped: new Set(own ? drops.filter((call) => own.has(call)) : drops) };
    return { ...row, lives: this.lives(box, end, subscription, row) };
  }

  nodeRole(call) {
    return this.trace.node[call] < 0 ? "" : this.trace.roles[this.trace.nodes.role[this.trace.node[call]]];
  }

  operationAround(call) {
    return this.trace.parent[call] < 0 ? "" : this.trace.operations[this.trace.operation[this.trace.parent[call]]];
  }

  /** The calls that hand a subject's value to who subscribes, where none that brought it to the subject is among others. */
  handedOver(subject, received) {
    return (this.outgoing.get(subject) ?? []).flatMap(({ calls }) => Array.from(calls)).filter((call) =>
      eventKinds[this.trace.kind[call] - 1] === "next" && this.operationAround(call) === "subscribe" && !received.has(this.trace.origin[call]));
  }

  /** Whether a call has an event of the box's own stream, and none that went to a subject by the way. */
  isHandedOn(call, box) {
    const { parent } = this.trace;
    if (this.operationAround(call) === "handler") return this.nodeRole(call) !== "subject";
    return parent[call] < 0 || this.isShared(box) || this.isHandedOver(box) || this.nodeRole(parent[call]) !== "subject";
  }

  /** The calls by which a box handed on the events of its stream, or a source that it gave the observer to. */
  handedOn(box, sent, isAbout, isMaker) {
    const isOwn = (call) => this.isHandedOn(call, box);
    const all = [...sent];
    if (isMaker || sent.some((calls) => !calls.every(isOwn))) {
      const others = (this.outgoing.get(box) ?? []).filter(({ to }) => to !== box && !this.isHandedOver(to)).map(({ calls }) => calls.filter(isAbout));
      all.splice(0, sent.length, ...[...sent, ...others].map((calls) => calls.filter(isOwn)));
    }
    if (!this.givesAway(box)) return all;
    const observers = this.reached(box, this.subscribers).filter((each) => !this.givesAway(each));
    for (const source of this.reached(box, this.sources)) {
      const others = observers.filter((each) => !this.sources.get(each)?.includes(source));
      for (const { to, calls } of this.outgoing.get(source) ?? []) if (others.includes(to)) all.push(calls.filter(isAbout));
    }
    return all;
  }

  /** Whether a box may have given the observer that it was handed to its source: it was handed no event itself. */
  givesAway(box) {
    return !this.incoming.has(box) && this.roleOf(box) === "observable";
  }

  /** The boxes that one leads to, and those that they lead to where they give their observers away. */
  reached(box, ways) {
    const reached = new Set();
    const queue = [box];
    while (queue.length > 0) {
      for (const each of ways.get(queue.pop()) ?? []) {
        if (each === box || reached.has(each)) continue;
        reached.add(each);
        if (this.givesAway(each)) queue.push(each);
      }
    }
    return [...reached];
  }

  /** When a box was subscribed; each time until a terminal event, or until it was left: then with the reason, where not the whole ended so. */
  lives(box, end, subscription, { calls, dropped }) {
    const { trace } = this;
    const first = trace.firstOfSubscription[subscription];
    const subscribes = box === end
      ? [{ call: first, subscription }]
      : this.subscribes.get(`${box} ${end}`) ?? this.shared.get(box) ?? [{ call: 0, subscription }];
    const terminals = calls.filter((call) => trace.kind[call] > 1 && !dropped.has(call));
    return subscribes.map(({ call, subscription: own }) => {
      const left = trace.subscriptions.ended[own] > 0 ? trace.endOfSubscription[own] : trace.count;
      const terminal = terminals.find((each) => each >= call) ?? trace.count;
      // What ended it may hand on the end itself, and a part of it may be let go of before.
      const isWithin = left < terminal && (eventKinds.includes(this.wordOf(own)) || terminal <= trace.last[left]);
      return { from: Math.max(0, call), to: isWithin && terminal < trace.count ? terminal : Math.min(left, terminal), reason: box === end ? "" : this.reason(own, subscription) };
    });
  }

  /** How a subscription ended; empty where it did not. */
  wordOf(subscription) {
    return shown(this.trace.words[this.trace.subscriptions.ended[subscription]]);
  }

  /** How a subscription was left, where no terminal event and not the end of the whole shows it. */
  reason(own, whole) {
    const { ended, end } = this.trace.subscriptions;
    if (!(end?.[own] > 0) || (end[own] === end[whole] && ended[own] === ended[whole])) return "";
    const word = this.wordOf(own);
    return eventKinds.includes(word) ? "" : word === "disposed" ? "dispose" : word;
  }
}

/** The calls of several lists in their order, each once. */
function merged(lists) {
  const all = lists.filter(({ length }) => length > 0);
  // Most operators have one edge only, which is in order.
  return all.length <= 1 ? all[0] ?? [] : Array.from(new Set(all.flatMap((list) => Array.from(list)))).sort((one, other) => one - other);
}

/** All places, each behind those that lead to it, and a branch in one piece: the one that comes first, first. */
function sourcesFirst(into) {
  const hasWayOn = new Set(into.flat());
  const places = [...into.keys()];
  const order = [];
  // 0: not seen, 1: its sources are looked at, 2: in the order.
  const states = into.map(() => 0);
  // What goes round has no end: then the last one is.
  for (const end of [...places.filter((place) => !hasWayOn.has(place)), ...places.reverse()]) {
    if (states[end] > 0) continue;
    const stack = [end];
    while (stack.length > 0) {
      const place = stack.at(-1);
      if (states[place] === 0) {
        states[place] = 1;
        stack.push(...into[place].toSorted((one, other) => other - one).filter((each) => states[each] === 0));
      } else {
        stack.pop();
        if (states[place] === 1) order.push(place);
        states[place] = 2;
      }
    }
  }
  return order;
}

/** The sequences that operators hand over, as `window` does: by node, the operator, and which of its sequences it is. */
function sequencesOf(trace) {
  const { nodes } = trace;
  const handsOver = nodes.does.map((does) => does > 0 && /\bhandedOver\b/.test(trace.words[does]));
  const sequences = new Map();
  if (!handsOver.some(Boolean)) return sequences;
  const counts = new Map();
  makersOf(trace, homesOf(trace)).makers.forEach((maker, node) => {
    if (maker < 0 || !handsOver[node]) return;
    counts.set(maker, (counts.get(maker) ?? 0) + 1);
    sequences.set(node, { maker, number: counts.get(maker) });
  });
  return sequences;
}

/** The rows that are shown of a subscription, and how many are not: in words, where they are like others. */
export function marbleRows(chains, subscription, folds) {
  const found = subscription < 0 ? [] : chains.rows(subscription);
  if (!folds) return { rows: found, left: 0, more: "" };
  const { rows, more } = folded(chains, found, subscription);
  return { rows: rows.slice(0, mostMarbleRows), left: Math.max(0, rows.length - mostMarbleRows), more };
}

/** Some of many rows that one line of the source made, and how many more there are. */
function folded(chains, rows, subscription) {
  const { nodes } = chains.trace;
  const keys = rows.map(({ node }) => {
    const made = chains.sequences.get(node)?.maker ?? node;
    return node < 0 || nodes.file[made] === 0 ? undefined : `${nodes.file[made]}:${nodes.line[made]} ${nodes.type[node]}`;
  });
  const [counts, seen, names] = [new Map(), new Map(), new Map()];
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const kept = rows.filter(({ node }, index) => {
    const key = keys[index];
    if (key === undefined || counts.get(key) <= mostAlike) return true;
    seen.set(key, (seen.get(key) ?? 0) + 1);
    if (seen.get(key) <= shownAlike) return true;
    const name = rowName(chains, node, subscription);
    names.set(name, (names.get(name) ?? 0) + 1);
    return false;
  });
  const words = Array.from(names, ([name, count], index) => `${grouped(count)}${index === 0 ? " more" : ""} of ${name}`);
  return { rows: kept, more: words.length > 0 ? `and ${words.join(", ")}` : "" };
}

/** What rows of one line have in common in front. */
function rowName(chains, node, subscription) {
  return rowTitle(chains, node, subscription, false).replace(/#\d+(?= |$)/, "").replace(/^sequence \d+ of\b/, "sequence of");
}

/** What stands in front of a row: what the source calls the operator, or the operator with its line, `map :12` in the file
 * that subscribes; with its kind behind, where the name does not tell it. */
export function rowTitle(chains, node, subscription, tellsKind = true) {
  if (node < 0) return "observer";
  const { trace } = chains;
  const sequence = chains.sequences.get(node);
  if (sequence) return `sequence ${sequence.number} of ${rowTitle(chains, sequence.maker, subscription, false)}`;
  const kind = nodeKind(trace, node);
  if (kind !== "") return tellsKind ? `${nodeName(trace, node)} (${kind})` : nodeName(trace, node);
  const own = trace.nodes.name[node] > 0 ? ` ${quoted(trace.words[trace.nodes.name[node]])}` : "";
  const operator = shown(trace.operatorName(node), 40);
  const { file, line } = trace.nodes;
  const inFile = file[node] === trace.subscriptions.file[subscription] ? "" : shown(trace.words[file[node]]).replace(/^.*\//, "");
  return `${operator === "" ? nodeName(trace, node) : operator + own}${file[node] > 0 ? ` ${inFile}:${line[node]}` : ""}`;
}
