import assert from "node:assert/strict";
import test from "node:test";
import { Trace } from "../../Sources/RxTraceKit/Rendering/Page/Source/trace.mjs";
import { homesOf } from "../../Sources/RxTraceKit/Rendering/Page/Source/homes.mjs";
import { statefulNodes, statesOf } from "../../Sources/RxTraceKit/Rendering/Page/Source/states.mjs";
import { sums } from "../../Sources/RxTraceKit/Rendering/Page/Source/stats.mjs";
import { chain, pageData } from "./example.mjs";

function valuesOf(data, node) {
  const trace = new Trace(data);
  return statesOf(trace, homesOf(trace), node).map((call) => trace.words[trace.value[call]]);
}

test("a subject that replays has the value it was made with, though nobody sent it, and once", () => {
  const nodes = [{ type: "BehaviorSubject", role: "subject" }, { type: "AnonymousObserver", role: "observer" }, { type: "AnonymousObserver", role: "observer" }];
  const calls = [
    { operation: "create", node: 0 }, { operation: "subscribe", node: 0, subscription: 0 },
    { operation: "on", node: 1, parent: 1, kind: "next", value: "Ada", subscription: 0 },
    { operation: "on", node: 0, kind: "next", value: "Grace" }, { operation: "on", node: 1, parent: 3, kind: "next", value: "Grace", subscription: 0 },
    { operation: "subscribe", node: 0, subscription: 1 },
    { operation: "on", node: 2, parent: 5, kind: "next", value: "Grace", subscription: 1 },
  ];
  const data = pageData({ calls, nodes, subscriptions: [{ node: 0 }, { node: 0 }] });
  data.words.push("replays");
  data.nodes.does[0] = data.words.length - 1;
  assert.deepEqual(valuesOf(data, 0), ["Ada", "Grace"]);
  // One that keeps nothing has what was sent to it.
  data.nodes.does[0] = 0;
  assert.deepEqual(valuesOf(data, 0), ["Grace"]);
});

test("what a subject's inside passes on is one state with what the subject was sent", () => {
  const nodes = [{ type: "RACSubject", role: "subject" }, { type: "Passthrough", role: "sink", owner: 0 }];
  const calls = ["1", "2"].flatMap((value, index) => [
    { operation: "on", node: 0, kind: "next", value }, { operation: "forwardOn", node: 1, parent: 2 * index, kind: "next", value },
  ]);
  assert.deepEqual(valuesOf(pageData({ calls, nodes }), 0), ["1", "2"]);
});

test("an inner observer is a part of the operator that it works for, and its elements are that operator's", () => {
  const nodes = [{ type: "Merge" }, { type: "MergeSink", role: "sink", owner: 0 }, { type: "MergeSinkIter", role: "observer", owner: 1 }];
  const trace = new Trace(pageData({ calls: [{ operation: "on", node: 2, kind: "next", value: "1" }], nodes }));
  assert.deepEqual(Array.from(homesOf(trace)), [0, 0, 0]);
});

test("operators that accumulate come first", () => {
  const nodes = [{ type: "Map" }, { type: "MapSink", role: "sink", owner: 0 }, { type: "Scan" }, { type: "ScanSink", role: "sink", owner: 2 }];
  const calls = [1, 1, 3, 3].map((node, index) => ({ operation: "forwardOn", node, kind: "next", value: String(index) }));
  const trace = new Trace(pageData({ calls: [...calls, { operation: "handler", node: 3, label: "accumulator" }], nodes }));
  assert.deepEqual(statefulNodes(trace, homesOf(trace)), [2, 0]);
});

test("the events of a range are those that were handed to somebody", () => {
  const trace = new Trace(chain());
  assert.deepEqual(sums(trace, [4, 10], () => true), { calls: 7, events: 3, time: undefined });
});

test("the clock begins at the first call", () => {
  const calls = [{ operation: "mark", start: 500, duration: 1 }, { operation: "mark", start: 700, duration: 1 }];
  const trace = new Trace(pageData({ calls, times: true }));
  assert.deepEqual([0, 1].map((call) => trace.time(call)), [0, 200]);
});
