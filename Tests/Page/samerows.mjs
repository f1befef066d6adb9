// Compares the rows of pages with those of `rxtrace tree`: `node samerows.mjs FOLDER`, which holds for each trace a page,
// NAME.html, and its trees, NAME.user.tree, NAME.operators.tree and NAME.internals.tree.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Trace } from "../../Sources/RxTraceKit/Rendering/Page/Source/trace.mjs";
import { CallTree } from "../../Sources/RxTraceKit/Rendering/Page/Source/tree.mjs";
import { rowText } from "../../Sources/RxTraceKit/Rendering/Page/Source/rowwords.mjs";
import { dataOf } from "./pagefile.mjs";

/** The rows as the command draws them, but for the lines between: further in by their levels. */
function rowsOf(tree) {
  return tree.rows.call.map((_, row) => `${"  ".repeat(tree.rows.indent[row])}${tree.rows.isStep[row] ? "↳" : "─"} ${rowText(tree, row)}`);
}

/** The same of the command's lines, without the title and the summary at the end. */
function rowsOfText(text) {
  return text.split("\n").slice(1).filter((line) => /^(?:│ | {2})*(?:├─|└─|↳) /.test(line))
    .map((line) => line.replace(/^((?:│ | {2})*)(├─|└─|↳) /, (_, above, sign) => `${"  ".repeat(above.length / 2)}${sign === "↳" ? "↳" : "─"} `));
}

const folder = process.argv[2];
let count = 0;
for (const file of readdirSync(folder).filter((name) => name.endsWith(".html"))) {
  const name = file.slice(0, -".html".length);
  const trace = new Trace(dataOf(readFileSync(join(folder, file), "utf8")));
  for (const [zoom, word] of ["user", "operators", "internals"].entries()) {
    const theirs = rowsOfText(readFileSync(join(folder, `${name}.${word}.tree`), "utf8"));
    assert.deepEqual(rowsOf(new CallTree(trace, zoom)), theirs, `${name}, zoom ${word}`);
    count += 1;
  }
}
console.log(`${count} trees are the same`);
