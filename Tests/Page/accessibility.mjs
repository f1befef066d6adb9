// Asks axe-core about a page, in both themes, narrow and wide, view by view: `node accessibility.mjs CHROMIUM PAGE AXE`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Browser } from "./chromium.mjs";

async function violations(browser) {
  return await browser.ask(`
    const { violations } = await axe.run(document);
    return violations.map((rule) => rule.id + ": " + rule.help + "\\n" + rule.nodes
      .slice(0, 3).map((node) => "    " + node.html.slice(0, 160) + " " + node.failureSummary).join("\\n"))`);
}

const [path, page, axe] = process.argv.slice(2);
const rules = readFileSync(axe, "utf8");
const browser = new Browser(path);
try {
  const found = [];
  for (const theme of ["light", "dark"]) {
    for (const width of [360, 1280, 2560]) {
      await browser.open(pathToFileURL(page).href, theme, width);
      await browser.run(rules);
      // Something chosen, so that no part of the page is empty.
      await browser.ask("document.getElementById('tree').focus()");
      for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await browser.press(key);
      for (const view of ["graph", "marbles", "timeline", "stats", "states", "source", "answers"]) {
        await browser.ask(`document.getElementById('tab-${view}').click()`);
        for (const violation of await violations(browser)) found.push(`${theme}, ${width} px, ${view}: ${violation}`);
      }
    }
  }
  assert.deepEqual(found, [], found.join("\n"));
  assert.deepEqual(browser.complaints, []);
} finally {
  await browser.close();
}
