// Processes made by fork, without exec: they have their parent's memory, its files, and one of its threads.

#ifndef C_TRACE_FORKS_H
#define C_TRACE_FORKS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/// How many processes lie between this one and the one that was started as a program: a recording that ran when this one
/// was forked is not its own.
extern _Atomic(uint32_t) rxtrace_forks;
static inline uint32_t rxtrace_fork_count(void) { return atomic_load_explicit(&rxtrace_forks, memory_order_relaxed); }

/// A thread of the recorder's own begins to do something, and ends. `fork` waits for the end, three seconds at most: in
/// the child, locks that such a thread held, the Swift runtime's and the allocator's among them, would be held for good.
///
/// Whoever makes a thread may call the first for it.
void rxtrace_begin_work(void);
void rxtrace_end_work(void);

/// Whether a fork waits for the work's end: what can be done later should be.
extern _Atomic(bool) rxtrace_fork_waits;
static inline bool rxtrace_is_waited_for(void) { return atomic_load_explicit(&rxtrace_fork_waits, memory_order_relaxed); }

#endif
