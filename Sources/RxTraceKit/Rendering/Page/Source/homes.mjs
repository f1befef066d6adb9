// Which operator each node is a part of: its observable, or itself.

/** By node, the observable, subject or scheduler that it works for in the end: an inner observer for a sink, that for an operator. */
export function homesOf(trace) {
  const { owner, role } = trace.nodes;
  const worksForAnother = ["sink", "observer"].map((name) => trace.roles.indexOf(name));
  return Int32Array.from(role, (_, node) => {
    let home = node;
    for (let steps = 0; steps < 4 && worksForAnother.includes(role[home]) && owner[home] >= 0; steps += 1) home = owner[home];
    return home;
  });
}

/**
 * By node, the home of the operator that made it for itself, in its own code; -1 for what the user's code made. The words are
 * those of operators that made a subject at their line.
 */
export function makersOf(trace, homes) {
  const { file, role, name } = trace.nodes;
  const [create, handler, invoke, hop, mark, schedule] = ["create", "handler", "invoke", "hop", "mark", "schedule"].map((each) => trace.operations.indexOf(each));
  const mayBeMade = ["subject", "observable", "connectable"].map((each) => trace.roles.indexOf(each));
  const around = (call) => {
    let above = trace.parent[call];
    while (above >= 0 && trace.operation[above] === mark) above = trace.parent[above];
    return above;
  };
  const makers = new Int32Array(role.length).fill(-1);
  const words = new Map();
  for (let call = 0; call < trace.count; call += 1) {
    const node = trace.node[call];
    if (trace.operation[call] !== create || node < 0 || name[node] > 0 || !mayBeMade.includes(role[node])) continue;
    if (role[node] === mayBeMade[0] && trace.label[call] > 0) words.set(node, trace.words[trace.label[call]]);
    let above = around(call);
    // What a scheduler runs is the code of who asked for it.
    while (above >= 0 && (trace.operation[above] === invoke || trace.operation[above] === schedule)) {
      const asked = trace.operation[above] === schedule ? above : trace.cause[above];
      above = asked < 0 || trace.node[above] < 0 || trace.operation[asked] === hop ? -1 : around(asked);
    }
    if (file[node] > 0 || above < 0 || trace.operation[above] === handler || trace.node[above] < 0) continue;
    const maker = homes[trace.node[above]];
    makers[node] = makers[maker] >= 0 ? makers[maker] : maker;
  }
  return { makers, words };
}
