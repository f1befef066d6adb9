// The timeline: a lane a thread, calls as slices within each other, hops as arrows, waiting shaded.

import { CanvasView, firstAtLeast } from "./canvasview.mjs";
import { Lanes } from "./lanes.mjs";
import { callText, duration, shown } from "./text.mjs";

const laneRowHeight = 16;
const laneHead = 20;
const mostArrows = 400;
/** Pixels between two arrows. */
const leastArrowGap = 7;
/** How much is left of the colour of what is not looked at, is still to come, or belongs to another subscription. */
export const dimmed = { leftOut: 0.12, future: 0.28, other: 0.4 };
const colourOfMeaning = {
  creation: "subscribe", subscription: "subscribe", start: "subscribe", work: "hop", event: "event", closure: "handler",
  disposal: "dispose", note: "handler",
};

export class TimelineView extends CanvasView {
  constructor(container, state) {
    super(container, state, "Timeline: threads, calls, hops. Left and right go to the call before and after on the thread.");
    this.layouts = new Map();
    this.left = 8;
    state.watch((changed) => {
      if (changed.has("moment")) this.bring(this.beginning(state.moment));
      this.draw();
    });
  }

  get lanes() {
    const { zoom, trace } = this.state;
    if (!this.layouts.has(zoom)) this.layouts.set(zoom, new Lanes(trace, zoom));
    return this.layouts.get(zoom);
  }

  laneHeight(thread) {
    const depth = this.lanes.rows[thread].length;
    return depth === 0 ? 0 : laneHead + depth * laneRowHeight + 8;
  }

  laneTop(thread) {
    let top = 4;
    for (let each = 0; each < thread; each += 1) top += this.laneHeight(each);
    return top;
  }

  contentHeight() {
    return this.laneTop(this.state.trace.threads.length) + 24;
  }

  colour(call) {
    const { trace } = this.state;
    const { colours } = this;
    if (trace.kind[call] === 2) return colours.error;
    const { meaning } = trace.operationRows[trace.operation[call]];
    if (trace.kind[call] > 0 && meaning !== "closure" && meaning !== "note") return colours.event;
    return colours[colourOfMeaning[meaning]];
  }

  paint(context) {
    const { trace } = this.state;
    // Below the calls, whose names they would strike out.
    this.paintHops(context);
    this.lanes.rows.forEach((rows, thread) => {
      if (rows.length === 0) return;
      const top = this.laneTop(thread);
      context.fillStyle = this.colours.line;
      context.fillRect(0, top - 2, this.width, 1);
      context.fillStyle = this.colours.ink;
      context.fillText(shown(trace.threads[thread], 60), 8, top + laneHead / 2);
      rows.forEach((calls, depth) => this.paintRow(context, calls, top + laneHead + depth * laneRowHeight));
    });
    this.paintScale(context);
  }

  paintRow(context, calls, y) {
    const { trace, moment, chosen } = this.state;
    const family = this.state.subscription;
    const end = (call) => trace.ending(call, this.byTime);
    const step = (this.to - this.from) / this.plotWidth;
    let index = firstAtLeast(calls, this.from, end);
    while (index < calls.length) {
      const call = calls[index];
      const begin = this.beginning(call);
      if (begin > this.to) break;
      const x = Math.max(this.x(begin), this.left - 1);
      const width = Math.max(1, Math.min(this.x(end(call)), this.width) - x - (this.byTime ? 0 : 1));
      const isKin = family < 0 || trace.subscription[call] === family || trace.subscription[call] < 0;
      const share = !this.state.keeps(call) ? dimmed.leftOut : call > moment ? dimmed.future : isKin ? 1 : dimmed.other;
      // What lies below must not shine through.
      context.globalAlpha = 1;
      context.fillStyle = this.colours.ground;
      context.fillRect(x, y, width, laneRowHeight - 2);
      context.globalAlpha = share;
      context.fillStyle = this.colour(call);
      context.fillRect(x, y, width, laneRowHeight - 2);
      context.globalAlpha = 1;
      if (width > 24) {
        context.fillStyle = share < 1 ? this.colours.ink : this.colours.ground;
        this.write(context, callText(trace, call), x + 3, y + laneRowHeight / 2 - 1, width - 6);
      }
      if (chosen.kind === "call" && chosen.position === call) {
        context.strokeStyle = this.colours.accent;
        context.lineWidth = 2;
        context.strokeRect(x, y - 1, Math.max(3, width), laneRowHeight);
      }
      // A bar less than a pixel wide stands for all that begins in it.
      index = width > 1.5 ? index + 1 : Math.max(index + 1, firstAtLeast(calls, begin + step, (each) => this.beginning(each), index));
    }
  }

  paintHops(context) {
    const { trace, moment } = this.state;
    const { hops, depth } = this.lanes;
    const apart = ((this.to - this.from) / this.plotWidth) * leastArrowGap;
    const first = firstAtLeast(hops, this.from, (call) => this.beginning(call));
    const seen = [];
    let index = first;
    while (index < hops.length && seen.length < mostArrows) {
      const begin = this.beginning(hops[index]);
      if (this.beginning(trace.cause[hops[index]]) > this.to) break;
      seen.push(hops[index]);
      // Arrows that would lie on each other are one.
      index = Math.max(index + 1, firstAtLeast(hops, begin + apart, (call) => this.beginning(call), index));
    }
    for (const call of seen) {
      const asked = trace.cause[call];
      const fromX = this.x(this.beginning(asked));
      const toX = this.x(this.beginning(call));
      const rowOf = (each) => Math.max(0, Math.min(depth[each], 13));
      const fromY = this.laneTop(trace.thread[asked]) + laneHead + (rowOf(asked) + 1) * laneRowHeight - 2;
      const top = this.laneTop(trace.thread[call]);
      const toY = top + laneHead + rowOf(call) * laneRowHeight;
      context.globalAlpha = call > moment ? 0.35 : 1;
      if (trace.hasWaited(call)) {
        context.fillStyle = this.colours.wait;
        context.fillRect(fromX, toY - 4, Math.max(1, toX - fromX), 4);
      }
      context.strokeStyle = this.colours.hop;
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(fromX, fromY);
      context.bezierCurveTo(fromX, (fromY + toY) / 2, toX, (fromY + toY) / 2, toX, toY);
      context.lineTo(toX - 3, toY - 5);
      context.moveTo(toX, toY);
      context.lineTo(toX + 3, toY - 5);
      context.stroke();
      context.globalAlpha = 1;
    }
  }

  paintScale(context) {
    const y = this.contentHeight() - 10;
    const length = this.to - this.from;
    const rough = length / Math.max(2, this.plotWidth / 120);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
    context.fillStyle = this.colours.soft;
    for (let value = this.least + Math.ceil((this.from - this.least) / step) * step; value <= this.to; value += step) {
      const x = this.x(value);
      context.fillRect(x, y - 10, 1, 4);
      const text = this.byTime ? duration(value - this.least) : String(Math.round(value));
      context.fillText(text, Math.min(x + 3, this.width - context.measureText(text).width - 2), y);
    }
  }

  /** The call that is drawn at a place; -1 for none. */
  callAt(x, y) {
    const { trace } = this.state;
    const value = this.value(x);
    for (let thread = 0; thread < trace.threads.length; thread += 1) {
      const depth = Math.floor((y - this.laneTop(thread) - laneHead) / laneRowHeight);
      const calls = this.lanes.rows[thread][depth];
      if (depth < 0 || !calls || y > this.laneTop(thread) + this.laneHeight(thread)) continue;
      const near = ((this.to - this.from) / this.plotWidth) * 2;
      const index = firstAtLeast(calls, value - near, (call) => trace.ending(call, this.byTime));
      return index < calls.length && this.beginning(calls[index]) <= value + near ? calls[index] : -1;
    }
    return -1;
  }

  click(x, y) {
    const call = this.callAt(x, y);
    if (call >= 0) this.state.choose("call", call);
  }

  tipAt(x, y) {
    const { trace } = this.state;
    const call = this.callAt(x, y);
    if (call < 0) return "";
    const took = trace.hasTimes ? `\n${duration(trace.time(call))}, took ${trace.duration[call] < 0 ? "until the end" : duration(trace.duration[call])}` : "";
    return `@${trace.id[call]} ${callText(trace, call)}${took}`;
  }

  step(direction) {
    const { trace, moment, zoom } = this.state;
    for (let call = moment + direction; call >= 0 && call < trace.count; call += direction) {
      if (trace.isShown(call, zoom) && trace.thread[call] === trace.thread[moment]) {
        this.state.choose("call", call);
        return;
      }
    }
  }
}
