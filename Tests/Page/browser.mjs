// Opens a page of the sample observe-on in a browser, and does what its readers do: `node browser.mjs CHROMIUM PAGE`.

import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { inflateSync } from "node:zlib";
import { Browser } from "./chromium.mjs";

/** The drawn text and lines of each page of a PDF. */
function pagesOf(pdf) {
  const text = pdf.toString("latin1");
  const streams = Array.from(text.matchAll(/\bstream\r?\n/g), ({ index, 0: { length } }) => {
    try {
      return inflateSync(pdf.subarray(index + length, text.indexOf("endstream", index))).toString("latin1");
    } catch {
      return "";
    }
  });
  return streams.filter((stream) => stream.includes("BT\n"));
}

async function look(browser, url) {
  await browser.open(url, "light", 1280);
  assert.equal(await browser.ask("return document.body.classList.contains('ready')"), true, "the page starts");
  assert.equal(await browser.ask("return document.title"), "observe-on · rxtrace");
  const light = await browser.ask("return getComputedStyle(document.documentElement).backgroundColor");

  // It opens at the last call, slider and choice alike, and the row that shows it is in sight; Back leads there again from
  // anything else.
  assert.equal(await browser.ask("return document.querySelectorAll('#tree .row.chosen').length"), 1);
  const opened = await browser.ask("return location.hash");
  assert.match(opened, /view=graph&zoom=1&call=\d+/);
  const slider = "const slider = document.querySelector('#scrubber input'); return [slider.max, Number(slider.value) + 1]";
  const [most, opening] = await browser.ask(slider);
  assert.deepEqual([Number(most) + 1, opening], [opening, Number(opened.match(/\d+$/)[0])]);
  const back = "history.back(); return new Promise((done) => addEventListener('hashchange', () => done(location.hash), { once: true }))";
  await browser.press("4");
  assert.equal(await browser.ask("return document.querySelector('#tabs [aria-selected=true]').textContent"), "Stats");
  assert.equal(await browser.ask(back), opened);
  assert.equal(await browser.ask("return document.querySelector('#tabs [aria-selected=true]').textContent"), "Graph");

  // Paper is light, and has the whole graph and the whole tree, whatever was looked at.
  await browser.open("about:blank", "dark", 1280);
  await browser.open(`${url}#view=stats`, "dark", 1280);
  await browser.ask("document.getElementById('tree').focus()");
  const ofPaper = "return [document.documentElement.dataset.theme, document.querySelectorAll('#tree .row').length, document.querySelectorAll('#panel-graph .box').length, document.getElementById('panel-graph').clientHeight > 50]";
  await browser.ask("document.getElementById('tree').scrollTop = 0");
  for (const key of ["Home", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowLeft"]) await browser.press(key);
  assert.equal(await browser.ask("return document.querySelectorAll('#tree .row').length"), 5);
  await browser.ask("dispatchEvent(new Event('beforeprint'))");
  const [theme, printed, boxes, hasRoom] = await browser.ask(ofPaper);
  assert.deepEqual([theme, hasRoom, boxes > 2], ["light", true, true]);
  assert.ok(printed > 30, `${printed} rows on paper`);
  await browser.ask("dispatchEvent(new Event('afterprint'))");
  assert.deepEqual((await browser.ask(ofPaper)).slice(0, 2), ["dark", 5]);
  // The graph has the first page, and no row lies upon it.
  const pages = pagesOf(Buffer.from((await browser.send("Page.printToPDF")).data, "base64"));
  assert.ok(pages.length > 1, `${pages.length} pages`);
  assert.deepEqual(pages.map((page) => / c\n/.test(page)), pages.map((_, index) => index === 0));
  assert.deepEqual((await browser.ask(ofPaper)).slice(0, 2), ["dark", 5]);
  await browser.open("about:blank", "light", 1280);
  await browser.open(url, "light", 1280);

  // The tree: folded and opened at the keyboard alone.
  const rows = "return document.querySelectorAll('#tree .row').length";
  await browser.ask("document.getElementById('tree').focus()");
  await browser.press("Home");
  const before = await browser.ask(rows);
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowLeft"]) await browser.press(key);
  assert.equal(await browser.ask("return document.querySelector('.row.focus').getAttribute('aria-expanded')"), "false");
  assert.ok((await browser.ask(rows)) < before, "a folded call hides what it made");
  await browser.press("ArrowRight");
  assert.equal(await browser.ask(rows), before);
  await browser.press("Enter");
  assert.match(await browser.ask("return document.querySelector('#details h2').textContent"), /^subscribe ObserveOn/);
  assert.match(await browser.ask("return location.hash"), /call=\d+/);
  assert.match(await browser.ask("return document.querySelector('#details mark').textContent"), /\.subscribe\(/);

  // The search, from anywhere.
  await browser.press("/");
  assert.equal(await browser.ask("return document.activeElement.id"), "query");
  for (const key of "next(B)") await browser.press(key);
  assert.match(await browser.ask("return document.getElementById('match-count').textContent"), /^[1-9]\d* calls$/);
  await browser.ask("document.getElementById('search').requestSubmit()");
  assert.match(await browser.ask("return document.querySelector('.row.chosen').textContent"), /next\(B\)/i);
  assert.match(await browser.ask("return document.getElementById('match-count').textContent"), /^[1-9]\d* of [1-9]\d*$/);
  assert.ok((await browser.ask("return document.querySelectorAll('.row.match').length")) > 0);

  // Escape gives the keys back.
  await browser.press("/");
  await browser.press("Escape");
  assert.deepEqual(await browser.ask("return [document.activeElement.id, document.getElementById('query').value]"), ["", ""]);

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
  // The link that is copied leads to the moment, without a step for Back.
  const steps = await browser.ask("return history.length");
  await browser.press(".");
  await browser.ask("document.getElementById('copy').click()");
  const [hash, moment] = await browser.ask("return [location.hash, document.querySelector('.row.now') && document.querySelector('#details a').textContent]");
  assert.match(hash, new RegExp(`call=${moment.slice(1)}$`));
  assert.equal(await browser.ask("return history.length"), steps);
  const spoken = "return new Promise((done) => { const live = document.getElementById('live'); const see = () => (live.textContent ? done(live.textContent) : requestAnimationFrame(see)); see(); })";
  assert.notEqual(await browser.ask(spoken), "");

  // A link leads to another thing, and all views have it.
  await browser.ask("[...document.querySelectorAll('#details button.link')].at(0).click()");
  assert.ok((await browser.ask("return document.querySelectorAll('.box.chosen').length")) > 0);
  for (const view of ["marbles", "timeline", "stats", "states", "source", "answers", "graph"]) {
    await browser.ask(`document.getElementById('tab-${view}').click()`);
    assert.equal(await browser.ask(`return document.getElementById('panel-${view}').clientHeight > 50`), true, view);
  }
  assert.equal(await browser.ask("return document.querySelectorAll('svg .box').length > 2"), true);
  assert.match(await browser.ask("return document.querySelector('#panel-marbles canvas').getAttribute('aria-label')"), /of :12 3 events, map :13 3 events, observe :14 3 events, observer 3 events/);

  // Back takes back a choice; an edge lists its calls; an operator alone narrows the tree, and Escape widens it.
  await browser.ask("document.querySelector('#details-content').scrollTop = 0; document.querySelector('.edge.words').dispatchEvent(new MouseEvent('click', { bubbles: true }))");
  assert.match(await browser.ask("return document.querySelector('#details').textContent"), /Calls \(/);
  assert.match(await browser.ask("return location.hash"), /edge=0/);
  await browser.ask("history.back(); return new Promise((done) => addEventListener('hashchange', done, { once: true }))");
  assert.doesNotMatch(await browser.ask("return location.hash"), /edge=/);
  await browser.ask("document.getElementById('tab-stats').click()");
  await browser.ask("document.querySelector('.stats tbody button').click()");
  assert.match(await browser.ask("return document.getElementById('narrowing').textContent"), /^Only \w+, \d+ calls \(\d+ at this zoom\), 3 events in /);
  assert.ok((await browser.ask("return document.getElementById('tree').querySelectorAll('.row').length")) < before);
  await browser.press("Escape");
  assert.equal(await browser.ask("return document.getElementById('narrowing').hidden"), true);

  // The source has what each line did beside it; a line alone narrows the tree as well.
  await browser.ask("document.getElementById('tab-source').click()");
  assert.match(await browser.ask("return document.querySelector('table.margin tr.now').textContent"), /\.subscribe\(|\.observe\(|\.map/);
  await browser.ask("document.querySelector('table.margin tr.active button').click()");
  assert.match(await browser.ask("return document.getElementById('narrowing').textContent"), /^Only samples\/ObserveOn\.swift:\d+, \d+ calls/);
  assert.match(await browser.ask("return decodeURIComponent(location.hash)"), /line=samples\/ObserveOn\.swift:\d+/);
  await browser.press("Escape");

  // The wheel zooms in, and as far out again as there is anything.
  for (const [view, look] of [["marbles", "canvas').toDataURL()"], ["timeline", "canvas').toDataURL()"], ["graph", "svg.graph').getAttribute('viewBox')"]]) {
    await browser.ask(`document.getElementById('tab-${view}').click()`);
    const seen = `return document.querySelector('#panel-${view} ${look}`;
    const [x, y] = await browser.ask(`const { left, top, width } = document.querySelector('#panel-${view} :is(canvas, svg.graph)').getBoundingClientRect(); return [left + width / 2, top + 60]`);
    const all = await browser.ask(seen);
    const turn = (deltaY) => browser.send("Input.dispatchMouseEvent", { type: "mouseWheel", x, y, deltaX: 0, deltaY });
    await turn(-240);
    assert.notEqual(await browser.ask(seen), all, view);
    if (view === "graph") continue;
    for (let step = 0; step < 4; step += 1) await turn(1200);
    assert.equal(await browser.ask(seen), all, view);
  }

  // A range is dragged in the marbles; the keys are listed; the theme changes; the border moves.
  await browser.ask("document.getElementById('tab-marbles').click()");
  const box = await browser.ask("const { left, top, width } = document.querySelector('#panel-marbles canvas').getBoundingClientRect(); return [left, top, width]");
  for (const [type, x] of [["mousePressed", 0.5], ["mouseMoved", 0.7], ["mouseReleased", 0.7]]) {
    await browser.send("Input.dispatchMouseEvent", { type, x: box[0] + box[2] * x, y: box[1] + 60, button: "left", buttons: 1, clickCount: 1 });
  }
  assert.match(await browser.ask("return document.getElementById('narrowing').textContent"), /^Only @\d+ to @\d+/);
  await browser.press("Escape");
  await browser.press("?");
  assert.equal(await browser.ask("return document.getElementById('keys').open"), true);
  await browser.ask("document.getElementById('keys').close()");
  await browser.ask("document.activeElement.blur()");
  await browser.press("t");
  await browser.press("t");
  assert.notEqual(await browser.ask("return getComputedStyle(document.documentElement).backgroundColor"), light);
  await browser.press("t");
  const share = "return Number(document.querySelector('.splitter.across').getAttribute('aria-valuenow'))";
  const was = await browser.ask(share);
  await browser.ask("document.querySelector('.splitter.across').focus()");
  await browser.press("ArrowLeft");
  assert.ok((await browser.ask(share)) < was);

  // The whole graph is in sight at any size, and its words can be read.
  for (const [width, theme] of [[1440, "light"], [1024, "light"], [390, "light"]]) {
    await browser.open("about:blank", theme, width);
    await browser.open(url, theme, width);
    const [outside, least] = await browser.ask(`
      const { left, top, right, bottom } = document.querySelector('svg.graph').getBoundingClientRect();
      const boxes = [...document.querySelectorAll('svg.graph:not(.swatch) .box')].map((box) => box.getBoundingClientRect());
      const outside = boxes.filter((box) => box.left < left - 1 || box.top < top - 1 || box.right > right + 1 || box.bottom > bottom + 1);
      return [outside.length, 10 * document.querySelector('svg.graph').getScreenCTM().a]`);
    assert.equal(outside, 0, `${width} px`);
    assert.ok(least >= 7.5, `letters of ${least} px at ${width} px`);
  }

  // On a telephone all tabs are in sight, and the code has the width of the page.
  assert.deepEqual(await browser.ask("return [...document.querySelectorAll('#tabs button')].filter((tab) => tab.getBoundingClientRect().right > innerWidth).length"), 0);
  await browser.ask("document.getElementById('tab-source').click()");
  assert.ok((await browser.ask("return document.querySelector('table.margin tr.active .code').getBoundingClientRect().width")) > 300);

  // What is chosen in a select can be read to its end.
  for (const view of ["marbles", "states", "source"]) {
    const [own, whole] = await browser.ask(`
      document.getElementById('tab-${view}').click();
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const select = document.querySelector('#panel-${view} select');
      const { width } = select.getBoundingClientRect();
      select.style.maxWidth = 'none';
      select.style.flex = 'none';
      return [width, select.getBoundingClientRect().width]`);
    assert.ok(own > 50 && own >= whole, `${view}: ${own} of ${whole} px`);
  }

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
