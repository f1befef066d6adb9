// A browser that tests drive. It speaks the DevTools protocol over a pipe; Node.js alone is needed.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** No page takes so long, in milliseconds: a browser that does not answer ends the script. */
const patience = 300_000;

/** A browser at the other end of a pipe. */
export class Browser {
  constructor(path) {
    this.folder = mkdtempSync(join(tmpdir(), "rxtrace-browser-"));
    const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe"];
    this.process = spawn(path, [...flags, `--user-data-dir=${this.folder}`, "about:blank"], {
      stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    });
    setTimeout(() => {
      this.process.kill("SIGKILL");
      assert.fail("the browser does not answer");
    }, patience).unref();
    this.waiting = new Map();
    this.loaded = new Set();
    this.onLoad = () => {};
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
    if (message.method === "Page.lifecycleEvent" && message.params.name === "load") {
      this.loaded.add(message.params.loaderId);
      this.onLoad();
    }
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
      await this.send("Page.setLifecycleEventsEnabled", { enabled: true });
    }
    await this.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: theme }] });
    await this.send("Emulation.setDeviceMetricsOverride", { width, height: 800, deviceScaleFactor: 1, mobile: false });
    // That of this page: the blank one before it may only now be told of.
    const { loaderId } = await this.send("Page.navigate", { url });
    while (!this.loaded.has(loaderId)) await new Promise((resolve) => (this.onLoad = resolve));
  }

  /** Waits until another page is loaded, or this one anew. */
  async loading() {
    const count = this.loaded.size;
    while (this.loaded.size === count) await new Promise((resolve) => (this.onLoad = resolve));
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

  /** Runs a script that is not the page's own, which the page's policy would refuse. */
  async run(script) {
    const { exceptionDetails } = await this.send("Runtime.evaluate", { expression: script });
    assert.equal(exceptionDetails, undefined, exceptionDetails?.exception?.description);
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
