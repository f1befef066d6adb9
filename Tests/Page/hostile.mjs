// Opens a page of a trace whose values would like to be markup and script: `node hostile.mjs CHROMIUM PAGE WORDS…`.
// Each of the words is to be seen as it is, and nothing of them to have run.

import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { Browser } from "./chromium.mjs";

const [path, page, ...words] = process.argv.slice(2);
const browser = new Browser(path);
try {
  await browser.open(pathToFileURL(page).href, "light", 1280);
  assert.equal(await browser.ask("return document.body.classList.contains('ready')"), true, "the page starts");
  const elements = "return document.querySelectorAll('img, iframe, a[href^=\"javascript\"], script').length";
  const before = await browser.ask(elements);
  await browser.ask("document.getElementById('tree').focus()");
  let seen = "";
  for (let row = 0; row < 40; row += 1) {
    await browser.press("ArrowDown");
    await browser.press("Enter");
    for (const view of ["graph", "marbles", "timeline", "stats", "states", "answers"]) {
      await browser.ask(`document.getElementById('tab-${view}').click()`);
    }
    seen += await browser.ask("return document.body.innerText + document.body.textContent + document.title");
  }
  for (const word of words) assert.ok(seen.includes(word), `${word} is not to be seen`);
  assert.equal(await browser.ask("return typeof window.ran"), "undefined", "a value was run as a script");
  assert.equal(await browser.ask(elements), before, "a value was made an element");
  assert.deepEqual(browser.complaints, []);
} finally {
  await browser.close();
}
