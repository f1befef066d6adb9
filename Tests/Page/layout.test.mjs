import assert from "node:assert/strict";
import test from "node:test";
import { Trace } from "../../Sources/RxTraceKit/Rendering/Page/Source/trace.mjs";
import { Graph, fittingDrawing, roundedPath } from "../../Sources/RxTraceKit/Rendering/Page/Source/graph.mjs";
import { Chains, marbleRows, rowTitle } from "../../Sources/RxTraceKit/Rendering/Page/Source/marbles.mjs";
import { Lanes } from "../../Sources/RxTraceKit/Rendering/Page/Source/lanes.mjs";
import { firstAtLeast } from "../../Sources/RxTraceKit/Rendering/Page/Source/canvasview.mjs";
import { Comparison } from "../../Sources/RxTraceKit/Rendering/Page/Source/comparison.mjs";
import { chain, pageData } from "./example.mjs";

const trace = new Trace(chain());

/** A graph as the renderer writes it: the subject and the operator with its sink are boxes, and two edges lie between. */
const graphData = {
  notes: [], threads: ["main"], lines: [["PublishSubject"], ["map", "Map"], ["your code"]], looks: ["subject", "observable", "code"],
  boxOfNode: [1, 2, 2, 0, 0, 0], boxOfSubscription: [2],
  edges: [
    { from: 1, to: 0, kind: "subscribe", label: "1", threads: [0], failed: 0, calls: [2] },
    { from: 0, to: 1, kind: "event", label: "2 next 1, 2", threads: [0], failed: 0, calls: [5, 7] },
  ],
  drawings: [
    { size: [3000, 9000], boxes: [10, 20, 30, 40, 0, 0, 0, 0, 0, 0, 0, 0], lines: [[0, 0, 0, 100], [0, 0, 500, 0, 500, 500]], labels: [] },
    { size: [7000, 4000], boxes: [], lines: [], labels: [] },
  ],
};

test("a graph has its calls by edges and its nodes by boxes", () => {
  const graph = new Graph(trace, graphData);
  assert.deepEqual(graph.boxes.map((box) => box.nodes), [[0], [1, 2], []]);
  assert.deepEqual(Array.from(graph.edges[1].calls), [5, 12]);
  assert.deepEqual([2, 5, 12, 6].map((call) => graph.edgeOfCall[call]), [0, 1, 1, -1]);
  assert.deepEqual([graph.choice(0), graph.choice(1), graph.choice(2)], [["node", 0], ["node", 1], ["box", 2]]);
  assert.deepEqual(graph.drawings[0].boxes[0], { x: 1, y: 2, width: 3, height: 4 });
});

test("a box is lit while what it stands for is subscribed, and no longer", () => {
  const data = { ...chain(), subscriptions: { ...chain().subscriptions, end: [21] } };
  const graph = new Graph(new Trace(data), graphData);
  assert.deepEqual([1, 2, 19, 20, 24].map((moment) => graph.isLive(1, moment)), [false, true, true, false, false]);
  assert.equal(graph.isLive(2, 0), true);
  // When all is over, what was never disposed is lit.
  const open = new Graph(new Trace(chain()), graphData);
  assert.deepEqual([graph.isLive(1, Infinity), open.isLive(1, Infinity)], [false, chain().subscriptions.ended[0] === 0]);
});

test("the drawing that is largest in a place is taken", () => {
  const { drawings } = new Graph(trace, graphData);
  assert.equal(fittingDrawing(drawings, 390).drawing, drawings[0]);
  assert.equal(fittingDrawing(drawings, 835, 700).drawing, drawings[1]);
  assert.ok(Math.abs(fittingDrawing(drawings, 308).scale - 1) < 0.01);
});

test("lines turn in round corners", () => {
  assert.equal(roundedPath([[0, 0], [50, 0], [50, 50]]), "M0 0L46 0Q50 0 50 4L50 50");
  assert.equal(roundedPath([[0, 0], [0, 10]]), "M0 0L0 10");
});

/** The ways of the chain's events, as the renderer writes them: from the program's own code, box 3, to the subscription, box 2. */
const ways = (drops = []) => ({
  nodes: [1, 2, 0, 0], boxOfNode: [1, 2, 2, 3, 0, 0], boxOfSubscription: [3],
  edges: [
    { from: 2, to: 1, kind: "subscribe", calls: [] }, { from: 1, to: 0, kind: "subscribe", calls: [] },
    { from: 3, to: 0, kind: "event", calls: [4, 7, 7] }, { from: 0, to: 1, kind: "event", calls: [5, 7, 7] },
    { from: 1, to: 2, kind: "event", calls: [9, 7, 7] }, { from: 1, to: -1, kind: "drop", calls: drops },
  ],
});

test("marbles stand in the order of the flow, end at the terminal event, and have what a disposed sink drops", () => {
  const flow = new Trace({ ...chain(), chains: ways() });
  const { rows, left } = marbleRows(new Chains(flow), 0);
  assert.equal(left, 0);
  assert.deepEqual(rows.map(({ node }) => rowTitle(new Chains(flow), node, 0)), ["PublishSubject", "map A.swift:3", "observer"]);
  assert.deepEqual(rows.map(({ calls }) => calls), [[4, 11, 18], [9, 16, 23], [9, 16, 23]]);
  assert.deepEqual(rows.map(({ lives }) => lives), [[{ from: 0, to: 18, reason: "" }], [{ from: 2, to: 23, reason: "" }], [{ from: 2, to: 23, reason: "" }]]);
  assert.deepEqual(rows.map(({ dropped }) => dropped.size), [0, 0, 0]);
  const late = marbleRows(new Chains(new Trace({ ...chain(), chains: ways([20]) })), 0).rows[1];
  assert.deepEqual([late.calls, [...late.dropped]], [[9, 16, 20, 23], [20]]);
  assert.deepEqual(marbleRows(new Chains(flow), -1), { rows: [], left: 0, more: "" });
});

test("what was subscribed and never sent has a row, and a line without an end goes on", () => {
  const nodes = [{ type: "Never" }, { type: "Merge" }];
  const calls = [{ operation: "subscribe", node: 1, subscription: 0 }, { operation: "subscribe", node: 0, subscription: 0, parent: 0 }];
  const chains = {
    nodes: [1, 2, 0], boxOfNode: [1, 2], boxOfSubscription: [3],
    edges: [{ from: 2, to: 1, kind: "subscribe", calls: [] }, { from: 1, to: 0, kind: "subscribe", calls: [] }],
  };
  const { rows } = marbleRows(new Chains(new Trace({ ...pageData({ calls, nodes, subscriptions: [{ node: 1 }] }), chains })), 0);
  assert.deepEqual(rows.map(({ node, lives }) => [node, lives]), [1, 0, 0].map((from, index) => [[0, 1, -1][index], [{ from, to: 2, reason: "" }]]));
});

test("of many rows that one line made four are shown, and the others are counted", () => {
  const inner = Array.from({ length: 20 }, () => ({ type: "Just", file: "A.swift", line: 4 }));
  const nodes = [{ type: "FlatMap" }, ...inner];
  const calls = nodes.map((_, node) => ({ operation: "subscribe", node, subscription: 0, parent: node > 0 ? 0 : undefined }));
  const boxes = nodes.map((_, index) => index + 1);
  const chains = {
    nodes: [...boxes, 0], boxOfNode: boxes, boxOfSubscription: [boxes.length + 1],
    edges: [{ from: boxes.length, to: 0, kind: "subscribe", calls: [] }, ...inner.map((_, index) => ({ from: 0, to: index + 1, kind: "subscribe", calls: [] }))],
  };
  const found = new Chains(new Trace({ ...pageData({ calls, nodes, subscriptions: [{ node: 0 }] }), chains }));
  const few = marbleRows(found, 0, true);
  assert.deepEqual([few.rows.length, few.left, few.more], [6, 0, "and 16 more of Just A.swift:4"]);
  const all = marbleRows(found, 0, false);
  assert.deepEqual([all.rows.length, all.left, all.more], [22, 0, ""]);
});

test("lanes hold the calls of each thread by their depth, and the hops between them", () => {
  const lanes = new Lanes(trace, 2);
  assert.deepEqual(lanes.rows.map((rows) => rows.length), [4, 3]);
  assert.deepEqual(lanes.hops, [8, 15, 22]);
  assert.equal(firstAtLeast(lanes.hops, 9, (call) => call), 1);
});

test("of two traces only what is near a difference is shown, and the rest is counted", () => {
  const kind = [...Array(10).fill(0), 1, ...Array(20).fill(0), 2, 0];
  const rows = { kind, depth: kind.map(() => 0), old: kind.map((_, index) => index + 1), new: kind.map((each, index) => (each === 2 ? 0 : index + 1)) };
  const comparison = new Comparison({ summary: [], kinds: ["same", "changed", "removed"], rows });
  assert.equal(comparison.differing, 2);
  assert.deepEqual(comparison.shownRows(false).map(({ row, skipped }) => row ?? `${skipped} left out`), [
    "7 left out", 7, 8, 9, 10, 11, 12, 13, "14 left out", 28, 29, 30, 31, 32,
  ]);
  assert.equal(comparison.shownRows(true).length, 33);
  assert.deepEqual([...comparison.marksOf("old")], [[10, "changed"], [31, "removed"]]);
  assert.deepEqual([...comparison.marksOf("new")], [[10, "changed"]]);
  assert.deepEqual([30, 31, 32].map((row) => comparison.callAt("new", row)), [30, 30, 32]);
});
