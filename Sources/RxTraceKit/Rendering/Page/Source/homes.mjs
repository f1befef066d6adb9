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
