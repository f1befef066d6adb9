import assert from "node:assert/strict";
import test from "node:test";
import { Trace } from "../../Sources/RxTraceKit/Rendering/Page/Source/trace.mjs";
import { CallTree } from "../../Sources/RxTraceKit/Rendering/Page/Source/tree.mjs";
import { callText } from "../../Sources/RxTraceKit/Rendering/Page/Source/text.mjs";
import { chain, pageData } from "./example.mjs";

/** The rows as text: indent, count, call. */
function texts(tree) {
  return tree.rows.call.map((call, row) => {
    const count = tree.isGroup(row) ? `×${tree.rows.count[row]} ` : "";
    return " ".repeat(tree.rows.indent[row]) + (tree.rows.isOnly[row] ? "↳" : "") + count + callText(tree.trace, call);
  });
}

function repeated(count, last = "next") {
  const calls = [{ operation: "subscribe", node: 0 }];
  for (let each = 0; each < count; each += 1) {
    calls.push({ operation: "on", node: 0, parent: 0, kind: "next", value: String(each) });
    calls.push({ operation: "handler", node: 0, parent: calls.length - 1, label: "onNext" });
  }
  calls.push({ operation: "on", node: 0, parent: 0, kind: last, value: "end" });
  return new Trace(pageData({ calls, nodes: [{ type: "Sink", role: "sink" }] }));
}

test("an only call stands below its caller, not further in; work hangs below its schedule", () => {
  const tree = new CallTree(new Trace(chain()), 0);
  assert.deepEqual(texts(tree).slice(0, 7), [
    "create PublishSubject", "create Map (map)", "subscribe Map", "on PublishSubject next(1)",
    "↳schedule Scheduler “queue”", "↳invoke ScheduledItem#1".replace("#1", ""), "↳handler onnext AnonymousObserver",
  ]);
});

test("a zoom leaves calls out, and hangs what is below them higher", () => {
  const trace = new Trace(chain());
  assert.equal(new CallTree(trace, 2).length, trace.count);
  const user = new CallTree(trace, 0);
  assert.equal(user.length, Array.from(trace.level).filter((level) => level === 0).length);
  assert.equal(user.nearestRow(6), user.rowOfCall[4]);
});

test("what repeats is one row until it is opened, whatever its values", () => {
  const tree = new CallTree(repeated(1000, "completed"), 2);
  assert.deepEqual(texts(tree), ["subscribe Sink", " ×1000 on Sink next(0)", " on Sink completed(end)"]);
  tree.toggle(1);
  assert.equal(tree.length, 1003 + 1000);
  tree.toggle(1);
  assert.equal(tree.length, 3);
});

test("two of a kind are no repetition, and an error is not like another", () => {
  assert.equal(new CallTree(repeated(2, "completed"), 2).length, 6);
  const calls = ["a", "b", "c"].map((value) => ({ operation: "on", node: 0, kind: "error", value }));
  const tree = new CallTree(new Trace(pageData({ calls, nodes: [{ type: "Sink", role: "sink" }] })), 2);
  assert.equal(tree.length, 3);
});

test("to reveal a call opens the repetition and the callers around it", () => {
  const trace = repeated(1000, "completed");
  const tree = new CallTree(trace, 2);
  tree.toggle(0);
  assert.equal(tree.length, 1);
  assert.equal(tree.nearestRow(200), 0);
  const row = tree.reveal(200);
  assert.equal(tree.rows.call[row], 200);
  assert.equal(tree.nearestRow(200), row);
  assert.equal(tree.rows.call[tree.rowAround(row)], 199);
});

test("sizes and places of siblings are told for a screen reader", () => {
  const tree = new CallTree(repeated(2, "completed"), 2);
  assert.deepEqual(tree.rows.size, [1, 3, 1, 3, 1, 3]);
  assert.deepEqual(tree.rows.place, [1, 1, 1, 2, 1, 3]);
  assert.deepEqual(tree.rows.depth, [0, 1, 2, 1, 2, 1]);
});

test("a long trace begins closed so far that its rows are few, and nesting without end is no matter", () => {
  const calls = [{ operation: "mark", label: "0" }];
  for (let each = 1; each < 30_000; each += 1) calls.push({ operation: "mark", label: String(each % 7), parent: each - 1 });
  const deep = new CallTree(new Trace(pageData({ calls })), 2);
  assert.ok(deep.length <= 20_000);
  const row = deep.reveal(29_999);
  assert.equal(deep.rows.call[row], 29_999);
});
