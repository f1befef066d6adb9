import assert from "node:assert/strict";
import test from "node:test";
import { Trace } from "../../Sources/RxTraceKit/Rendering/Page/Source/trace.mjs";
import { CallTree } from "../../Sources/RxTraceKit/Rendering/Page/Source/tree.mjs";
import { rowText } from "../../Sources/RxTraceKit/Rendering/Page/Source/rowwords.mjs";
import { chain, pageData } from "./example.mjs";

/** The rows as text, further in by their levels. */
function texts(tree) {
  return tree.rows.call.map((_, row) => "  ".repeat(tree.rows.indent[row]) + (tree.rows.isStep[row] ? "↳ " : "") + rowText(tree, row));
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

test("an only call stands below its caller, and the next one no further in; work hangs below its schedule", () => {
  const tree = new CallTree(new Trace(chain()), 0);
  assert.deepEqual(texts(tree).slice(0, 7), [
    "create PublishSubject", "create Map  A.swift:3", "subscribe Map · subscription 1, completed", "on PublishSubject next(1)",
    '  ↳ schedule Scheduler "queue" @8 → invoke @9 on queue', "  ↳ invoke @9 ← schedule @8 · on queue", "  ↳ handler onnext AnonymousObserver next(1)",
  ]);
});

test("a zoom leaves calls out, and hangs what is below them higher", () => {
  const trace = new Trace(chain());
  assert.equal(new CallTree(trace, 2).length, trace.count);
  const user = new CallTree(trace, 0);
  assert.equal(user.length, Array.from(trace.level).filter((level) => level === 0).length);
  assert.equal(user.nearestRow(6), user.rowOfCall[4]);
});

test("what repeats is one row with its first and last value, and opens where it stands", () => {
  const tree = new CallTree(repeated(1000, "completed"), 2);
  assert.deepEqual(texts(tree), [
    "subscribe Sink", "  on Sink next(0 … 999) ×1,000", "    ↳ handler onNext Sink", "  on Sink completed(end)",
  ]);
  tree.toggleGroup(1);
  assert.equal(tree.length, 1 + 1 + 2000 + 1);
  assert.deepEqual(texts(tree).slice(1, 5), [
    "  on Sink next(0 … 999) ×1,000", "    on Sink next(0)", "      ↳ handler onNext Sink", "    on Sink next(1)",
  ]);
  tree.toggleGroup(1);
  assert.equal(tree.length, 4);
  tree.toggle(1);
  assert.equal(tree.length, 3);
});

test("three of a kind are no repetition, an error is not like another, nor a line of the source", () => {
  assert.equal(new CallTree(repeated(3, "completed"), 2).length, 8);
  const nodes = [{ type: "Sink", role: "sink" }];
  const length = (calls) => new CallTree(new Trace(pageData({ calls, nodes })), 2).length;
  assert.equal(length(["a", "b", "c", "d"].map((value) => ({ operation: "on", node: 0, kind: "error", value }))), 4);
  const from = (line) => ({ operation: "on", node: 0, kind: "next", value: "1", file: "A.swift", line });
  assert.equal(length([from(3), from(3), from(3), from(3)]), 1);
  assert.equal(length([from(3), from(4), from(3), from(4)]), 4);
});

test("rows that come round and round are rounds", () => {
  const nodes = [{ type: "Sink", role: "sink" }, { type: "Other", role: "sink" }];
  const calls = Array.from({ length: 10 }, (_, index) => ({ operation: "on", node: index % 2, kind: "next", value: String(index) }));
  const tree = new CallTree(new Trace(pageData({ calls, nodes })), 2);
  assert.deepEqual(texts(tree), ["×5 rounds of", "  on Sink next(0 … 8)", "  on Other next(1 … 9)"]);
  const row = tree.reveal(7);
  assert.equal(tree.rows.call[row], 7);
  assert.equal(tree.length, 11);
});

test("turns of work that schedule the next one stand at one level", () => {
  const nodes = [{ type: "Scheduler", role: "scheduler" }, { type: "Item", role: "item" }];
  const calls = [{ operation: "schedule", node: 0 }];
  for (let turn = 0; turn < 3; turn += 1) {
    calls.push({ operation: "invoke", node: 1, cause: calls.length - 1 });
    calls.push({ operation: "schedule", node: 0, parent: calls.length - 1 });
  }
  const tree = new CallTree(new Trace(pageData({ calls, nodes })), 2);
  assert.deepEqual(tree.rows.indent, [0, 1, 2, 1, 2, 1, 2]);
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

test("of a range only its calls have rows", () => {
  const tree = new CallTree(repeated(1000, "completed"), 2, (call) => call > 10 && call < 15);
  assert.deepEqual(texts(tree), ["on Sink next(5)", "  ↳ handler onNext Sink", "on Sink next(6)", "  ↳ handler onNext Sink"]);
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
