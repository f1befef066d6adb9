// Opens a page of the sample observe-on in a browser, and does what its readers do: `node browser.mjs CHROMIUM PAGE`.

import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { Browser } from "./chromium.mjs";

async function look(browser, url) {
  await browser.open(url, "light", 1280);
  assert.equal(await browser.ask("return document.body.classList.contains('ready')"), true, "the page starts");
  assert.equal(await browser.ask("return document.title"), "observe-on · rxtrace");
  const light = await browser.ask("return getComputedStyle(document.documentElement).backgroundColor");

  // The tree: folded and opened at the keyboard alone.
  const rows = "return document.querySelectorAll('#tree .row').length";
  await browser.ask("document.getElementById('tree').focus()");
  const before = await browser.ask(rows);
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowLeft"]) await browser.press(key);
  assert.equal(await browser.ask("return document.querySelector('.row.focus').getAttribute('aria-expanded')"), "false");
  assert.ok((await browser.ask(rows)) < before, "a folded call hides what it made");
  await browser.press("ArrowRight");
  assert.equal(await browser.ask(rows), before);
  await browser.press("Enter");
  assert.match(await browser.ask("return document.querySelector('#details h2').textContent"), /^subscribe ObserveOn/);
  assert.match(await browser.ask("return document.querySelector('#details mark').textContent"), /\.subscribe\(/);

  // The search, from anywhere.
  await browser.press("/");
  assert.equal(await browser.ask("return document.activeElement.id"), "query");
  for (const key of "next(B)") await browser.press(key);
  assert.match(await browser.ask("return document.getElementById('match-count').textContent"), /^[1-9]\d* calls$/);
  await browser.ask("document.getElementById('search').requestSubmit()");
  assert.match(await browser.ask("return document.querySelector('.row.chosen').textContent"), /next\(B\)/i);
  assert.ok((await browser.ask("return document.querySelectorAll('.row.match').length")) > 0);

  // The scrubber: steps, and its text.
  await browser.ask("document.activeElement.blur(); document.querySelector('#scrubber input').value = 0; document.querySelector('#scrubber input').dispatchEvent(new Event('input'))");
  const place = "return document.querySelector('.place').textContent.split(' ')[0]";
  assert.equal(await browser.ask(place), "1");
  await browser.press(".");
  await browser.press(".");
  await browser.press(",");
  assert.equal(await browser.ask(place), "2");
  await browser.press("c");
  assert.ok(Number(await browser.ask(place)) > 2);
  const spoken = "return new Promise((done) => { const live = document.getElementById('live'); const see = () => (live.textContent ? done(live.textContent) : requestAnimationFrame(see)); see(); })";
  assert.notEqual(await browser.ask(spoken), "");

  // A link leads to another thing, and all views have it.
  await browser.ask("[...document.querySelectorAll('#details button')].at(0).click()");
  assert.ok((await browser.ask("return document.querySelectorAll('.box.chosen').length")) > 0);
  for (const view of ["marbles", "timeline", "answers", "graph"]) {
    await browser.ask(`document.getElementById('tab-${view}').click()`);
    assert.equal(await browser.ask(`return document.getElementById('panel-${view}').clientHeight > 50`), true, view);
  }
  assert.equal(await browser.ask("return document.querySelectorAll('svg .box').length > 2"), true);

  // Both themes, and a narrow window without a bar at its foot.
  await browser.open(url, "dark", 360);
  assert.notEqual(await browser.ask("return getComputedStyle(document.documentElement).backgroundColor"), light);
  assert.ok((await browser.ask("return document.documentElement.scrollWidth")) <= 360);
  assert.deepEqual(browser.complaints, []);
}

const [path, page] = process.argv.slice(2);
const browser = new Browser(path);
try {
  await look(browser, pathToFileURL(page).href);
} finally {
  await browser.close();
}
