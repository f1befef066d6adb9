import assert from "node:assert/strict";
import test from "node:test";
import { Trace } from "../../Sources/RxTraceKit/Rendering/Page/Source/trace.mjs";
import { Graph, edgeKinds } from "../../Sources/RxTraceKit/Rendering/Page/Source/graph.mjs";
import { layered } from "../../Sources/RxTraceKit/Rendering/Page/Source/layers.mjs";
import { marbleRows } from "../../Sources/RxTraceKit/Rendering/Page/Source/marbles.mjs";
import { Lanes } from "../../Sources/RxTraceKit/Rendering/Page/Source/lanes.mjs";
import { firstAtLeast } from "../../Sources/RxTraceKit/Rendering/Page/Source/canvasview.mjs";
import { nodeName } from "../../Sources/RxTraceKit/Rendering/Page/Source/text.mjs";
import { Comparison } from "../../Sources/RxTraceKit/Rendering/Page/Source/comparison.mjs";
import { chain, pageData } from "./example.mjs";

const trace = new Trace(chain());

/** The edges as text. */
function edges(graph) {
  const name = (box) => nodeName(graph.trace, graph.boxes[box].node);
  return graph.edges.map((edge) => `${name(edge.from)} ${edgeKinds[edge.kind]} ${name(edge.to)} ${edge.label}`.trim());
}

test("an operator is one box with its sinks, and edges tell what passed", () => {
  const graph = new Graph(trace);
  assert.deepEqual(edges(graph), [
    "PublishSubject event Map 1, 2 · completed", "Map schedule Scheduler “queue” ×3",
    "Scheduler “queue” event AnonymousObserver 1, 2 · completed".replace("Scheduler “queue”", "Map"),
  ]);
  assert.equal(graph.boxOfNode[2], graph.boxOfNode[1]);
  assert.equal(graph.boxOfNode[5], -1);
  assert.equal(graph.edges[graph.edgeOfCall[5]].label, "1, 2 · completed");
});

test("an opened operator shows its sink, and insides show all", () => {
  const opened = new Graph(trace, new Set([1]));
  assert.notEqual(opened.boxOfNode[2], opened.boxOfNode[1]);
  assert.ok(edges(opened).some((edge) => edge.startsWith("Map subscribe MapSink")));
  assert.ok(new Graph(trace, new Set(), true).boxOfNode[5] >= 0);
});

test("like boxes become one with a count", () => {
  const nodes = Array.from({ length: 9 }, () => ({ type: "Just", file: "A.swift", line: 1 }));
  const calls = nodes.map((_, node) => ({ operation: "create", node }));
  const graph = new Graph(new Trace(pageData({ calls, nodes })));
  assert.deepEqual(graph.boxes.map((box) => box.count), [9]);
  assert.equal(new Graph(graph.trace, new Set([graph.boxes[0].key])).boxes.length, 9);
});

test("where only insides are there, they are drawn", () => {
  const nodes = [{ type: "CompositeDisposable", role: "disposable", inside: true }, { type: "AnonymousDisposable", role: "disposable", inside: true }];
  const calls = [{ operation: "dispose", node: 0 }, { operation: "dispose", node: 1, parent: 0 }];
  assert.deepEqual(edges(new Graph(new Trace(pageData({ calls, nodes })))), ["CompositeDisposable dispose AnonymousDisposable"]);
});

test("a layout goes from left to right, and no two boxes meet", () => {
  const sizes = Array.from({ length: 12 }, (_, index) => ({ width: 60 + (index % 3) * 30, height: 40 }));
  const links = [[0, 1], [1, 2], [0, 3], [3, 2], [2, 4], [4, 0], [5, 2], [6, 7], [0, 8], [8, 9], [9, 2], [10, 2], [2, 11], [2, 2]];
  const { x, y, width, height } = layered(sizes, links);
  for (const [from, to] of [[0, 1], [1, 2], [0, 3], [8, 9], [2, 4], [6, 7]]) assert.ok(x[from] < x[to], `${from} → ${to}`);
  for (let one = 0; one < 12; one += 1) {
    assert.ok(x[one] >= 0 && x[one] <= width && y[one] >= 0 && y[one] <= height + 1);
    for (let other = 0; other < one; other += 1) {
      const isApart =
        Math.abs(x[one] - x[other]) >= (sizes[one].width + sizes[other].width) / 2 ||
        Math.abs(y[one] - y[other]) >= (sizes[one].height + sizes[other].height) / 2;
      assert.ok(isApart, `${one} meets ${other}`);
    }
  }
  assert.deepEqual(layered([], []).width, 0);
});

test("marbles stand in the order of the flow, and what a disposed sink drops is marked", () => {
  const { rows } = marbleRows(trace, 0);
  assert.deepEqual(rows.map((row) => nodeName(trace, row.node)), ["PublishSubject", "MapSink", "AnonymousObserver"]);
  assert.deepEqual(rows.map((row) => row.calls.length), [3, 3, 3]);
  assert.equal(rows[1].dropped.size, 0);
  const data = chain();
  data.calls.operation[7] = data.calls.operation[14] = 13;
  const late = { ...data };
  late.calls = { ...data.calls, parent: data.calls.parent.map((parent, call) => (call === 7 ? 0 : parent)) };
  assert.deepEqual([...marbleRows(new Trace(late), 0).rows[1].dropped], [6]);
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
});
