// A graph of the page's data: boxes, and edges with the calls that went along them. The renderer found both, as for the svg.

import { callsOf, eachCall, links } from "./trace.mjs";

/** The kinds of edges that have colours of their own. */
export const edgeKinds = ["event", "subscribe", "schedule", "invoke", "insert", "dispose", "act", "kept", "drop", "note"];

/** An edge with its calls, which are put together when they are looked at. */
class Edge {
  constructor(trace, { calls, ways = [], ...facts }, index, edgeOfCall) {
    Object.assign(this, facts, { trace, index, columns: { calls, ways }, count: 0 });
    let first = Infinity;
    for (const column of [calls, ...ways.map((way) => trace.ways[way].column)]) {
      eachCall(column, (call) => {
        edgeOfCall[call] = index;
        this.count += 1;
        if (call < first) first = call;
      });
    }
    /** The first call that went along it; 0 for none. */
    this.first = this.count > 0 ? first : 0;
  }

  get calls() {
    this.callsFound ??= callsAlong(this.trace, this.columns);
    return this.callsFound;
  }
}

export class Graph {
  /** @param data of one zoom, as the renderer wrote it */
  constructor(trace, data) {
    this.trace = trace;
    this.notes = data.notes;
    this.threads = data.threads;
    /** What the kinds of edges say, in the order of the legend, and how their numbers are read. */
    this.legend = new Map(data.legend);
    this.numbers = data.numbers;
    this.drawings = data.drawings.map(readDrawing);
    this.boxOfNode = links(data.boxOfNode);
    this.boxOfSubscription = links(data.boxOfSubscription);
    this.boxes = data.lines.map((lines, index) => ({ index, lines, look: data.looks[index], nodes: [], subscriptions: [] }));
    this.boxOfNode.forEach((box, node) => box >= 0 && this.boxes[box].nodes.push(node));
    this.boxOfSubscription.forEach((box, each) => box >= 0 && this.boxes[box].subscriptions.push(each));
    /** By call, the last edge that it went along; -1 for none. */
    this.edgeOfCall = new Int32Array(trace.count).fill(-1);
    this.edges = data.edges.map((edge, index) => new Edge(trace, edge, index, this.edgeOfCall));
  }

  /** What a click on a box chooses: the one thing that it stands for, or the box. */
  choice(box) {
    const { nodes, subscriptions, look } = this.boxes[box];
    const isSubscription = look.startsWith("subscription");
    if (isSubscription && subscriptions.length > 0 && this.isOne(box, subscriptions, this.trace.subscriptions.parent)) return ["subscription", subscriptions[0]];
    const owners = nodes.filter((node) => !nodes.includes(this.trace.nodes.owner[node]));
    return !isSubscription && owners.length === 1 ? ["node", owners[0]] : ["box", box];
  }

  /** Whether a box stands for one subscription with those made within it. */
  isOne(box, subscriptions, parent) {
    return subscriptions.filter((each) => this.boxOfSubscription[parent[each]] !== box || parent[each] < 0).length === 1;
  }

  /** By box, the subscriptions that the calls of its nodes belong to. */
  get subscriptionsOfBox() {
    if (this.subscriptionsFound === undefined) {
      const { count, node, subscription } = this.trace;
      const found = this.boxes.map(() => new Set());
      const last = new Int32Array(found.length).fill(-1);
      for (let call = 0; call < count; call += 1) {
        const box = node[call] >= 0 ? this.boxOfNode[node[call]] : -1;
        // Most calls belong to the subscription of the one before.
        if (!(box >= 0) || subscription[call] < 0 || last[box] === subscription[call]) continue;
        last[box] = subscription[call];
        found[box].add(subscription[call]);
      }
      this.subscriptionsFound = found.map((each) => [...each]);
    }
    return this.subscriptionsFound;
  }

  /** The box a call is in: its node's, or that of the nearest call above it. */
  boxAt(call) {
    const { trace } = this;
    for (let each = call; each >= 0; each = trace.above[each]) {
      const box = trace.node[each] >= 0 ? this.boxOfNode[trace.node[each]] : -1;
      if (box >= 0) return box;
    }
    return -1;
  }

  /** Whether anything that a box stands for is subscribed at a moment; of bags, schedulers and objects, whether it is there. */
  isLive(box, moment) {
    const { trace } = this;
    const { nodes, subscriptions, look } = this.boxes[box];
    if (look === "code" || look === "note") return true;
    const own = look.startsWith("subscription") ? subscriptions : this.subscriptionsOfBox[box];
    if (own.length > 0) return own.some((each) => trace.isLive(each, moment));
    return ["scheduler", "bag", "object", "disposable"].includes(look) && nodes.some((node) => trace.isNodeThere(node, moment));
  }

  boxTitle(box) {
    return this.boxes[box]?.lines.join(", ") ?? "nobody";
  }
}

/** The calls of an edge: those of the ways it holds, and others. */
function callsAlong(trace, { calls, ways }) {
  const lists = [...ways.map((way) => trace.ways[way].calls), callsOf(calls)].filter(({ length }) => length > 0);
  if (lists.length <= 1) return lists[0] ?? [];
  const all = new Int32Array(lists.reduce((count, { length }) => count + length, 0));
  let place = 0;
  for (const list of lists) {
    all.set(list, place);
    place += list.length;
  }
  return all.sort();
}

/** Lengths are written in tenths. */
function readDrawing({ size, boxes, lines, labels }) {
  const points = (flat) => Array.from({ length: flat.length / 2 }, (_, index) => [flat[2 * index] / 10, flat[2 * index + 1] / 10]);
  return {
    width: size[0] / 10, height: size[1] / 10,
    boxes: Array.from({ length: boxes.length / 4 }, (_, box) => {
      const [x, y, width, height] = boxes.slice(4 * box, 4 * box + 4).map((length) => length / 10);
      return { x, y, width, height };
    }),
    lines: lines.map(points),
    labels: labels.map(({ at, words, errors }) => ({ x: at[0] / 10, y: at[1] / 10, words, errors })),
  };
}

/** The path through points, its corners rounded. */
export function roundedPath(points, radius = 4) {
  const near = ([x, y], [otherX, otherY]) => {
    const length = Math.abs(otherX - x) + Math.abs(otherY - y);
    const share = length > 0 ? Math.min(radius, length / 2) / length : 0;
    return `${x + (otherX - x) * share} ${y + (otherY - y) * share}`;
  };
  let path = `M${points[0].join(" ")}`;
  for (let index = 1; index + 1 < points.length; index += 1) {
    const [before, corner, after] = points.slice(index - 1, index + 2);
    path += `L${near(corner, before)}Q${corner.join(" ")} ${near(corner, after)}`;
  }
  return `${path}L${points.at(-1).join(" ")}`;
}

/** How large a drawing is shown at most. */
export const largestScale = 1.4;

/** Of the drawings, the one that is largest in a place of this size; without a height, the page scrolls. */
export function fittingDrawing(drawings, width, height = Infinity) {
  const margin = 8;
  const scaleOf = (each) => Math.min(largestScale, (width - margin) / each.width, (height - margin) / each.height);
  let best = drawings[0];
  for (const each of drawings) {
    const [own, other] = [scaleOf(each), scaleOf(best)];
    if (own > other + 0.02 || (Math.abs(own - other) <= 0.02 && each.height < best.height)) best = each;
  }
  return { drawing: best, scale: scaleOf(best) };
}
