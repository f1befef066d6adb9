// Opens a page of the sample observe-on in a browser, and does what its readers do: `node browser.mjs CHROMIUM PAGE`.
// It speaks the DevTools protocol over a pipe; Node.js alone is needed.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A browser at the other end of a pipe. */
class Browser {
  constructor(path) {
    this.folder = mkdtempSync(join(tmpdir(), "rxtrace-browser-"));
    const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe"];
    this.process = spawn(path, [...flags, `--user-data-dir=${this.folder}`, "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    this.waiting = new Map();
    this.watchers = [];
    this.complaints = [];
    this.count = 0;
    let rest = "";
    this.process.stdio[4].setEncoding("utf8").on("data", (text) => {
      const messages = (rest + text).split("\0");
      rest = messages.pop();
      for (const message of messages) this.take(JSON.parse(message));
    });
  }

  take(message) {
    if (message.id !== undefined) {
      this.waiting.get(message.id)(message);
      this.waiting.delete(message.id);
      return;
    }
    if (["Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"].includes(message.method)) {
      this.complaints.push(JSON.stringify(message.params).slice(0, 500));
    }
    for (const watcher of this.watchers) watcher(message.method);
  }

  async send(method, params = {}) {
    this.count += 1;
    const id = this.count;
    const answer = new Promise((resolve) => this.waiting.set(id, resolve));
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId: this.session })}\0`);
    const { result, error } = await answer;
    assert.equal(error, undefined, method);
    return result;
  }

  async open(url, theme, width) {
    if (this.session === undefined) {
      const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
      this.session = (await this.send("Target.attachToTarget", { targetId, flatten: true })).sessionId;
      for (const domain of ["Page", "Runtime", "Log", "Network"]) await this.send(`${domain}.enable`);
    }
    await this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: theme }] });
    await this.send("Emulation.setDeviceMetricsOverride", { width, height: 800, deviceScaleFactor: 1, mobile: false });
    const loaded = new Promise((resolve) => this.watchers.push((method) => method === "Page.loadEventFired" && resolve()));
    await this.send("Page.navigate", { url });
    await loaded;
    this.watchers = [];
  }

  /** The value of an expression in the page, after what it did was drawn. */
  async ask(expression) {
    const frame = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression: `(async () => { const answer = await (async () => { ${expression} })(); await ${frame}; return answer; })()`,
      awaitPromise: true, returnByValue: true,
    });
    assert.equal(exceptionDetails, undefined, exceptionDetails?.exception?.description);
    return result.value;
  }

  async press(key) {
    const text = key.length === 1 ? key : undefined;
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", key, text });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", key });
    await this.ask("");
  }

  async close() {
    await this.send("Browser.close").catch(() => {});
    await new Promise((resolve) => (this.process.exitCode === null ? this.process.once("exit", resolve) : resolve()));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

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
