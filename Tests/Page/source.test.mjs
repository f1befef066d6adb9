import assert from "node:assert/strict";
import test from "node:test";
import { Trace } from "../../Sources/RxTraceKit/Rendering/Page/Source/trace.mjs";
import { State } from "../../Sources/RxTraceKit/Rendering/Page/Source/state.mjs";
import { addressOf, readAddress } from "../../Sources/RxTraceKit/Rendering/Page/Source/address.mjs";
import { placeOf } from "../../Sources/RxTraceKit/Rendering/Page/Source/places.mjs";
import { marginNumber, sourceLines } from "../../Sources/RxTraceKit/Rendering/Page/Source/sourcelines.mjs";
import { pageData } from "./example.mjs";

/** A subject made on line 3, mapped on line 4, subscribed on line 5, sent to on line 9. */
function program() {
  const file = "A.swift";
  const nodes = [
    { type: "PublishSubject", role: "subject", file, line: 3 }, { type: "Map", file, line: 4 },
    { type: "MapSink", role: "sink", owner: 1 }, { type: "AnonymousObserver", role: "observer" },
  ];
  const calls = [
    { operation: "create", node: 0 }, { operation: "create", node: 1 }, { operation: "subscribe", node: 1, subscription: 0 },
    { operation: "on", node: 0, kind: "next", value: "1", file, line: 9 },
    { operation: "on", node: 2, parent: 3, kind: "next", value: "1", subscription: 0 },
    { operation: "on", node: 3, parent: 4, kind: "next", value: "2", subscription: 0 },
  ];
  const data = pageData({ calls, nodes, subscriptions: [{ node: 1, file, line: 5 }] });
  const findings = [{ rule: "leak", severity: "warning", message: "still alive", file, line: 5, evidence: [], remedy: "" }];
  const figures = [[3, 1, 0, 0, 1, 1, 0, 300, 0], [4, 1, 1, 1, 1, 1, 0, 900, 20, 0], [9, 0, 0, 0, 0, 1, 0, 0, 0, 0]];
  const lines = [[2, ""], [3, "let subject"], [4, ".map"], [5, ".subscribe"], [9, "subject.onNext(1)"]];
  return new Trace({ ...data, findings, sources: [{ file: data.words.indexOf(file), lines, figures }] });
}

test("a call belongs to the line that sent, subscribed or made what it names", () => {
  const trace = program();
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((call) => placeOf(trace, call)[1]), [3, 4, 5, 9, 4, 5]);
  assert.deepEqual(placeOf(new Trace(pageData({ calls: [{ operation: "mark" }] })), 0), [0, 0]);
});

test("lines have their figures and findings, and gaps between them are told", () => {
  const trace = program();
  const [file] = placeOf(trace, 0);
  const lines = sourceLines(trace, file);
  assert.deepEqual(lines.map(({ number }) => number), [2, 3, 4, 5, 9]);
  assert.deepEqual(lines.map(({ isAfterGap }) => isAfterGap), [true, false, false, false, true]);
  assert.deepEqual(lines.map(({ findings }) => findings.length), [0, 0, 0, 1, 0]);
  assert.deepEqual(["subs", "live", "in", "out", "drops", "time", "waited"].map((key) => marginNumber(lines[2].figures, key)), [1, 1, 1, 1, undefined, 900, 20]);
  assert.deepEqual(lines[2].figures.threads, [0]);
  // What nobody subscribed to is told; a line that made nothing has no figure.
  assert.equal(marginNumber(lines[1].figures, "subs"), 0);
  assert.equal(marginNumber(lines[4].figures, "subs"), undefined);
  assert.equal(marginNumber(lines[0].figures, "subs"), undefined);
});

test("without source there are the lines that did something, and no gaps", () => {
  const trace = program();
  const [file] = placeOf(trace, 0);
  trace.sources.set(file, new Map());
  assert.deepEqual(sourceLines(trace, file).map(({ number, isAfterGap }) => [number, isAfterGap]), [[3, false], [4, false], [5, false], [9, false]]);
});

test("a line alone narrows what is looked at, and stands in the address", () => {
  const trace = program();
  const state = new State(trace);
  const [file] = placeOf(trace, 0);
  state.setLine([file, 4]);
  assert.deepEqual([0, 1, 2, 3, 4, 5].filter((call) => state.keeps(call)), [1, 4]);
  const address = addressOf(state, "source");
  assert.deepEqual(readAddress(trace, address).line, [file, 4]);
  assert.equal(readAddress(trace, "line=A.swift:7").line, undefined);
  assert.equal(readAddress(trace, "line=B.swift:4").line, undefined);
});
