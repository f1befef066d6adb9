// The chosen thing in words: a call, a subscription or a node, each with links to what it has to do with.

import { element, link } from "./dom.mjs";
import { placeOf } from "./places.mjs";
import { callText, duration, eventText, grouped, nodeName, shown, siteText, subscriptionName } from "./text.mjs";

/** So many rows of a list are shown; the rest is counted. */
const mostListed = 200;

export class DetailsView {
  constructor(container, state) {
    this.container = container;
    this.state = state;
    state.watch((changed) => {
      if (changed.has("chosen")) this.draw();
    });
    this.draw();
  }

  draw() {
    const { kind, position } = this.state.chosen;
    if (this.state.trace.count === 0) return;
    const parts = this[kind](position);
    this.container.replaceChildren(...parts.filter((part) => part !== undefined));
  }

  callLink(call) {
    return link(`@${this.state.trace.id[call]} ${callText(this.state.trace, call)}`, () => this.state.choose("call", call));
  }

  nodeLink(node) {
    return link(nodeName(this.state.trace, node), () => this.state.choose("node", node));
  }

  subscriptionLink(position) {
    return link(subscriptionName(this.state.trace, position), () => this.state.choose("subscription", position));
  }

  call(call) {
    const { trace } = this.state;
    const node = trace.node[call];
    const facts = [["Call", element("a", { href: `#call=${trace.id[call]}` }, `@${trace.id[call]}`)]];
    const lost = trace.lost.get(call);
    if (lost) facts.push(["Lost", element("span", { class: "loss" }, lost.link >= 0 ? link(lost.sentence, () => this.state.choose("call", lost.link)) : lost.sentence)]);
    const value = trace.value[call];
    if (trace.kind[call] > 0) facts.push(["Event", element("bdi", { class: "value" }, eventText(trace, call) )]);
    if (value > 0 && trace.words[value].includes("\n")) {
      facts.push(["Value", element("pre", {}, trace.words[value].split("\n").map((line) => shown(line)).join("\n"))]);
    }
    if (node >= 0) facts.push(["Node", this.nodeLink(node)]);
    const disposable = trace.disposables.get(call);
    if (disposable !== undefined) facts.push([trace.operation[call] === trace.subscribeOperation ? "Returned" : "Handed", this.nodeLink(disposable)]);
    const name = node >= 0 ? trace.operatorName(node) : "";
    if (name !== "") facts.push(["Operator", element("bdi", {}, shown(name))]);
    if (trace.subscription[call] >= 0) facts.push(["Subscription", this.subscriptionLink(trace.subscription[call])]);
    facts.push(["Thread", shown(trace.threads[trace.thread[call]] ?? "")]);
    if (trace.hasTimes) {
      facts.push(["Began", `${duration(trace.time(call))} after the first call`]);
      facts.push(["Took", trace.duration[call] < 0 ? "had not returned" : duration(trace.duration[call])]);
    }
    if (trace.cause[call] >= 0) {
      facts.push(["Trigger", this.callLink(trace.cause[call])]);
      if (trace.hasTimes && trace.hasWaited(call)) facts.push(["Waited", this.since(call, trace.cause[call])]);
    } else if (trace.parent[call] >= 0) {
      facts.push(["Trigger", this.callLink(trace.parent[call])]);
    } else {
      facts.push(["Trigger", "the program itself"]);
    }
    if (trace.origin[call] >= 0) {
      facts.push(["Origin", this.callLink(trace.origin[call])]);
      if (trace.hasTimes) facts.push(["Kept", this.since(call, trace.origin[call])]);
    }
    (trace.parts.get(call) ?? []).forEach((part, index) => {
      if (index < mostListed) facts.push([`Part ${index + 1}`, this.callLink(part)]);
    });
    const site = placeOf(trace, call);
    return [
      element("h2", {}, callText(trace, call)),
      factList(facts),
      this.source(site[0], site[1]),
      this.list("Made within it", this.callsIn(call)),
    ];
  }

  /** An edge of the graph, with the calls that went along it. */
  edge(position) {
    const { graph, trace } = this.state;
    const edge = graph.edges[position];
    const facts = [["From", this.boxLink(edge.from)], ["To", edge.to < 0 ? "nobody" : this.boxLink(edge.to)], ["What", graph.legend.get(edge.kind)]];
    const on = edge.threads.map((thread) => shown(graph.threads[thread])).join(", ");
    if (on !== "") facts.push(["Threads", on]);
    if (edge.calls.length > 1 && trace.hasTimes) facts.push(["Between", `${duration(trace.time(edge.first))} and ${duration(trace.time(edge.calls.at(-1)))}`]);
    return [element("h2", {}, shown(edge.label)), factList(facts), this.list("Calls", Array.from(edge.calls))];
  }

  /** A box of the graph that stands for several nodes, or for the user's own code. */
  box(position) {
    const { graph } = this.state;
    const box = graph.boxes[position];
    return [
      element("h2", {}, shown(box.lines[0])),
      factList(box.lines.slice(1).map((line) => ["", shown(line)])),
      this.edgesAt(position),
      box.nodes.length > 0 ? this.things("Nodes", box.nodes, (node) => this.nodeLink(node)) : undefined,
      box.subscriptions.length > 0 ? this.things("Subscriptions", box.subscriptions, (each) => this.subscriptionLink(each)) : undefined,
    ];
  }

  boxLink(box) {
    return link(shown(this.state.graph.boxTitle(box)), () => this.state.choose(...this.state.graph.choice(box)));
  }

  /** The edges of the graph at the box of what is chosen. */
  edgesAt(box) {
    if (box < 0) return undefined;
    const { graph } = this.state;
    const edges = graph.edges.filter((edge) => edge.from === box || edge.to === box);
    if (edges.length === 0) return undefined;
    const other = (edge) => (edge.from === box ? `→ ${shown(graph.boxTitle(edge.to))}` : `← ${shown(graph.boxTitle(edge.from))}`);
    return this.things("In the graph", edges, (edge) => link(`${shown(edge.label)} ${other(edge)}`, () => this.state.choose("edge", edge.index)));
  }

  /** The time from the start of one call to that of another. */
  since(call, before) {
    const { start } = this.state.trace;
    return duration(Math.max(0, start[call] - start[before]));
  }

  callsIn(call) {
    const { trace } = this.state;
    const calls = [];
    for (let each = call + 1; each < trace.count && calls.length <= mostListed && each <= trace.last[call]; each += 1) {
      if (trace.above[each] === call) calls.push(each);
    }
    return calls;
  }

  subscription(position) {
    const { trace } = this.state;
    const { subscriptions } = trace;
    const ended = subscriptions.ended[position];
    const node = subscriptions.node[position];
    const facts = [["Observable", node >= 0 ? this.nodeLink(node) : "not known"]];
    facts.push(["Ended", ended ? shown(trace.words[ended]) : "still live at the end"]);
    if (subscriptions.parent[position] >= 0) facts.push(["Made within", this.subscriptionLink(subscriptions.parent[position])]);
    const first = trace.firstOfSubscription[position];
    if (first >= 0) facts.push(["First call", this.callLink(first)], ["Last call", this.callLink(trace.lastOfSubscription[position])]);
    const within = [];
    for (let each = 0; each < subscriptions.count; each += 1) if (subscriptions.parent[each] === position) within.push(each);
    return [
      element("h2", {}, subscriptionName(trace, position)),
      factList(facts),
      this.list("Received", this.received(position)),
      this.edgesAt(this.state.graph.boxOfSubscription[position] ?? -1),
      within.length > 0 ? this.things("Made within it", within, (each) => this.subscriptionLink(each)) : undefined,
      this.source(subscriptions.file[position], subscriptions.line[position]),
    ];
  }

  /** The events that reached the far end of a subscription: at the user's observer, or at the operator that made it. */
  received(position) {
    const { trace } = this.state;
    const handler = trace.operations.indexOf("handler");
    const on = trace.operations.indexOf("on");
    const handled = [];
    const reached = new Map();
    for (let call = Math.max(0, trace.firstOfSubscription[position]); call <= trace.lastOfSubscription[position]; call += 1) {
      if (trace.subscription[call] !== position) continue;
      const node = trace.node[call];
      const isObserver = node >= 0 && trace.roles[trace.nodes.role[node]] === "observer";
      if (trace.operation[call] === handler && isObserver) handled.push(call);
      if (trace.operation[call] === on && node >= 0 && trace.kind[call] > 0) {
        if (!reached.has(node)) reached.set(node, []);
        reached.get(node).push(call);
      }
    }
    if (handled.length > 0) return handled;
    // The node that hears of events last in each nesting is the one at the far end.
    return Array.from(reached.values()).at(-1) ?? [];
  }

  node(node) {
    const { trace } = this.state;
    const { nodes } = trace;
    const facts = [["Role", trace.roles[nodes.role[node]]]];
    if (nodes.generic[node]) facts.push(["Type", element("bdi", {}, shown(trace.words[nodes.generic[node]]))]);
    const name = trace.operatorName(node);
    if (name !== "") facts.push(["Operator", element("bdi", {}, shown(name))]);
    if (nodes.does[node]) facts.push(["Does", shown(trace.words[nodes.does[node]])]);
    if (nodes.owner[node] >= 0) facts.push(["Works for", this.nodeLink(nodes.owner[node])]);
    if (nodes.early[node]) facts.push(["Made", "before the recording"]);
    const subscribe = trace.operations.indexOf("subscribe");
    const passed = [];
    const subscribed = [];
    const others = [];
    for (let call = 0; call < trace.count; call += 1) {
      if (trace.node[call] !== node) continue;
      if (trace.operation[call] === subscribe) subscribed.push(call);
      else if (trace.kind[call] > 0) passed.push(call);
      else others.push(call);
    }
    const sinks = [];
    nodes.owner.forEach((owner, each) => {
      if (owner === node) sinks.push(each);
    });
    return [
      element("h2", {}, nodeName(trace, node)),
      factList(facts),
      subscribed.length > 0 ? this.things("Subscribed by", subscribed, (call) => this.subscribing(call)) : undefined,
      passed.length > 0 ? this.list("Passed", passed) : undefined,
      sinks.length > 0 ? this.things("Its sinks", sinks, (each) => this.nodeLink(each)) : undefined,
      this.list("Other calls", others),
      this.edgesAt(this.state.graph.boxOfNode[node]),
      this.source(nodes.file[node], nodes.line[node]),
    ];
  }

  /** Who subscribed: the call that did so, and the subscribe itself. */
  subscribing(call) {
    const around = this.state.trace.above[call];
    const who = around < 0 ? "the program itself" : this.callLink(around);
    return element("span", {}, who, " → ", this.callLink(call));
  }

  list(title, calls) {
    if (calls.length === 0) return undefined;
    return this.things(title, calls, (call) => this.callLink(call));
  }

  things(title, rows, make) {
    const items = rows.slice(0, mostListed).map((row) => element("li", {}, make(row)));
    const rest = rows.length - mostListed;
    if (rest > 0) items.push(element("li", { class: "note" }, `and ${grouped(rest)} more`));
    return element("section", {}, element("h3", {}, `${title} (${rows.length > mostListed ? `${mostListed}+` : rows.length})`), element("ul", {}, ...items));
  }

  source(file, line) {
    if (!file) return undefined;
    const { trace } = this.state;
    const title = element("h3", {}, element("bdi", {}, siteText(trace, file, line)));
    const lines = trace.sources.get(file);
    const code = element("pre", { class: "source", tabindex: "0", "aria-label": "Source" });
    const margin = 6;
    for (let number = line - margin; lines && number <= line + margin; number += 1) {
      if (!lines.has(number)) continue;
      const isHere = number === line;
      code.append(
        element(
          isHere ? "mark" : "span",
          { class: "line", "aria-current": isHere ? "location" : undefined },
          element("span", { class: "number" }, String(number).padStart(5)),
          element("bdi", { dir: "ltr" }, ` ${shown(lines.get(number))}\n`.replace(/\\t/g, "    ")),
        ),
      );
    }
    return element("section", {}, title, code.childNodes.length > 0 ? code : element("p", { class: "note" }, "The source is not in this page."));
  }
}

/** Names with what they are, as a list. */
function factList(facts) {
  const list = element("dl");
  for (const [name, value] of facts) list.append(element("dt", {}, name), element("dd", {}, value));
  return list;
}
