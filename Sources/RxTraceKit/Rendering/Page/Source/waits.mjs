// Which calls waited.

/** Whether a call is work that waited from when it was asked for until it ran, and both times are known. */
export function isWaited(trace, call) {
  return trace.hasTimes && trace.cause[call] >= 0 && trace.hasWaited(call);
}
