// Stacks for signal handlers, so that a recording is written even after a stack overflow.

#ifndef C_SIGNAL_STACK_H
#define C_SIGNAL_STACK_H

/// Gives the calling thread an alternate signal stack (`sigaltstack`), unless it has one.
void rxtrace_take_signal_stack(void);

/// Unmaps the stack that `rxtrace_take_signal_stack` gave the calling thread. Called as the thread ends.
void rxtrace_leave_signal_stack(void);

#endif
