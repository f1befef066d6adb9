// The marbles on the screen: rows of operators, events as marbles, a bar for completed, a cross for an error.

import { CanvasView, firstAtLeast } from "./canvasview.mjs";
import { element } from "./dom.mjs";
import { Chains, marbleRows, rowTitle } from "./marbles.mjs";
import { callText, counted, duration, shortName, shortSite, shown, subscriptionName } from "./text.mjs";
import { differences } from "./values.mjs";

const marbleRowHeight = 30;
const mostChains = 500;

export class MarblesView extends CanvasView {
  constructor(container, state) {
    const chain = element("select", { "aria-label": "Chain" });
    const all = element("button", { type: "button", "aria-pressed": "false", hidden: true, title: "Every row, and not a few of many that are alike" }, "all rows");
    super(container, state, "Marbles: a row for each operator of the chain. Left and right go to the event before and after.", [chain, all]);
    [this.chain, this.all, this.folds] = [chain, all, true];
    all.addEventListener("click", () => {
      this.folds = !this.folds;
      all.setAttribute("aria-pressed", String(!this.folds));
      this.root = -2;
      this.draw();
    });
    chain.addEventListener("change", () => state.choose("subscription", Number(chain.value)));
    this.left = 168;
    this.root = -2;
    [this.rows, this.more, this.titles, this.names] = [[], "", [], []];
    state.watch((changed) => {
      if (changed.has("moment")) this.bring(this.beginning(state.moment));
      this.draw();
    });
  }

  /** The rows are found when they are looked at. */
  drawAll() {
    if (this.isSeen) this.follow();
    super.drawAll();
  }

  /** Found when they are looked at first. */
  get chains() {
    this.chainsFound ??= new Chains(this.state.trace);
    return this.chainsFound;
  }

  /** Those that the program's own code made come first. */
  fillChains() {
    if (this.first !== undefined) return;
    const { subscriptions } = this.state.trace;
    const roots = [];
    for (let each = 0; each < subscriptions.count; each += 1) if (subscriptions.parent[each] < 0) roots.push(each);
    const isInside = (each) => Number(subscriptions.file[each] === 0);
    roots.sort((one, other) => isInside(one) - isInside(other) || one - other);
    this.first = roots[0] ?? -1;
    const listed = roots.slice(0, mostChains);
    const files = listed.map((each) => subscriptions.file[each]);
    this.chain.hidden = listed.length === 0;
    this.chain.append(...listed.map((each) => this.option(each, files)));
  }

  option(each, files) {
    const { trace } = this.state;
    const { node, file, line } = trace.subscriptions;
    const what = node[each] < 0 ? "" : ` · ${shortName(trace, node[each])}`;
    const site = shortSite(trace, file[each], line[each], files);
    return element("option", { value: each }, `${subscriptionName(trace, each)}${what} ${site}`);
  }

  /** Shows the chain that is chosen; of something without one, the one shown before, or the first. */
  follow() {
    this.fillChains();
    const { trace } = this.state;
    const own = this.state.subscription;
    const root = own >= 0 ? trace.root(own) : this.shownRoot >= 0 ? this.shownRoot : this.first;
    if (root === this.root) return;
    [this.root, this.shownRoot] = [root, root];
    const found = marbleRows(this.chains, root, this.folds);
    this.rows = found.rows;
    this.more = [found.more, found.left > 0 ? `and ${counted(found.left, "more row")}` : ""].filter(Boolean).join("; ");
    this.all.hidden = this.more === "" && this.folds;
    this.chain.value = String(root);
    this.titles = this.rows.map(({ node }) => rowTitle(this.chains, node, root));
    this.names = this.rows.map(({ lives }, index) => {
      const reason = lives.at(-1)?.reason;
      return `${this.titles[index]}${reason ? `, ${reason}` : ""}`;
    });
    this.canvas.setAttribute(
      "aria-label",
      `Marbles: ${this.rows.map((row, index) => `${this.names[index]} ${counted(row.calls.length, "event")}`).slice(0, 20).join(", ")}`,
    );
  }

  contentHeight() {
    return this.rows.length * marbleRowHeight + (this.more === "" ? 24 : 48);
  }

  paint(context, top, bottom) {
    const { trace } = this.state;
    this.left = Math.min(168, this.width * 0.34);
    if (this.rows.length === 0) {
      context.fillStyle = this.colours.soft;
      context.fillText("No events in a chain are known here.", 12, 24);
    }
    for (let index = Math.max(0, Math.floor(top / marbleRowHeight)); index < this.rows.length; index += 1) {
      const y = index * marbleRowHeight + marbleRowHeight / 2 + 4;
      if (y - marbleRowHeight > bottom) break;
      const row = this.rows[index];
      if (this.isChosen(row)) {
        context.fillStyle = this.colours.wait;
        context.fillRect(0, y - marbleRowHeight / 2, this.width, marbleRowHeight);
      }
      context.fillStyle = this.colours.line;
      context.fillRect(this.left, y, this.width - this.left - 8, 1);
      this.paintLives(context, row, y);
      this.paintRow(context, row, y);
      context.fillStyle = this.colours.ground;
      context.fillRect(0, y - marbleRowHeight / 2 + 1, this.left - 6, marbleRowHeight - 2);
      context.fillStyle = this.isLive(row) ? this.colours.ink : this.colours.soft;
      // The reason stands at the end of the line, too.
      const hasRoom = context.measureText(this.names[index]).width <= this.left - 20;
      this.writeName(context, (hasRoom ? this.names : this.titles)[index], y);
    }
    if (this.more !== "") {
      context.fillStyle = this.colours.soft;
      context.fillText(`${this.more}: “all rows” shows them`, 10, this.rows.length * marbleRowHeight + 20);
    }
  }

  /** The name of a row, in two lines where one has no room for it: `PublishSubject#1` above `:8`. */
  writeName(context, name, y) {
    const room = this.left - 16;
    const space = name.lastIndexOf(" ");
    if (space < 0 || context.measureText(name).width <= room) return this.write(context, name, 10, y, room, true);
    context.save();
    context.font = "10.5px system-ui, sans-serif";
    this.write(context, name.slice(0, space), 10, y - 6, room, true);
    this.write(context, name.slice(space + 1), 10, y + 6, room, true);
    context.restore();
  }

  isChosen({ node }) {
    const { kind, position } = this.state.chosen;
    return node < 0 ? kind === "subscription" && position === this.root : kind === "node" && position === node;
  }

  isLive({ lives }) {
    return lives.some(({ from, to }) => from <= this.state.moment && this.state.moment < to);
  }

  /** A bar from each subscribe to its end. */
  paintLives(context, row, y) {
    const { trace } = this.state;
    context.fillStyle = this.colours.subscribe;
    for (const life of row.lives) {
      const from = Math.max(this.left, this.x(this.beginning(life.from)));
      const hasEnded = life.to < trace.count;
      const to = Math.min(this.width - 8, hasEnded ? this.x(this.beginning(life.to)) : this.x(this.most));
      if (to > from) context.fillRect(from, y - 1, to - from, 3);
      // Below the words.
      if (!hasEnded || to < this.left || to >= this.width - 8) continue;
      context.fillRect(to - 1, y - 1, 2, 9);
      if (life.reason) this.paintReason(context, row, life, to + 4, y + 12);
    }
  }

  /** How a subscription was left, where there is room before the row is subscribed again. */
  paintReason(context, row, life, x, y) {
    const next = row.lives.find(({ from }) => from > life.to);
    const end = next ? this.x(this.beginning(next.from)) : this.width - 8;
    context.save();
    context.font = "10px system-ui, sans-serif";
    context.fillStyle = this.colours.soft;
    this.write(context, life.reason, x, y, end - x);
    context.restore();
  }

  /** The life of a row that ends at a place, if any. */
  endAt(row, x) {
    return row.lives.find(({ to }) => to < this.state.trace.count && Math.abs(this.x(this.beginning(to)) - x) < 6);
  }

  paintRow(context, row, y) {
    const { trace, moment } = this.state;
    const step = (this.to - this.from) / this.plotWidth;
    const place = (call) => this.beginning(call);
    let index = firstAtLeast(row.calls, this.from - step * 12, place);
    let lastEnd = -Infinity;
    let before = -Infinity;
    for (; index < row.calls.length && place(row.calls[index]) <= this.to; ) {
      const call = row.calls[index];
      const x = this.x(place(call));
      const following = index + 1 < row.calls.length ? this.x(place(row.calls[index + 1])) : this.width;
      context.globalAlpha = !this.state.keeps(call) ? 0.15 : call > moment ? 0.35 : 1;
      const colour = trace.kind[call] === 2 ? this.colours.error : trace.kind[call] === 3 ? this.colours.end : this.colours.event;
      context.strokeStyle = context.fillStyle = row.dropped.has(call) ? this.colours.error : colour;
      // Marbles that would cover each other are strokes.
      if (following - x < 5 && x - before < 5) context.fillRect(x, y - 6, 1, 12);
      else this.paintMarble(context, call, x, y, row.dropped.has(call));
      before = x;
      if (x > lastEnd && trace.value[call] > 0) {
        const text = this.label(row, index);
        const room = Math.min(following - x - 18, text.length * 10 + 8);
        // Words can be read, whatever they tell of.
        const { globalAlpha } = context;
        context.globalAlpha = 1;
        context.fillStyle = globalAlpha < 1 ? this.colours.soft : this.colours.ink;
        this.write(context, text, x + 9, y - 7, room);
        context.globalAlpha = globalAlpha;
        if (room > 14) lastEnd = x;
      }
      if (call === moment) {
        context.strokeStyle = this.colours.accent;
        context.lineWidth = 2;
        context.beginPath();
        context.arc(x, y, 10, 0, Math.PI * 2);
        context.stroke();
      }
      context.globalAlpha = 1;
      index = following - x > 1 ? index + 1 : Math.max(index + 1, firstAtLeast(row.calls, place(call) + step, place, index));
    }
  }

  /** The value of a marble; of one with fields, the first that is another than in the marble before, or after the first. */
  label({ calls }, index) {
    const { trace } = this.state;
    const value = (call) => (call === undefined ? 0 : trace.value[call]);
    const own = trace.words[value(calls[index])];
    const other = value(calls[index - 1]) || value(calls[index + 1]);
    const [path, before, now] = other > 0 ? differences(trace.words[other], own)[0] ?? [""] : [""];
    return shown(path === "" || before === undefined || now === undefined ? own : now, 24);
  }

  paintMarble(context, call, x, y, isDropped) {
    const kind = this.state.trace.kind[call];
    context.lineWidth = 2;
    context.beginPath();
    if (kind === 3 && !isDropped) {
      context.fillRect(x - 1.5, y - 9, 3, 18);
    } else if (kind === 2 || isDropped) {
      context.moveTo(x - 6, y - 6);
      context.lineTo(x + 6, y + 6);
      context.moveTo(x + 6, y - 6);
      context.lineTo(x - 6, y + 6);
      context.stroke();
    } else {
      context.arc(x, y, 6, 0, Math.PI * 2);
      context.fill();
    }
  }

  click(x, y) {
    const row = this.rows[Math.floor((y - 4) / marbleRowHeight)];
    if (!row) return;
    if (x < this.left) return void this.state.choose(...(row.node < 0 ? ["subscription", this.root] : ["node", row.node]));
    const call = this.callAt(row, x);
    const end = call < 0 ? this.endAt(row, x)?.to ?? -1 : call;
    if (end >= 0) this.state.choose("call", end);
  }

  /** The marble of a row at a place; -1 for none. */
  callAt(row, x) {
    const value = this.value(x);
    const at = firstAtLeast(row.calls, value, (call) => this.beginning(call));
    const near = [row.calls[at - 1], row.calls[at]].filter((call) => call !== undefined);
    near.sort((a, b) => Math.abs(this.beginning(a) - value) - Math.abs(this.beginning(b) - value));
    return near.length > 0 && Math.abs(this.x(this.beginning(near[0])) - x) < 14 ? near[0] : -1;
  }

  tipAt(x, y) {
    const { trace } = this.state;
    const index = Math.floor((y - 4) / marbleRowHeight);
    const row = this.rows[index];
    if (!row) return "";
    if (x < this.left) return this.names[index];
    const call = this.callAt(row, x);
    const end = call < 0 ? this.endAt(row, x) : undefined;
    if (end) return `subscribed @${trace.id[end.from]} to @${trace.id[end.to]}${end.reason ? `, left by ${end.reason}` : ""}`;
    if (call < 0) return "";
    const lost = trace.lost.get(call);
    const when = trace.hasTimes ? `, ${duration(trace.time(call))}` : "";
    return `@${trace.id[call]} ${callText(trace, call)}${when}${lost ? `\n✕ ${lost.sentence}` : ""}`;
  }

  step(direction) {
    const calls = this.rows.flatMap((row) => Array.from(row.calls)).sort((a, b) => a - b);
    const at = firstAtLeast(calls, this.state.moment + (direction > 0 ? 1 : 0), (call) => call);
    const call = calls[direction > 0 ? at : at - 1];
    if (call !== undefined) this.state.choose("call", call);
  }
}
