import assert from "node:assert/strict";
import test from "node:test";
import { Trace } from "../../Sources/RxTraceKit/Rendering/Page/Source/trace.mjs";
import { callText, duration, grouped, nodeKind, nodeName, shown } from "../../Sources/RxTraceKit/Rendering/Page/Source/text.mjs";
import { search, matchFrom } from "../../Sources/RxTraceKit/Rendering/Page/Source/search.mjs";
import { Replay } from "../../Sources/RxTraceKit/Rendering/Page/Source/replay.mjs";
import { addressOf, readAddress } from "../../Sources/RxTraceKit/Rendering/Page/Source/address.mjs";
import { State } from "../../Sources/RxTraceKit/Rendering/Page/Source/state.mjs";
import { chain, pageData } from "./example.mjs";

const trace = new Trace(chain());

test("links are read from distances, and an invoke hangs below its schedule", () => {
  assert.equal(trace.parent[5], 4);
  assert.equal(trace.parent[8], -1);
  assert.equal(trace.cause[8], 7);
  assert.equal(trace.above[8], 7);
  assert.equal(trace.last[4], 7);
  assert.equal(trace.last[8], 10);
});

test("a node is called as the source calls it, and a sink after its operator", () => {
  const nodes = [
    { type: "PublishSubject", role: "subject", variable: "query" }, { type: "Map", variable: "results" },
    { type: "MapSink", role: "sink", owner: 1 }, { type: "MapSink", role: "sink", owner: 1 },
    { type: "PublishSubject", role: "subject", variable: "query" },
    { type: "PublishSubject", role: "subject", variable: "clicks", name: "taps" }, { type: "Map" },
  ];
  const calls = [
    { operation: "create", node: 1, label: "map" }, { operation: "create", node: 6, label: "map" },
    { operation: "on", node: 3, kind: 1, value: "1" },
  ];
  const named = new Trace(pageData({ calls, nodes }));
  assert.deepEqual(
    nodes.map((_, node) => nodeName(named, node)),
    ["query#1", "results", "MapSink#1 of results", "MapSink#2 of results", "query#2", 'PublishSubject "taps"', "Map"],
  );
  assert.equal(callText(named, 0), "create results (Map)");
  assert.equal(callText(named, 1), "create Map (map)");
  assert.equal(nodeKind(named, 1), "map");
  assert.equal(nodeKind(named, 2), "");
  assert.equal(nodeKind(named, 6), "");
  assert.equal(search(named, "results").length, 2);
});

test("a call is found by its id, whether ids ascend or not", () => {
  for (const ids of [[2, 5, 9], [5, 9, 2]]) {
    const found = new Trace(pageData({ calls: ids.map((id) => ({ operation: "on", id })) }));
    assert.deepEqual(ids.map((id) => found.position(id)), [0, 1, 2]);
    assert.deepEqual([1, 3, 10].map((id) => found.position(id)), [-1, -1, -1]);
  }
});

test("the calls that handed in the parts of an element are read from distances", () => {
  const combined = new Trace(
    pageData({ calls: [{ operation: "on" }, { operation: "on" }, { operation: "forwardOn", parts: [0, 1] }] }),
  );
  assert.deepEqual(combined.parts.get(2), [0, 1]);
  assert.equal(combined.parts.get(1), undefined);
});

test("a call has the disposable that it returned or was handed", () => {
  const trace = new Trace({ ...chain(), disposables: [2, 1, 3, 0] });
  assert.deepEqual([...trace.disposables], [[2, 1], [5, 0]]);
  assert.equal(new Trace(chain()).disposables.size, 0);
});

test("work waits until it runs, and a turn of a task does not", () => {
  const hop = new Trace(
    pageData({
      calls: [
        { operation: "schedule" }, { operation: "invoke", cause: 0 }, { operation: "invoke", cause: 0, label: "turn" },
      ],
    }),
  );
  assert.deepEqual([0, 1, 2].map((call) => hop.hasWaited(call)), [false, true, false]);
});

test("a page of another version is refused", () => {
  assert.throws(() => new Trace({ ...chain(), version: 2 }), /no trace this page can read/);
});

test("times are read from what passed between calls", () => {
  const timed = new Trace(
    pageData({
      times: true,
      calls: [
        { operation: "mark", start: 5, duration: 10 }, { operation: "mark", start: 20, duration: 0 },
        { operation: "mark", start: 30 },
      ],
    }),
  );
  assert.deepEqual(Array.from(timed.start), [5, 20, 30]);
  assert.deepEqual(Array.from(timed.duration), [10, 0, -1]);
  assert.equal(timed.lastTime, 30);
  assert.equal(timed.ending(0, true), 15);
  assert.equal(timed.ending(2, true), 30);
});

test("a subscription is live from its first call to its last, and for ever where it did not end", () => {
  assert.equal(trace.isLive(0, 1), false);
  assert.equal(trace.isLive(0, 2), true);
  assert.equal(trace.isLive(0, trace.count - 1), true);
  const told = new Trace({ ...chain(), subscriptions: { ...chain().subscriptions, end: [6] } });
  assert.deepEqual([4, 5].map((moment) => told.isLive(0, moment)), [true, false]);
  const calls = [{ operation: "subscribe", node: 0, subscription: 0 }, { operation: "mark", label: "later" }];
  const nodes = [{ type: "Never" }];
  const live = new Trace(pageData({ calls, nodes, subscriptions: [{ node: 0 }] }));
  const ended = new Trace(pageData({ calls, nodes, subscriptions: [{ node: 0, ended: "disposed" }] }));
  assert.equal(live.isLive(0, 1), true);
  assert.equal(ended.isLive(0, 1), false);
});

test("a node is there until it is disposed", () => {
  const calls = [{ operation: "create", node: 0 }, { operation: "dispose", node: 0 }, { operation: "mark" }];
  const disposed = new Trace(pageData({ calls, nodes: [{ type: "Sink", role: "sink" }] }));
  assert.deepEqual([0, 1, 2].map((moment) => disposed.isNodeThere(0, moment)), [true, true, false]);
});

test("subscriptions within others belong to the user's", () => {
  const subscriptions = [{}, { parent: 0 }, { parent: 1 }, {}];
  const nested = new Trace(pageData({ calls: [{ operation: "mark" }], subscriptions }));
  assert.equal(nested.root(2), 0);
  assert.deepEqual([...nested.family(0)], [0, 1, 2]);
});

test("text that cannot be seen or turns the direction is shown as an escape", () => {
  assert.equal(shown("a\u202eb\u0000\n\u2066\ud800"), "a\\u{202E}b\\u{0}\\n\\u{2066}\\u{D800}");
  assert.equal(shown("下一步 🙂 </script>"), "下一步 🙂 </script>");
  assert.equal(shown("abcdef", 3), "abc…");
  // What is made of several characters stays, whole.
  assert.equal(shown("👩\u200d👩\u200d👧 می\u200cخواهم"), "👩\u200d👩\u200d👧 می\u200cخواهم");
  assert.equal(shown("a👩\u200d👧", 4), "a👩…");
});

test("numbers and times read as people write them", () => {
  assert.equal(grouped(1234567), "1,234,567");
  assert.deepEqual([999, 1500, 2_500_000, 3e9].map(duration), ["999 ns", "1.5 µs", "2.5 ms", "3 s"]);
});

test("calls and nodes are named as in the tree", () => {
  assert.equal(callText(trace, 4), "on PublishSubject next(1)");
  assert.equal(callText(trace, 1), "create Map (map)");
  assert.equal(callText(trace, 10), "handler onnext AnonymousObserver");
  assert.equal(nodeName(trace, 4), 'Scheduler "queue"');
  assert.equal(trace.operatorName(2), "map");
});

test("the search finds types, labels, events, values, places and ids, all words at once", () => {
  const found = (query) => Array.from(search(trace, query));
  assert.deepEqual(found("@5"), [4]);
  assert.deepEqual(found("next(2) publish"), [11]);
  assert.deepEqual(found("completed forwardOn"), [20]);
  assert.deepEqual(found("a.swift:3"), [1, 2]);
  assert.deepEqual(found("queue invoke"), []);
  assert.equal(found("next").length, 6 + 2);
  assert.deepEqual(found("  "), []);
  // A closed bracket ends the value.
  const values = ["3", "30", "a b"].map((value) => ({ operation: "on", kind: "next", value }));
  const three = new Trace(pageData({ calls: values }));
  assert.deepEqual(["next(3)", "next(3", "next(a b)"].map((query) => Array.from(search(three, query))), [[0], [0, 1], [2]]);
});

test("matches are gone through round the end", () => {
  const matches = Int32Array.from([3, 7]);
  assert.deepEqual([2, 3, 7, 9].map((call) => matchFrom(matches, call, 1)), [3, 7, 3, 3]);
  assert.deepEqual([3, 4, 8].map((call) => matchFrom(matches, call, -1)), [7, 3, 7]);
  assert.equal(matchFrom(new Int32Array(0), 1, 1), -1);
});

test("the replay steps by what shows, over calls, back, and along a chain", () => {
  const user = new Replay(trace, () => 0);
  assert.equal(user.next(2), 4);
  assert.equal(user.next(4), 7);
  assert.equal(user.previous(4), 2);
  assert.equal(user.over(4), 8);
  const all = new Replay(trace, () => 2);
  assert.equal(all.next(4), 5);
  assert.equal(all.nextOfChain(4, 0), 5);
  assert.equal(all.nextOfChain(6, 0), 9);
  assert.equal(all.next(trace.count - 1), trace.count - 1);
});

test("a choice takes the moment along; a chosen subscription stays while the replay goes on", () => {
  const state = new State(trace);
  const told = [];
  state.watch((changed) => told.push([...changed].sort().join(" ")));
  state.choose("call", 5);
  assert.equal(state.moment, 5);
  assert.equal(state.subscription, 0);
  state.choose("subscription", 0);
  assert.equal(state.moment, 5);
  state.go(9);
  assert.deepEqual(state.chosen, { kind: "subscription", position: 0 });
  state.choose("call", 3);
  state.go(4);
  assert.deepEqual(state.chosen, { kind: "call", position: 4 });
  assert.deepEqual(told, [
    "choice chosen moment", "choice chosen moment", "moment", "choice chosen moment", "chosen moment",
  ]);
});

test("what alone is looked at is a range of calls and an operator with its sinks", () => {
  const state = new State(trace);
  state.setMatches(search(trace, "next"));
  state.setRange([4, 10]);
  assert.equal(state.matches.length, 4);
  state.setOnly(1);
  assert.deepEqual(Array.from({ length: trace.count }, (_, call) => call).filter((call) => state.keeps(call)), [5, 6]);
  state.setRange(undefined);
  state.setOnly(undefined);
  assert.equal(state.isNarrowed, false);
  assert.equal(state.matches.length, 8);
});

test("an address leads to what it was made of", () => {
  const state = new State(trace);
  state.choose("subscription", 0);
  state.go(9);
  state.zoom = 2;
  state.range = [3, 12];
  state.only = 1;
  const address = addressOf(state, "marbles", "old");
  assert.deepEqual(readAddress(trace, `#${address}`), {
    side: "old", view: "marbles", zoom: 2, kind: "subscription", position: 0, moment: 9, range: [3, 12], only: 1,
  });
  assert.deepEqual(readAddress(trace, "#@5"), { side: undefined, kind: "call", position: 4 });
  assert.deepEqual(readAddress(trace, "#old"), { side: "old" });
  // What no trace has is not followed.
  assert.deepEqual(readAddress(trace, "#call=9999&zoom=7&range=5-2&only=x"), { side: undefined, view: undefined });
});
