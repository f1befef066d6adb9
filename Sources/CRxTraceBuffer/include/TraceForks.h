// Processes made by `fork` without `exec`: they have their parent's memory and files, and one of its threads.

#ifndef C_TRACE_FORKS_H
#define C_TRACE_FORKS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/// How many forks made this process since its program was started. A change tells that a recording is the parent's.
extern _Atomic(uint32_t) rxtrace_forks;
static inline uint32_t rxtrace_fork_count(void) { return atomic_load_explicit(&rxtrace_forks, memory_order_relaxed); }

/// A thread of the recorder calls these around its work. `fork` waits until no thread is between them, for three
/// seconds at most: a lock that such a thread holds, even the allocator's, would stay locked in the child for good.
///
/// The thread that makes a new thread may call `rxtrace_begin_work` in its place.
void rxtrace_begin_work(void);
void rxtrace_end_work(void);

/// Whether a `fork` waits for `rxtrace_end_work`: a thread then puts off what it can do later.
extern _Atomic(bool) rxtrace_fork_waits;
static inline bool rxtrace_is_waited_for(void) { return atomic_load_explicit(&rxtrace_fork_waits, memory_order_relaxed); }

#endif
