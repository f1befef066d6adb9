// The states of one operator in time: each event with the value before it, and what changed in it, field by field.

import { element, link, oncePerFrame } from "./dom.mjs";
import { statefulNodes, statesOf } from "./states.mjs";
import { counted, duration, shortName, shortSite, shown } from "./text.mjs";
import { differences } from "./values.mjs";

const mostStates = 2_000;
const mostChanges = 12;

export class StatesView {
  constructor(container, state) {
    this.container = container;
    this.state = state;
    this.select = element("select", { "aria-label": "Operator whose states are shown", onchange: () => this.choose(Number(this.select.value)) });
    this.note = element("span", { class: "note" });
    this.list = element("ol", { class: "states", tabindex: 0, "aria-label": "States" });
    container.append(element("div", { class: "bar" }, this.select, this.note), this.list);
    this.draw = oncePerFrame(() => this.drawStates());
    new ResizeObserver(this.draw).observe(container);
    state.watch((changed) => {
      if (changed.has("choice") && state.chosen.kind === "node") this.follow(state.homes[state.chosen.position]);
      if (changed.has("kept")) this.home = undefined;
      this.draw();
    });
  }

  /** Found when they are looked at first. */
  fill() {
    if (this.nodes) return;
    const { trace, homes } = this.state;
    this.nodes = statefulNodes(trace, homes);
    const { file, line } = trace.nodes;
    const files = this.nodes.map((node) => file[node]);
    this.select.append(...this.nodes.map((node) => {
      return element("option", { value: node }, `${shortName(trace, node)} ${shortSite(trace, file[node], line[node], files)}`);
    }));
    this.select.hidden = this.nodes.length === 0;
    this.shown = this.wanted ?? this.nodes[0];
  }

  follow(node) {
    this.wanted = node;
    if (this.nodes?.includes(node)) this.choose(node);
  }

  choose(node) {
    this.shown = node;
    this.draw();
  }

  drawStates() {
    if (this.container.clientHeight === 0) return;
    this.fill();
    const { state } = this;
    if (this.nodes.length === 0) {
      this.note.textContent = "No operator handed on two elements: there are no states to compare.";
      return;
    }
    if (!this.nodes.includes(this.shown)) this.shown = this.nodes[0];
    if (this.home !== this.shown) {
      this.home = this.shown;
      this.select.value = String(this.home);
      const all = statesOf(state.trace, state.homes, this.home);
      this.calls = all.filter((call) => state.range === undefined || (call >= state.range[0] && call <= state.range[1])).slice(0, mostStates);
      this.note.textContent = counted(all.length, "state");
      const before = new Map(all.map((call, index) => [call, all[index - 1]]));
      this.items = this.calls.map((call) => this.item(call, before.get(call)));
      this.list.replaceChildren(...this.items);
    }
    this.calls.forEach((call, index) => {
      const isNow = call <= state.moment && !(this.calls[index + 1] <= state.moment);
      this.items[index].classList.toggle("future", call > state.moment);
      if (isNow && !this.items[index].classList.contains("now") && state.hasMoved) this.items[index].scrollIntoView({ block: "nearest" });
      this.items[index].classList.toggle("now", isNow);
    });
  }

  item(call, before) {
    const { trace } = this.state;
    const value = trace.words[trace.value[call]];
    const when = trace.hasTimes ? ` ${duration(trace.time(call))}` : "";
    const head = element(
      "div", {}, link(`@${trace.id[call]}`, () => this.state.choose("call", call)), element("span", { class: "note" }, when), " ",
      element("bdi", { class: "value" }, value === "" ? "\"\"" : shown(value, 200)),
    );
    if (before === undefined) return element("li", {}, head);
    const changes = differences(trace.words[trace.value[before]], value);
    const rows = changes.slice(0, mostChanges).map(([path, old, now]) => element(
      "div", { class: "change" }, path === "" ? "" : element("bdi", { class: "path" }, `${shown(path, 80)}: `),
      old === undefined ? element("span", { class: "note" }, "new ") : element("del", {}, shown(old, 120) || "\"\""), " ",
      now === undefined ? element("span", { class: "note" }, "gone") : element("ins", {}, shown(now, 120) || "\"\""),
    ));
    if (changes.length === 0) rows.push(element("div", { class: "note" }, "the same as before"));
    if (changes.length > mostChanges) rows.push(element("div", { class: "note" }, `and ${counted(changes.length - mostChanges, "more change")}`));
    return element("li", {}, head, ...rows);
  }
}
