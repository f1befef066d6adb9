// The words of the tree's rows: those of `rxtrace tree` (TreeLineWriter.swift).

import { changesThread, introduces, namesEarly } from "./folding.mjs";
import { grouped, kindNames, nodeName, quoted, shown, siteText } from "./text.mjs";

/** A row's words are no longer than so many characters each. */
const longest = 400;

/**
 * A row's words as they are read, each with the class it is drawn in: `{ words: [[class, text, isGlued]], site }`.
 * @param row its number among the rows that are laid
 */
export function rowWords(tree, row) {
  const { rows } = tree;
  if (rows.isRound[row]) return { words: [["count", `×${grouped(rows.count[row])} rounds of`]], site: "" };
  return new RowWords(tree, rows.call[row], rows.calls[row], rows.count[row]).all();
}

class RowWords {
  constructor(tree, call, calls, count) {
    Object.assign(this, { tree, trace: tree.trace, call, calls, count, words: [] });
    this.last = calls.at(-1);
  }

  add(kind, text, isGlued = false) {
    if (text !== "") this.words.push([kind, text, isGlued]);
  }

  /** Whether the calls that the row stands for differ in something. */
  differ(column) {
    return this.calls.some((call) => column[call] !== column[this.call]);
  }

  has(flag) {
    return (this.tree.flags[this.call] & flag) !== 0;
  }

  all() {
    const { trace, tree, call, count } = this;
    const { name, label } = trace.operationRows[trace.operation[call]];
    this.add("operation", name);
    if (label === "which" && trace.label[call] > 0) this.add("label", this.text(trace.label[call]));
    this.addReceiver(label);
    if (this.calls.some((each) => tree.flags[each] & namesEarly)) this.add("note", "(made before the recording)");
    if (label === "owner" && trace.label[call] > 0) this.add("note", `of ${this.text(trace.label[call])}`);
    if (label === "text") this.addText();
    this.addEvent();
    if (this.has(introduces)) this.addIntroduction();
    this.addHop(name);
    if (this.has(changesThread)) this.add("hop", `· on ${this.threadName(call)}`);
    if (count > 1) {
      const isNamed = name !== "invoke" && this.differ(trace.node);
      this.add("count", `×${grouped(count)}${isNamed ? " instances" : ""}`);
    }
    const lost = tree.lost.get(call);
    if (lost) this.add("loss", `✕ ${lost.sentence}`);
    return { words: this.words, site: this.site() };
  }

  text(word) {
    return shown(this.trace.words[word], longest);
  }

  threadName(call) {
    return shown(this.trace.threads[this.trace.thread[call]] ?? "") || String(this.trace.thread[call]);
  }

  addReceiver(label) {
    const { trace, call } = this;
    const node = trace.node[call];
    const facts = [];
    if (trace.type[call] > 0) this.add("node", this.text(trace.type[call]));
    else if (node >= 0 && trace.operations[trace.operation[call]] !== "invoke") {
      this.add("node", nodeName(trace, node, !this.differ(trace.node)));
      if (this.tree.tellers.has(call)) facts.push(this.text(trace.nodes.type[node]));
    }
    const maker = trace.label[call];
    if (label === "maker" && maker > 0) {
      const type = node >= 0 ? trace.words[trace.nodes.type[node]].toLowerCase() : "";
      if (type !== trace.words[maker].toLowerCase()) facts.push(this.text(maker));
    }
    if (facts.length > 0) this.add("note", `(${facts.join(", ")})`);
  }

  addText() {
    const { trace, call, last } = this;
    this.add("label", quoted(trace.words[trace.label[call]]));
    if (this.differ(trace.label)) this.add("label", `… ${quoted(trace.words[trace.label[last]])}`);
  }

  addEvent() {
    const { tree, call, last } = this;
    const kind = tree.kind[call];
    if (kind === 0) return;
    const kindClass = kind === 2 ? "event error" : "event";
    if (tree.value[call] === 0) this.add(kindClass, kindNames[kind]);
    else {
      const other = this.differ(tree.value) ? ` … ${this.text(tree.value[last])}` : "";
      this.add(kindClass, `${kindNames[kind]}(${this.text(tree.value[call])}${other})`);
    }
  }

  addIntroduction() {
    const { trace, call, last } = this;
    if (trace.operation[call] !== trace.subscribeOperation) return;
    const { subscriptions } = trace;
    const [own, other] = [trace.subscription[call], trace.subscription[last]];
    let text = "· ";
    if (other !== own) text += `subscriptions ${subscriptions.id[own]}…${subscriptions.id[other]},`;
    else {
      text += `subscription ${subscriptions.id[own]}`;
      if (subscriptions.name[own] > 0) text += ` ${quoted(trace.words[subscriptions.name[own]])}`;
      if (subscriptions.parent[own] >= 0) text += ` in ${subscriptions.id[subscriptions.parent[own]]}`;
      text += ",";
    }
    const ended = subscriptions.ended[own];
    this.add("note", text);
    this.add(ended > 0 ? "note" : "note alive", ended > 0 ? this.text(ended) : "still live");
  }

  addHop(name) {
    const { trace, tree, call } = this;
    if (name === "invoke") {
      this.add("hop", `@${trace.id[call]}`);
      const cause = tree.causeAt[call];
      if (cause < 0) return;
      const word = trace.operations[trace.operation[cause]];
      this.add("hop", `← ${word === "hop" || word === "schedule" ? `${word} ` : ""}@${trace.id[cause]}`);
    } else if (trace.operationRows[trace.operation[call]].asksForWork) {
      this.add("hop", `@${trace.id[call]}`);
      const first = this.calls.map((each) => tree.firstWork[each]).find((each) => each >= 0);
      if (first === undefined) return;
      this.add("hop", `→ invoke @${trace.id[first]}`);
      const works = this.calls.reduce((sum, each) => sum + tree.works[each], 0);
      if (works > 1) this.add("hop", `and ${grouped(works - 1)} more`);
      if (trace.thread[first] !== trace.thread[call]) this.add("hop", `on ${this.threadName(first)}`);
    }
  }

  site() {
    const { trace, call } = this;
    const { nodes, subscriptions } = trace;
    const [node, own] = [trace.node[call], trace.subscription[call]];
    if (this.has(introduces)) {
      if (trace.operation[call] === trace.createOperation && nodes.file[node] > 0) return siteText(trace, nodes.file[node], nodes.line[node]);
      if (trace.operation[call] === trace.subscribeOperation && subscriptions.file[own] > 0) {
        return siteText(trace, subscriptions.file[own], subscriptions.line[own]);
      }
    }
    return siteText(trace, trace.file[call], trace.line[call]);
  }
}

/** A row as one text: as the command writes it, its place at the end. */
export function rowText(tree, row) {
  const { words, site } = rowWords(tree, row);
  const text = words.map(([, each, isGlued], index) => (index === 0 || isGlued ? each : ` ${each}`)).join("");
  return site === "" ? text : `${text}  ${site}`;
}
