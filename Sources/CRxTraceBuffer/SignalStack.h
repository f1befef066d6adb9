// A thread that has run out of its stack can still end in good order.

#ifndef C_SIGNAL_STACK_H
#define C_SIGNAL_STACK_H

/// Gives the calling thread a stack for signal handlers, unless it has one: a handler of an overflow has no other.
void rxtrace_take_signal_stack(void);

/// Takes back the stack that `rxtrace_take_signal_stack` gave the calling thread, which ends.
void rxtrace_leave_signal_stack(void);

#endif
