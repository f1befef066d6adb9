// A process that crashes, or is asked to end, gives its recording the time to be written.

#ifndef C_DYING_PROCESS_H
#define C_DYING_PROCESS_H

#include <stdbool.h>

/// From now on a signal that ends the process, and that nobody handles, does so when the recording has been written, or
/// three seconds later. Which signal ends the process, and what other handlers do, stays as it was.
void rxtrace_outlive_signals(void);

/// Whether a signal that ends the process waits for the recording.
bool rxtrace_is_dying(void);

/// Tells the signal that there is nothing to wait for: all is written that had been recorded when `rxtrace_is_dying` was
/// asked, or nobody writes.
void rxtrace_may_die(void);

#endif
