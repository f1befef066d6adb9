// The line of the program's source that each call belongs to.

/**
 * The place of an operator, as a file's word and a line; of the user's observer, where it subscribed; of what an operator made
 * for itself, that of the operator.
 */
export function placeOfOperator(trace, node, makers) {
  const { nodes, subscriptions } = trace;
  if (nodes.file[node] === 0 && makers[node] >= 0) node = makers[node];
  const own = trace.subscriptionOfNode[node];
  const isObserver = trace.roles[nodes.role[node]] === "observer" && nodes.file[node] === 0 && own >= 0;
  return isObserver ? [subscriptions.file[own], subscriptions.line[own]] : [nodes.file[node], nodes.line[node]];
}

/** The place of a call, as a file's word and a line: where an event was sent, or where what it names was made. */
export function placeOf(trace, call) {
  if (trace.file[call] > 0) return [trace.file[call], trace.line[call]];
  const { nodes, subscriptions } = trace;
  const subscription = trace.subscription[call];
  const isSubscribe = subscription >= 0 && trace.firstOfSubscription[subscription] === call;
  if (isSubscribe && subscriptions.file[subscription] > 0) {
    return [subscriptions.file[subscription], subscriptions.line[subscription]];
  }
  for (let node = trace.node[call], steps = 0; node >= 0 && steps < 8; node = nodes.owner[node], steps += 1) {
    if (nodes.file[node] > 0) return [nodes.file[node], nodes.line[node]];
  }
  return subscription >= 0 ? [subscriptions.file[subscription], subscriptions.line[subscription]] : [0, 0];
}
