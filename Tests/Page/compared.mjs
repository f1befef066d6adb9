// Opens a page of two traces in a browser, and goes through what differs: `node compared.mjs CHROMIUM PAGE OLD NEW`.

import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { Browser } from "./chromium.mjs";

async function look(browser, url, old, other) {
  await browser.open(url, "light", 1280);
  assert.equal(await browser.ask("return document.title"), `${old} | ${other} · rxtrace`);
  assert.deepEqual(await browser.ask("return [...document.querySelectorAll('.heads bdi')].map((head) => head.textContent)"), [`old: ${old}`, `new: ${other}`]);

  // Each difference is gone to, and the last is followed by the first.
  const count = Number(await browser.ask("return /\\d+/.exec(document.getElementById('tab-differences').textContent)[0]"));
  assert.ok(count > 1);
  const rows = [];
  for (let each = 0; each <= count; each += 1) {
    await browser.press("n");
    rows.push(await browser.ask("return document.querySelector('.pair.at').getAttribute('aria-rowindex')"));
  }
  assert.equal(new Set(rows).size, count);
  assert.equal(rows[count], rows[0]);

  // The other trace is shown in the same view, and its findings are told of.
  await browser.ask("document.getElementById('tab-stats').click()");
  await browser.ask("document.getElementById('tab-differences').click()");
  const loaded = browser.loading();
  await browser.run("setTimeout(() => document.querySelector('#panel-differences .bar button.link').click(), 0)");
  await loaded;
  assert.match(await browser.ask("return location.hash"), /side=old&view=differences&zoom=1&call=\d+/);
  assert.match(await browser.ask("return document.getElementById('panel-answers').textContent"), /^These are of the old trace\. The new one has \d+ finding/);
  assert.match(await browser.ask("return document.querySelector('#keys dl').textContent"), /n, N.*1 … 8/s);
  assert.deepEqual(browser.complaints, []);
}

const [path, page, old, other] = process.argv.slice(2);
const browser = new Browser(path);
try {
  await look(browser, pathToFileURL(page).href, old, other);
} finally {
  await browser.close();
}
