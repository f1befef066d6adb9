// What stands in front of the system's functions: those that hand work to another thread, and those by which a program is
// left without running anything of its own.
//
// A program that links this target has definitions of these functions, weak ones, which go on to the system's; no other
// target of ours defines any. Without it, a recording has no hops of the program's own, and its last quarter of a second
// is lost to `_exit` and `exec`.

#ifndef C_RX_TRACE_INTERPOSING_H
#define C_RX_TRACE_INTERPOSING_H

/// Does nothing: who calls it has all of the definitions linked.
void rxtrace_interpose(void);

#endif
