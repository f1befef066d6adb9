// The scrubber: a slider over all calls, and the replay, also at the keyboard.

import { element } from "./dom.mjs";
import { callText, duration, grouped } from "./text.mjs";
import { Replay } from "./replay.mjs";

/** A whole run is replayed in about so long, a short one at so many calls a second. */
const secondsForAll = 60;
const callsPerSecond = 6;
const pauseBeforeSpeech = 400;

export class Scrubber {
  constructor(container, live, state) {
    this.state = state;
    this.live = live;
    this.replay = new Replay(state.trace, () => state.zoom);
    const { count } = state.trace;
    this.slider = element("input", {
      type: "range", min: 0, max: Math.max(0, count - 1), value: 0, "aria-label": "Moment of the run",
      oninput: () => state.go(Number(this.slider.value)),
    });
    const button = (sign, name, key, act) =>
      element("button", { type: "button", title: `${name} (${key})`, "aria-label": name, "aria-keyshortcuts": key, onclick: act }, sign);
    this.actions = {
      ",": () => this.go(this.replay.previous(state.moment)),
      p: () => this.play(!state.isPlaying),
      ".": () => this.go(this.replay.next(state.moment)),
      o: () => this.go(this.replay.over(state.moment)),
      c: () => this.go(this.replay.nextOfChain(state.moment, state.subscription)),
    };
    this.playButton = button("▶", "Play", "p", this.actions.p);
    this.place = element("output", { class: "place" });
    container.append(
      button("◀", "Step back", ",", this.actions[","]),
      this.playButton,
      button("▶|", "Step", ".", this.actions["."]),
      button("↷", "Step over", "o", this.actions.o),
      button("⇥", "Next event of the chosen chain", "c", this.actions.c),
      this.slider,
      this.place,
    );
    state.watch((changed) => {
      if (changed.has("moment")) this.draw();
    });
    this.draw();
  }

  go(moment) {
    this.play(false);
    this.state.go(moment);
  }

  play(isPlaying) {
    if (Boolean(this.state.isPlaying) === isPlaying) return;
    this.state.isPlaying = isPlaying;
    this.playButton.textContent = isPlaying ? "❚❚" : "▶";
    this.playButton.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    if (!isPlaying) {
      this.state.tell("chosen", "moment");
      return;
    }
    const { count } = this.state.trace;
    if (this.replay.next(this.state.moment) === this.state.moment) this.state.go(0);
    const rate = Math.max(callsPerSecond, count / secondsForAll);
    let before = performance.now();
    let owed = 0;
    const frame = (now) => {
      if (!this.state.isPlaying) return;
      owed += ((now - before) / 1000) * rate;
      before = now;
      let moment = this.state.moment;
      for (; owed >= 1; owed -= 1) moment = this.replay.next(moment);
      if (moment !== this.state.moment) this.state.go(moment);
      if (this.replay.next(moment) === moment) this.play(false);
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  draw() {
    const { trace, moment } = this.state;
    if (trace.count === 0) return;
    const text = callText(trace, moment);
    const when = trace.hasTimes ? `, ${duration(trace.time(moment))}` : "";
    this.slider.value = String(moment);
    this.slider.setAttribute("aria-valuetext", `call ${moment + 1} of ${trace.count}: ${text}`);
    this.place.textContent = `${grouped(moment + 1)} / ${grouped(trace.count)}${when}`;
    // Speech that is asked for at every step of a replay would never end.
    clearTimeout(this.speech);
    this.speech = setTimeout(() => {
      if (!this.state.isPlaying) this.live.textContent = `${text}, on ${trace.threads[trace.thread[moment]] ?? "a thread"}${when}`;
    }, pauseBeforeSpeech);
  }
}
