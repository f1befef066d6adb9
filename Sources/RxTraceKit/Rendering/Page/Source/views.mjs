// The views of the same moment, as tabs.

import { element } from "./dom.mjs";
import { GraphView } from "./graphview.mjs";
import { MarblesView } from "./marblesview.mjs";
import { TimelineView } from "./timelineview.mjs";
import { StatsView } from "./statsview.mjs";
import { StatesView } from "./statesview.mjs";
import { SourceView } from "./sourceview.mjs";
import { AnswersView } from "./answers.mjs";
import { ComparisonView } from "./comparisonview.mjs";

const titles = {
  differences: "Differences", graph: "Graph", marbles: "Marbles", timeline: "Timeline", stats: "Stats", states: "States", source: "Source", answers: "Answers",
};

export class Views {
  /** @param compared `{ comparison, traces, side }` where the page holds two traces */
  constructor(state, compared) {
    this.state = state;
    this.names = Object.keys(titles).filter((name) => compared || name !== "differences");
    this.panels = new Map(this.names.map((name) => [name, document.getElementById(`panel-${name}`)]));
    this.tabs = new Map();
    for (const name of this.names) {
      const number = name === "answers" ? state.trace.findings.length : name === "differences" ? compared.comparison.differing : 0;
      const count = number > 0 ? ` (${number})` : "";
      const tab = element(
        "button",
        { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => this.open(name) },
        titles[name] + count,
      );
      this.tabs.set(name, tab);
    }
    const list = document.getElementById("tabs");
    list.append(...this.tabs.values());
    list.addEventListener("keydown", (event) => this.key(event));
    this.graph = new GraphView(this.panels.get("graph"), state);
    new MarblesView(this.panels.get("marbles"), state);
    new TimelineView(this.panels.get("timeline"), state);
    new StatsView(this.panels.get("stats"), state);
    new StatesView(this.panels.get("states"), state);
    new SourceView(this.panels.get("source"), state);
    new AnswersView(this.panels.get("answers"), state, compared);
    if (compared) {
      const { comparison, traces, side } = compared;
      this.comparison = new ComparisonView(this.panels.get("differences"), state, comparison, traces, side);
      document.body.classList.add("comparing");
    }
    this.open(this.names[0]);
  }

  open(name) {
    if (!this.names.includes(name) || name === this.current) return;
    this.current = name;
    for (const each of this.names) {
      const isCurrent = each === name;
      this.panels.get(each).classList.toggle("current", isCurrent);
      this.tabs.get(each).setAttribute("aria-selected", String(isCurrent));
      this.tabs.get(each).tabIndex = isCurrent ? 0 : -1;
    }
    this.bring(this.tabs.get(name));
    this.state.tell("view");
  }

  /** Moves the row of tabs so that one is in sight. */
  bring(tab) {
    const { left, right } = tab.getBoundingClientRect();
    const list = tab.parentElement;
    const seen = list.getBoundingClientRect();
    if (left < seen.left) list.scrollLeft -= seen.left - left;
    if (right > seen.right) list.scrollLeft += right - seen.right;
  }

  key(event) {
    const moves = { ArrowRight: 1, ArrowLeft: -1 };
    if (!(event.key in moves)) return;
    const index = this.names.indexOf(this.current) + moves[event.key];
    this.open(this.names[(index + this.names.length) % this.names.length]);
    this.tabs.get(this.current).focus();
    event.preventDefault();
  }
}
