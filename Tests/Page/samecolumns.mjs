// The columns of a page beside the calls that it was made of: `node samecolumns.mjs PATH`, of a page and of rows in JSON.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dataOf } from "./pagefile.mjs";
import { Trace } from "../../Sources/RxTraceKit/Rendering/Page/Source/trace.mjs";

const [path] = process.argv.slice(2);
const page = readFileSync(`${path}.html`, "utf8");
const expected = JSON.parse(readFileSync(`${path}.json`, "utf8"));

function rows() {
  const trace = new Trace(dataOf(page));
  return Array.from(trace.id, (id, call) => [
    id, trace.nodes.id[trace.node[call]], trace.start[call], trace.duration[call],
    trace.parent[call] < 0 ? 0 : trace.id[trace.parent[call]], trace.thread[call],
  ]);
}

const made = Uint8Array.fromBase64;
for (const decoder of [undefined, made ?? ((text) => Uint8Array.from(Buffer.from(text, "base64")))]) {
  Uint8Array.fromBase64 = decoder;
  assert.deepEqual(rows(), expected);
}
console.log(`${expected.length} calls are the same, with and without Uint8Array.fromBase64`);
