// Which operator each node is a part of: its observable, or itself.

/** By node, the observable, subject or scheduler that it works for in the end. */
export function homesOf(trace) {
  const { owner, role } = trace.nodes;
  const sink = trace.roles.indexOf("sink");
  return Int32Array.from(role, (_, node) => {
    let home = node;
    for (let steps = 0; steps < 50 && role[home] === sink && owner[home] >= 0; steps += 1) home = owner[home];
    return home;
  });
}
