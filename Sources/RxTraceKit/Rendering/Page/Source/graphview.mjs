// The graph on the screen: moved and zoomed, lit as the replay goes, its boxes and edges chosen.

import { element, oncePerFrame } from "./dom.mjs";
import { edgeKinds, fittingDrawing, roundedPath } from "./graph.mjs";
import { MovedDrawing } from "./moveddrawing.mjs";
import { counted, eventText, shown } from "./text.mjs";

const travelTime = 450;
const lineHeight = 14;
const labelHeight = 12;
/** Smaller, words cannot be read: a part is shown. */
const leastScale = 0.7;

export class GraphView extends MovedDrawing {
  constructor(container, state) {
    super(element("svg:svg", { class: "graph", role: "group", "aria-label": "Graph of operators" }));
    this.container = container;
    this.state = state;
    const button = (sign, name, act) => element("button", { type: "button", title: name, "aria-label": name, onclick: act }, sign);
    this.note = element("span", { class: "note" });
    this.legend = element("ul", { class: "legend", "aria-label": "Legend" });
    container.append(
      element(
        "div", { class: "bar" }, this.note,
        button("−", "Zoom out", () => this.zoomBy(1.4)), button("+", "Zoom in", () => this.zoomBy(1 / 1.4)), button("↔", "Show all", () => this.fit()),
      ),
      this.svg, this.legend,
    );
    this.light = oncePerFrame(() => this.lightUp());
    this.lastMoment = -1;
    state.watch((changed) => (changed.has("zoom") ? this.build() : this.light()));
    const resize = oncePerFrame(() => this.resize());
    new ResizeObserver(resize).observe(container);
    this.build();
  }

  build() {
    const { trace, graph } = this.state;
    if (graph === this.graph) return;
    this.graph = graph;
    this.drawing = undefined;
    const { boxes, edges, notes } = graph;
    const within = trace.nodes.id.length - boxes.reduce((sum, box) => sum + box.nodes.length, 0);
    const zoom = trace.graphs.length > 1 && this.state.zoom < 2 && within > 0 ? `, ${counted(within, "node")} within: zoom to internals` : "";
    this.note.textContent = [`${counted(boxes.length, "box", "boxes")}, ${counted(edges.length, "edge")}${zoom}`, ...notes].join("; ");
    this.showLegend();
    this.resize();
  }

  /** Whether the page, rather than its parts, scrolls. */
  get isNarrow() {
    return getComputedStyle(document.body).getPropertyValue("--narrow").trim() === "1";
  }

  resize() {
    const width = this.container.clientWidth;
    if (width === 0) return;
    const others = this.container.firstChild.offsetHeight + this.legend.offsetHeight;
    const room = this.isNarrow ? Infinity : Math.max(80, this.container.clientHeight - others);
    const { drawing, scale } = fittingDrawing(this.graph.drawings, width, room);
    this.svg.style.height = this.isNarrow ? `${Math.ceil(drawing.height * scale) + 12}px` : "";
    if (drawing !== this.drawing) this.draw(drawing);
    if (!this.hasMoved) this.fitReadably(scale);
  }

  draw(drawing) {
    this.drawing = drawing;
    this.place = drawing;
    this.hasMoved = false;
    const { boxes, edges } = this.graph;
    this.paths = [];
    this.edgeElements = edges.map((edge, index) => this.edge(edge, index));
    this.boxElements = boxes.map((box, index) => this.box(box, index));
    this.labelElements = edges.map((edge, index) => this.label(edge, index));
    this.traveller = element("svg:g", { class: "traveller", visibility: "hidden" }, element("svg:circle", { r: 5 }), element("svg:text", { dy: -9 }));
    this.svg.replaceChildren(
      arrowheads(), element("svg:g", {}, ...this.edgeElements), element("svg:g", {}, ...this.boxElements),
      element("svg:g", {}, ...this.labelElements), this.traveller,
    );
    this.fitWords();
    this.light();
  }

  /** Draws words together where the letters at hand are wider than those that the boxes were measured for. */
  fitWords() {
    const words = this.boxElements.flatMap((box, index) =>
      Array.from(box.querySelectorAll("text"), (text) => ({ text, length: text.getComputedTextLength(), room: this.drawing.boxes[index].width - 8 })));
    for (const { text, length, room } of words) {
      if (length <= room) continue;
      text.setAttribute("textLength", room);
      text.setAttribute("lengthAdjust", "spacingAndGlyphs");
    }
  }

  box(box, index) {
    const { x, y, width, height } = this.drawing.boxes[index];
    const look = box.look.split(" ");
    const round = { scheduler: height / 2, subject: height / 2, subscription: 10, observer: 10 }[look[0]] ?? 3;
    const choose = () => this.state.choose(...this.graph.choice(index));
    return element(
      "svg:g",
      {
        class: `box ${box.look}`, tabindex: 0, role: "button", "aria-label": box.lines.map((line) => shown(line)).join(", "),
        transform: `translate(${x} ${y})`, onclick: choose,
        onkeydown: (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          choose();
          event.preventDefault();
          event.stopPropagation();
        },
      },
      element("svg:rect", { x: -width / 2, y: -height / 2, width, height, rx: round }),
      ...box.lines.map((line, at) =>
        element("svg:text", { class: at === 0 ? "first" : "second", y: (at - (box.lines.length - 1) / 2) * lineHeight + 4 }, shown(line))),
    );
  }

  edge(edge, index) {
    const points = this.drawing.lines[index];
    const d = roundedPath(points);
    const path = element("svg:path", { d, class: "line", [edge.kind === "insert" ? "marker-start" : "marker-end"]: edge.to >= 0 ? `url(#${headOf(edge, this.colourOf(edge))})` : undefined });
    this.paths.push(path);
    const group = element(
      "svg:g",
      { class: this.classOf(edge), onclick: () => this.state.choose("edge", index) },
      element("svg:title", {}, this.tip(edge)), element("svg:path", { d, class: "reach" }), path,
    );
    if (edge.to < 0 && points.length > 1) group.append(cross(points.at(-1), points.at(-2)));
    return group;
  }

  /** Where there are several threads, edges have their colours, as in the svg. */
  colourOf(edge) {
    const hasOwn = ["drop", "kept", "note"].includes(edge.kind) || edge.threads.length === 0;
    return this.graph.threads.length > 1 && !hasOwn ? threadClass(edge.threads[0]) : edge.kind;
  }

  classOf(edge) {
    return `edge ${edge.kind} ${this.colourOf(edge)}`;
  }

  tip(edge) {
    const { threads } = this.graph;
    const on = edge.threads.map((thread) => shown(threads[thread])).join(", ");
    return `${shown(edge.label)}\n${this.graph.legend.get(edge.kind)}, ${counted(edge.count, "call")}${on ? `, on ${on}` : ""}`;
  }

  label(edge, index) {
    const { x, y, words, errors } = this.drawing.labels[index];
    return element(
      "svg:g", { class: `${this.classOf(edge)} words`, onclick: () => this.state.choose("edge", index) },
      ...words.map((line, at) => element("svg:text", { x, y: y + (at + 1) * labelHeight - 2.5, class: errors[at] === 1 ? "error" : undefined }, shown(line))),
    );
  }

  /** What is there, and how it looks. */
  showLegend() {
    const { boxes, threads, numbers } = this.graph;
    const looks = new Map(boxes.map((box) => [box.look, box.look === "code" ? "your code" : box.look.replace("subscription open", "subscription, still live")]));
    const items = Array.from(looks, ([look, words]) =>
      element("li", {}, swatch(element("svg:g", { class: `box live ${look}` }, element("svg:rect", { x: 1, y: 2, width: 20, height: 10, rx: 3 }))), words));
    for (const [kind, words] of this.graph.legend) {
      const line = element("svg:g", { class: `edge past ${kind}` }, element("svg:path", { d: "M1 7H21", class: "line" }));
      items.push(element("li", {}, swatch(line), words));
    }
    if (threads.length > 1) {
      threads.forEach((name, thread) => {
        const line = element("svg:g", { class: `edge past ${threadClass(thread)}` }, element("svg:path", { d: "M1 7H21", class: "line" }));
        items.push(element("li", {}, swatch(line), shown(name)));
      });
    }
    if (numbers !== "") items.push(element("li", {}, numbers));
    this.legend.replaceChildren(...items);
  }

  /** What is shown at first: all of it, or as much as can be read. */
  fitReadably(scale) {
    this.fit();
    const seen = this.svg.getBoundingClientRect();
    if (this.isNarrow || scale >= leastScale || seen.width === 0) return;
    const box = this.drawing.boxes[Math.max(0, this.graph.boxAt(this.state.moment))];
    if (box) this.lookAt(box.x, box.y, seen.width / leastScale, seen.height / leastScale);
    this.showView();
  }

  /** Moves the drawing so that a box is in sight. */
  bring(index) {
    const { view } = this;
    const { x, y } = this.drawing.boxes[index];
    if (x > view.x && x < view.x + view.width && y > view.y && y < view.y + view.height) return;
    this.lookAt(x, y, view.width, view.height);
    this.showView();
  }

  /** Lights what is subscribed at the moment, the edge the call goes along, and what is chosen. */
  lightUp() {
    if (this.drawing === undefined) return;
    const { state, graph } = this;
    const { trace, moment, chosen } = state;
    // The last call has returned: what is shown is what is left when all is over.
    const time = moment === trace.count - 1 ? Infinity : moment;
    const at = graph.boxAt(moment);
    if (at >= 0 && moment !== this.lastMoment && state.hasMoved) this.bring(at);
    const chosenBox = state.chosenBox;
    graph.boxes.forEach((box, index) => {
      const { classList } = this.boxElements[index];
      classList.toggle("live", graph.isLive(index, time));
      classList.toggle("chosen", index === chosenBox);
      classList.toggle("kin", chosen.kind === "subscription" && box.nodes.some((node) => trace.subscriptionOfNode[node] === chosen.position));
      classList.toggle("now", index === at);
      classList.toggle("aside", !state.keepsBox(box));
    });
    const current = graph.edgeOfCall[moment];
    graph.edges.forEach((edge, index) => {
      for (const { classList } of [this.edgeElements[index], this.labelElements[index]]) {
        classList.toggle("past", edge.first <= moment || edge.kind === "note");
        classList.toggle("now", index === current);
        classList.toggle("chosen", chosen.kind === "edge" && chosen.position === index);
      }
    });
    if (moment !== this.lastMoment) this.travel(current, moment);
    this.lastMoment = moment;
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

/** The cross of an event that nobody got, beyond the end of its edge. */
function cross([x, y], before) {
  const [centre, middle] = y === before[1] ? [x + 7, y] : [x, y + (y >= before[1] ? 7 : -7)];
  return element("svg:path", { class: "cross", d: `M${centre - 6} ${middle - 6}L${centre + 6} ${middle + 6}M${centre + 6} ${middle - 6}L${centre - 6} ${middle + 6}` });
}

function swatch(drawn) {
  return element("svg:svg", { class: "graph swatch", viewBox: "0 0 22 14", width: 22, height: 14, "aria-hidden": "true" }, drawn);
}

/** The colours of threads come again after seven. */
function threadClass(thread) {
  return `thread-${thread % 7}`;
}

/** The head of an edge of this colour. A diamond is at the bag that something is put into. */
function headOf(edge, colour) {
  return `${edge.kind === "insert" ? "diamond" : "arrow"}-${colour}`;
}

/** An arrowhead and a diamond in each colour. */
function arrowheads() {
  const colours = [...edgeKinds, ...Array.from({ length: 7 }, (_, thread) => threadClass(thread))];
  const shapes = { arrow: "M0 0L8 4L0 8Z", diamond: "M0 4L4 1L8 4L4 7Z" };
  const markers = Object.entries(shapes).flatMap(([shape, d]) => colours.map((colour) =>
    element(
      "svg:marker",
      { id: `${shape}-${colour}`, class: `head ${shape} ${colour}`, viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto-start-reverse" },
      element("svg:path", { d }),
    ),
  ));
  return element("svg:defs", {}, ...markers);
}
