// The four views of the same moment, as tabs; side by side where the window is wide.

import { element } from "./dom.mjs";
import { GraphView } from "./graphview.mjs";
import { MarblesView } from "./marblesview.mjs";
import { TimelineView } from "./timelineview.mjs";
import { AnswersView } from "./answers.mjs";

const viewNames = ["graph", "marbles", "timeline", "answers"];
const titles = { graph: "Graph", marbles: "Marbles", timeline: "Timeline", answers: "Answers" };

export class Views {
  constructor(state) {
    this.panels = new Map(viewNames.map((name) => [name, document.getElementById(`panel-${name}`)]));
    this.tabs = new Map();
    for (const name of viewNames) {
      const count = name === "answers" && state.trace.findings.length > 0 ? ` (${state.trace.findings.length})` : "";
      const tab = element(
        "button",
        { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => this.open(name) },
        titles[name] + count,
      );
      this.tabs.set(name, tab);
      this.panels.get(name).dataset.title = titles[name] + count;
    }
    const list = document.getElementById("tabs");
    list.append(...this.tabs.values());
    list.addEventListener("keydown", (event) => this.key(event));
    new GraphView(this.panels.get("graph"), state);
    new MarblesView(this.panels.get("marbles"), state);
    new TimelineView(this.panels.get("timeline"), state);
    new AnswersView(this.panels.get("answers"), state);
    this.open("graph");
  }

  open(name) {
    this.current = name;
    for (const each of viewNames) {
      const isCurrent = each === name;
      this.panels.get(each).classList.toggle("current", isCurrent);
      this.tabs.get(each).setAttribute("aria-selected", String(isCurrent));
      this.tabs.get(each).tabIndex = isCurrent ? 0 : -1;
    }
  }

  key(event) {
    const moves = { ArrowRight: 1, ArrowLeft: -1 };
    if (!(event.key in moves)) return;
    const index = viewNames.indexOf(this.current) + moves[event.key];
    this.open(viewNames[(index + viewNames.length) % viewNames.length]);
    this.tabs.get(this.current).focus();
    event.preventDefault();
  }
}
