// Compares the marbles and figures of pages with those of the commands: `node samefigures.mjs FOLDER`, which holds for each
// trace a page, NAME.html; the rows of its marbles, NAME.marbles; and the figures of its operators, NAME.stats.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Trace } from "../../Sources/RxTraceKit/Rendering/Page/Source/trace.mjs";
import { Chains, marbleRows, rowTitle } from "../../Sources/RxTraceKit/Rendering/Page/Source/marbles.mjs";
import { statistics } from "../../Sources/RxTraceKit/Rendering/Page/Source/stats.mjs";
import { homesOf, makersOf } from "../../Sources/RxTraceKit/Rendering/Page/Source/homes.mjs";
import { placeOfOperator } from "../../Sources/RxTraceKit/Rendering/Page/Source/places.mjs";
import { siteText } from "../../Sources/RxTraceKit/Rendering/Page/Source/text.mjs";
import { dataOf } from "./pagefile.mjs";

/**
 * A line per row: its title, how it was left each time that it was subscribed, and its events, with `!` behind those that were
 * lost. The command tells of the user's subscriptions.
 */
function marblesOf(trace, users) {
  const chains = new Chains(trace);
  const { subscriptions } = trace;
  const lines = [];
  for (let each = 0; each < subscriptions.count; each += 1) {
    if (!users.includes(`subscription ${subscriptions.id[each]}`)) continue;
    lines.push(`subscription ${subscriptions.id[each]}`);
    const { rows, more } = marbleRows(chains, each, true);
    for (const { node, calls, dropped, lives } of rows) {
      // A kind that the command tells once stands in every row of the page.
      const title = rowTitle(chains, node, each).replace(/ \([^()]*\)$/, "");
      lines.push([title, `(${lives.map(({ reason }) => reason).join(", ")})`, ...calls.map((call) => `${["", "next", "error", "completed"][trace.kind[call]]}${dropped.has(call) ? "!" : ""}`)].join(" "));
    }
    if (more !== "") lines.push(more);
  }
  return lines;
}

const figures = ["calls", "subs", "in", "out", "drops", "closures", "own", "waited"];

/** The figures by place; all that has none is one. */
function figuresOf(trace) {
  const sums = new Map();
  const homes = homesOf(trace);
  const { makers } = makersOf(trace, homes);
  for (const row of statistics(trace, homes, () => true)) {
    const place = siteText(trace, ...placeOfOperator(trace, row.node, makers));
    sums.set(place, figures.map((figure, index) => (sums.get(place)?.[index] ?? 0) + row[figure]));
  }
  return comparable(Array.from(sums));
}

/**
 * By place. The command has one row for all of one type that have none, and where elements of a row waited that counts alone:
 * how long those waited is another figure than the sum over each.
 */
function comparable(rows) {
  const sorted = rows.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([place, numbers]) => [place, place === "" ? numbers.slice(0, -1) : numbers]));
}

function figuresOfText(text) {
  const rows = text.split("\n").filter((line) => line !== "").map((line) => line.split("\t"));
  return comparable(rows.map(([place, ...numbers]) => [place, numbers.map(Number)]));
}

const folder = process.argv[2];
let count = 0;
for (const file of readdirSync(folder).filter((name) => name.endsWith(".html"))) {
  const name = file.slice(0, -".html".length);
  const trace = new Trace(dataOf(readFileSync(join(folder, file), "utf8")));
  const theirs = (what) => readFileSync(join(folder, `${name}.${what}`), "utf8");
  const marbles = theirs("marbles").split("\n").filter((line) => line !== "");
  assert.deepEqual(marblesOf(trace, marbles.filter((line) => /^subscription \d+$/.test(line))), marbles, name);
  assert.deepEqual(figuresOf(trace), figuresOfText(theirs("stats")), name);
  count += 1;
}
console.log(`${count} traces have the same marbles and figures`);
