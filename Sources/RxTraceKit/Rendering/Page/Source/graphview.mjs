// The graph on the screen: moved and zoomed, lit as the replay goes, opened and closed.

import { element, oncePerFrame } from "./dom.mjs";
import { Graph, edgeKinds } from "./graph.mjs";
import { layered } from "./layers.mjs";
import { MovedDrawing } from "./moveddrawing.mjs";
import { eventText, grouped, nodeName, shown, siteText } from "./text.mjs";

const boxHeight = 40;
const travelTime = 450;
/** Above so many units to a pixel, words cannot be read. */
const largestScale = 1.8;

export class GraphView extends MovedDrawing {
  constructor(container, state) {
    super(element("svg:svg", { class: "graph", role: "group", "aria-label": "Graph of operators" }));
    this.container = container;
    this.state = state;
    this.opened = new Set();
    this.hasInsides = false;
    const button = (sign, name, act) => element("button", { type: "button", title: name, "aria-label": name, onclick: act }, sign);
    this.insides = element("input", { type: "checkbox", onchange: () => this.showInsides(this.insides.checked) });
    this.note = element("span", { class: "note" });
    container.append(
      element(
        "div", { class: "bar" }, this.note, element("label", {}, this.insides, " insides"),
        button("−", "Zoom out", () => this.zoomBy(1.4)), button("+", "Zoom in", () => this.zoomBy(1 / 1.4)), button("↔", "Show all", () => this.fit()),
      ),
    );
    container.append(this.svg);
    this.light = oncePerFrame(() => this.lightUp());
    this.lastMoment = -1;
    state.watch(() => this.light());
    new ResizeObserver(() => this.resize()).observe(this.svg);
    this.build();
  }

  showInsides(hasInsides) {
    this.hasInsides = hasInsides;
    this.build();
  }

  toggle(box) {
    const key = box.count > 1 ? box.key : box.node;
    if (!this.opened.delete(key)) this.opened.add(key);
    this.build();
  }

  build() {
    const { trace } = this.state;
    this.graph = new Graph(trace, this.opened, this.hasInsides);
    const { boxes, edges } = this.graph;
    this.titles = boxes.map((box) => this.title(box));
    const sizes = this.titles.map(([first, second]) => ({
      width: Math.max(70, Math.max(first.length * 7.4, second.length * 6) + 22), height: boxHeight,
    }));
    // Events show the way; a subscribe goes against it, where no event does.
    // Disposals run against everything else: they count where there is nothing else.
    const flow = edges.filter((edge) => edge.kind < 4);
    const directed = (flow.length > 0 ? flow : edges).map((edge) => (edge.kind === 0 ? [edge.to, edge.from] : [edge.from, edge.to]));
    const withEvents = new Set(edges.filter((edge) => edge.kind === 1).map((edge) => `${edge.from} ${edge.to}`));
    const chosen = directed.filter(([from, to]) => withEvents.has(`${from} ${to}`) || !withEvents.has(`${to} ${from}`));
    this.place = layered(sizes, chosen, this.gapFor(edges));
    this.sizes = sizes;
    this.drawEdges();
    this.boxElements = boxes.map((box, index) => this.box(box, index));
    this.traveller = element("svg:g", { class: "traveller", visibility: "hidden" }, element("svg:circle", { r: 5 }), element("svg:text", { dy: -9 }));
    this.svg.replaceChildren(
      arrowheads(), element("svg:g", {}, ...this.edgeElements), element("svg:g", {}, ...this.boxElements), this.traveller,
    );
    this.hasMoved = false;
    const hidden = trace.nodes.id.length - boxes.reduce((sum, box) => sum + box.count, 0);
    this.note.textContent = `${boxes.length} boxes${hidden > 0 ? `, ${grouped(hidden)} nodes within` : ""}`;
    this.fitReadably();
    this.light();
  }

  /** Columns stand so far apart that most words on edges have room. */
  gapFor(edges) {
    const longest = Math.max(0, ...edges.map((edge) => Math.min(edge.label.length, 32)));
    return 70 + longest * 5;
  }

  title(box) {
    const { trace } = this.state;
    const isNamed = trace.sourceName[box.node] > 0 && box.nodes.every((node) => trace.sourceName[node] === trace.sourceName[box.node]);
    const ownType = shown(trace.words[trace.nodes.type[box.node]]);
    const type = isNamed || box.count > 1 ? ownType : nodeName(trace, box.node);
    const name = isNamed ? this.sourceTitle(box) : shown(trace.operatorName(box.node), 24);
    const site = siteText(trace, trace.nodes.file[box.node], trace.nodes.line[box.node]).replace(/^.*\//, "");
    const count = box.count > 1 ? ` ×${grouped(box.count)}` : "";
    return name ? [name + count, `${type}${site ? ` ${site}` : ""}`] : [type + count, site || trace.roles[trace.nodes.role[box.node]]];
  }

  /** What the source calls all that a box stands for. */
  sourceTitle(box) {
    const { trace } = this.state;
    return box.count > 1 ? shown(trace.words[trace.sourceName[box.node]], 24) : nodeName(trace, box.node);
  }

  box(box, index) {
    const { x, y } = this.place;
    const { width, height } = this.sizes[index];
    const [first, second] = this.titles[index];
    const role = this.state.trace.roles[this.state.trace.nodes.role[box.node]];
    const canOpen = box.count > 1 || box.hasInsides || this.opened.has(box.key);
    const group = element(
      "svg:g",
      {
        class: `box ${role}`, tabindex: 0, role: "button", "aria-label": `${first}, ${second}`,
        transform: `translate(${x[index]} ${y[index]})`,
        onclick: (event) => (event.detail > 1 && canOpen ? this.toggle(box) : this.state.choose("node", box.node)),
        onkeydown: (event) => {
          if (event.key === "Enter" || event.key === " ") this.state.choose("node", box.node);
          else if (event.key === "+" && canOpen) this.toggle(box);
          else return;
          event.preventDefault();
          event.stopPropagation();
        },
      },
      element("svg:rect", { x: -width / 2, y: -height / 2, width, height, rx: role === "scheduler" ? 20 : role === "observer" ? 12 : 5 }),
      element("svg:text", { class: "first", dy: -3 }, first),
      element("svg:text", { class: "second", dy: 12 }, second),
    );
    if (canOpen) {
      group.append(
        element("svg:text", {
          class: "open", x: width / 2 - 9, y: -height / 2 + 12,
          onclick: (event) => {
            event.stopPropagation();
            this.toggle(box);
          },
        }, this.opened.has(box.node) || this.opened.has(box.key) ? "−" : "+"),
      );
    }
    return group;
  }

  drawEdges() {
    const { edges } = this.graph;
    const pairs = new Map();
    this.paths = [];
    this.edgeElements = edges.map((edge) => {
      const pair = [edge.from, edge.to].sort((a, b) => a - b).join(" ");
      const nth = pairs.get(pair) ?? 0;
      pairs.set(pair, nth + 1);
      const path = element("svg:path", { d: this.way(edge, nth), "marker-end": `url(#arrow-${edgeKinds[edge.kind]})` });
      this.paths.push(path);
      const middle = this.middle;
      const label = edge.label ? element("svg:text", { x: middle[0], y: middle[1] - 4 }, shown(`${edge.number} ${edge.label}`, 44)) : "";
      return element("svg:g", { class: `edge ${edgeKinds[edge.kind]}${edge.counts[2] > 0 ? " failed" : ""}` }, path, label);
    });
  }

  /** The curve of an edge; several between the same boxes lie beside each other. */
  way(edge, nth) {
    const { x, y } = this.place;
    const [fromX, fromY, toX, toY] = [x[edge.from], y[edge.from], x[edge.to], y[edge.to]];
    const shift = (nth % 2 === 0 ? nth / 2 : -(nth + 1) / 2) * 11;
    const isRight = toX >= fromX;
    const isSame = Math.abs(toX - fromX) < 1;
    const startX = fromX + (this.sizes[edge.from].width / 2) * (isRight ? 1 : -1);
    const endX = toX + (this.sizes[edge.to].width / 2) * (isRight && !isSame ? -1 : 1);
    const bend = Math.max(30, Math.abs(endX - startX) / 2) * (isRight ? 1 : -1);
    const [startY, endY] = [fromY + shift, toY + shift];
    const [c1, c2] = isSame ? [startX + 60, endX + 60] : [startX + bend, endX - bend];
    // Labels of edges that meet in a box stand apart where they lie nearer to the other end.
    const share = [0.5, 0.36, 0.64][nth % 3];
    const at = (a, b, c, d) => (1 - share) ** 3 * a + 3 * (1 - share) ** 2 * share * b + 3 * (1 - share) * share ** 2 * c + share ** 3 * d;
    this.middle = [at(startX, c1, c2, endX), at(startY, startY, endY, endY)];
    return `M${startX} ${startY} C${c1} ${startY} ${c2} ${endY} ${endX} ${endY}`;
  }

  /** What is shown at first: all of it, or as much as can be read. */
  fitReadably() {
    this.fit();
    const seen = this.svg.getBoundingClientRect();
    if (seen.width === 0 || this.scale(seen) <= largestScale) return;
    const box = Math.max(0, this.boxAt(this.state.chosen.kind === "call" ? this.state.chosen.position : this.state.moment));
    this.lookAt(this.place.x[box], this.place.y[box], seen.width * largestScale, seen.height * largestScale);
    this.showView();
  }

  /** Moves the drawing so that a box is in sight. */
  bring(box) {
    const { view, place } = this;
    const isSeen =
      place.x[box] > view.x && place.x[box] < view.x + view.width && place.y[box] > view.y && place.y[box] < view.y + view.height;
    if (isSeen) return;
    this.lookAt(place.x[box], place.y[box], view.width, view.height);
    this.showView();
  }

  /** The box a call is in: its node's, or that of the nearest call above it. */
  boxAt(call) {
    const { trace } = this.state;
    for (let each = call; each >= 0; each = trace.above[each]) {
      const box = trace.node[each] >= 0 ? this.graph.boxOfNode[trace.node[each]] : -1;
      if (box >= 0) return box;
    }
    return -1;
  }

  resize() {
    if (!this.hasMoved) this.fitReadably();
  }

  /** Lights what is live at the moment, the edge the call goes along, and what is chosen. */
  lightUp() {
    const { trace, moment, chosen } = this.state;
    const { boxes, edges, edgeOfCall } = this.graph;
    const isOf = (node) =>
      (chosen.kind === "node" && node === chosen.position) || (chosen.kind === "call" && node === trace.node[chosen.position]);
    const at = this.boxAt(moment);
    if (at >= 0 && moment !== this.lastMoment && this.state.hasMoved) this.bring(at);
    boxes.forEach((box, index) => {
      const { classList } = this.boxElements[index];
      classList.toggle("live", box.nodes.some((node) => trace.isNodeLive(node, moment)));
      classList.toggle("chosen", box.nodes.some(isOf) || (chosen.kind !== "subscription" && this.isBoxOf(chosen, index)));
      classList.toggle("kin", chosen.kind === "subscription" && box.nodes.some((node) => trace.subscriptionOfNode[node] === chosen.position));
      classList.toggle("now", index === at);
    });
    const current = edgeOfCall[moment];
    edges.forEach((edge, index) => {
      this.edgeElements[index].classList.toggle("past", edge.first <= moment);
      this.edgeElements[index].classList.toggle("now", index === current);
    });
    if (moment !== this.lastMoment) this.travel(current, moment);
    this.lastMoment = moment;
  }

  isBoxOf({ kind, position }, index) {
    const node = kind === "node" ? position : this.state.trace.node[position];
    return node >= 0 && this.graph.boxOfNode[node] === index;
  }

  /** Lets the event of a call go along its edge. */
  travel(edge, moment) {
    cancelAnimationFrame(this.frame);
    this.traveller.setAttribute("visibility", "hidden");
    const text = eventText(this.state.trace, moment, 24);
    if (edge < 0 || text === "" || this.svg.clientWidth === 0) return;
    const path = this.paths[edge];
    const length = path.getTotalLength();
    this.traveller.lastChild.textContent = text;
    this.traveller.setAttribute("visibility", "visible");
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const began = performance.now();
    const step = (now) => {
      const share = isStill ? 0.5 : Math.max(0, Math.min(1, (now - began) / travelTime));
      const point = path.getPointAtLength(length * share);
      this.traveller.setAttribute("transform", `translate(${point.x} ${point.y})`);
      if (!isStill && share < 1) this.frame = requestAnimationFrame(step);
    };
    step(began);
  }
}

/** An arrowhead for each kind of edge, in its colour. */
function arrowheads() {
  const markers = edgeKinds.map((kind) =>
    element(
      "svg:marker",
      { id: `arrow-${kind}`, class: `head ${kind}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto" },
      element("svg:path", { d: "M0 0L8 4L0 8Z" }),
    ),
  );
  return element("svg:defs", {}, ...markers);
}
