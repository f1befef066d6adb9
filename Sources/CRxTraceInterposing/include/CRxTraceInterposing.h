// Functions that stand in front of the system's: of those that hand work to another thread, and of those that end or
// replace the program without running exit handlers.
//
// The definitions are weak and go on to the system's. No other target defines any. Without this target, a recording has
// no hops, and `_exit` and `exec` lose the recording's last quarter of a second.

#ifndef C_RX_TRACE_INTERPOSING_H
#define C_RX_TRACE_INTERPOSING_H

/// Does nothing. A call of it has all of the definitions linked.
void rxtrace_interpose(void);

#endif
