// The parts of a process's end, as far as its recording is concerned.

#ifndef C_DYING_STATE_H
#define C_DYING_STATE_H

/// A forked child has no thread that writes.
void rxtrace_forget_writer(void);

/// Returns when all has been written that was recorded, three seconds later at most. Safe in a signal's handler.
void rxtrace_wait_for_writer(void);

/// Has a signal that ends the process do so when all has been written.
void rxtrace_watch_ending_signals(void);

#endif
