// Traces for the tests, as the renderer writes them into a page.

/** As the table of operations has them: what kind of thing each does, what its label is, its edge in the graph. */
export const operationRows = [
  ["create", "creation", "maker", "none", true], ["subscribe", "subscription", "none", "subscribe"], ["schedule", "work", "none", "schedule", true],
  ["invoke", "work", "turn", "none", true], ["run", "start", "none", "subscribe"], ["on", "event", "none", "event"],
  ["forwardOn", "event", "none", "event"], ["onCore", "event", "none", "none"], ["handler", "closure", "which", "none"],
  ["connect", "subscription", "none", "subscribe"], ["insert", "disposal", "none", "insert"], ["dispose", "disposal", "none", "dispose"],
  ["deinit", "disposal", "owner", "none"], ["mark", "note", "text", "none"],
].map(([name, meaning, label, edge, isPassedThrough = false]) => ({
  name, meaning, label, edge, isPassedThrough, asksForWork: name === "schedule",
}));
export const operations = operationRows.map((row) => row.name);
export const roles = [
  "observable", "connectable", "subject", "sink", "observer", "disposable", "bag", "scheduler", "item", "object",
];

const callKeys = [
  "id", "parent", "cause", "origin", "operation", "node", "thread", "type", "label", "subscription", "kind", "value",
  "file", "line", "level",
];

const emptyGraph = {
  notes: [], threads: [], lines: [], looks: [], boxOfNode: [], boxOfSubscription: [], edges: [],
  drawings: [{ size: [0, 0], boxes: [], lines: [], labels: [] }],
};

/**
 * The data of a page from rows that are easy to read.
 * @param calls `{ operation, parent, cause, node, … }`: parent, cause, origin and parts are positions, others as they read
 */
export function pageData({ calls, nodes = [], subscriptions = [], threads = ["main"], times = false, ...rest }) {
  const words = [""];
  const word = (text) => {
    if (text === undefined) return 0;
    if (!words.includes(text)) words.push(text);
    return words.indexOf(text);
  };
  const position = (value) => (value === undefined ? 0 : value + 1);
  const columns = Object.fromEntries(callKeys.map((key) => [key, []]));
  calls.forEach((call, index) => {
    const row = {
      id: call.id ?? index + 1,
      operation: operations.indexOf(call.operation),
      node: position(call.node),
      subscription: position(call.subscription),
      thread: call.thread ?? 0,
      type: word(call.type),
      label: word(call.label),
      kind: ["next", "error", "completed"].indexOf(call.kind) + 1,
      value: word(call.value),
      file: word(call.file),
      line: call.line ?? 0,
      level: call.level ?? 0,
    };
    for (const key of ["parent", "cause", "origin"]) row[key] = call[key] === undefined ? 0 : index - call[key];
    for (const key of callKeys) columns[key].push(row[key]);
  });
  columns.start = times ? calls.map((call, index) => call.start - (index > 0 ? calls[index - 1].start : 0)) : [];
  columns.duration = times ? calls.map((call) => (call.duration === undefined ? 0 : call.duration + 1)) : [];
  const parts = calls.flatMap(({ parts }, index) => (parts ? [[index, ...parts.map((part) => index - part)]] : []));
  const column = (rows, key, make) => rows.map((row) => make(row[key]));
  return {
    format: "rxtrace-page", version: 1, scenario: "example", summary: [], notes: [], isWhole: true, operations: operationRows, roles, threads, parts,
    nodes: {
      id: nodes.map((node, index) => node.id ?? index + 1),
      type: column(nodes, "type", word),
      generic: column(nodes, "generic", word),
      role: nodes.map((node) => roles.indexOf(node.role ?? "observable")),
      name: column(nodes, "name", word),
      variable: column(nodes, "variable", word),
      file: column(nodes, "file", word),
      line: column(nodes, "line", (line) => line ?? 0),
      does: nodes.map(() => 0),
      early: nodes.map(() => 0),
      owner: column(nodes, "owner", position),
      inside: nodes.map((node) => (node.inside ? 1 : 0)),
    },
    subscriptions: {
      id: subscriptions.map((row, index) => index + 1),
      parent: column(subscriptions, "parent", position),
      node: column(subscriptions, "node", position),
      name: column(subscriptions, "name", word),
      file: column(subscriptions, "file", word),
      line: column(subscriptions, "line", (line) => line ?? 0),
      ended: column(subscriptions, "ended", word),
    },
    calls: columns, findings: [], sources: [], graphs: [emptyGraph], words, ...rest,
  };
}

/** A subject through `map` to an observer, with a hop: two elements, then completed. */
export function chain() {
  const nodes = [
    { type: "PublishSubject", role: "subject" },
    { type: "Map", role: "observable", file: "A.swift", line: 3 },
    { type: "MapSink", role: "sink", owner: 1 },
    { type: "AnonymousObserver", role: "observer" },
    { type: "Scheduler", role: "scheduler", name: "queue" },
    { type: "ScheduledItem", role: "item", inside: true },
  ];
  const calls = [
    { operation: "create", node: 0 },
    { operation: "create", node: 1, label: "map" },
    { operation: "subscribe", node: 1, subscription: 0 },
    { operation: "run", parent: 2, node: 2, subscription: 0, level: 2 },
  ];
  const send = (kind, value) => {
    const sent = calls.length;
    calls.push({ operation: "on", node: 0, kind, value });
    calls.push({ operation: "on", node: 2, parent: sent, kind, value, subscription: 0, level: 1 });
    calls.push({ operation: "forwardOn", node: 2, parent: sent + 1, kind, value, subscription: 0, level: 1 });
    calls.push({ operation: "schedule", node: 4, parent: sent + 2, subscription: 0 });
    calls.push({ operation: "invoke", node: 5, cause: sent + 3, thread: 1, subscription: 0 });
    calls.push({ operation: "on", node: 3, parent: sent + 4, kind, value, thread: 1, subscription: 0, level: 1 });
    calls.push({ operation: "handler", node: 3, parent: sent + 5, label: `on${kind}`, thread: 1, subscription: 0 });
  };
  send("next", "1");
  send("next", "2");
  send("completed");
  return pageData({ calls, nodes, subscriptions: [{ node: 1, ended: "completed" }], threads: ["main", "queue"] });
}
