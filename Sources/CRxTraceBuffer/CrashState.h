// What the files that flush a recording at the process's end share.

#ifndef C_DYING_STATE_H
#define C_DYING_STATE_H

/// Forgets, in a forked child, the parent's writing thread: the child has none.
void rxtrace_forget_writer(void);

/// Waits until all records have been written, for three seconds at most. Async-signal-safe.
void rxtrace_wait_for_writer(void);

/// Installs handlers, so that a signal that ends the process does so only after all records have been written.
void rxtrace_watch_ending_signals(void);

#endif
