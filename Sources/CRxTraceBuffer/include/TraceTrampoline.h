// What a thread knows about itself, whether or not a recording runs.

#ifndef C_TRACE_TRAMPOLINE_H
#define C_TRACE_TRAMPOLINE_H

#include <stdbool.h>
#include <stdint.h>

/// The thread's state of CurrentThreadScheduler: whether its trampoline runs, and the work that waits.

typedef struct rxtrace_trampoline {
    bool is_running;
    void *queue;
} rxtrace_trampoline;

extern _Thread_local rxtrace_trampoline rxtrace_thread_trampoline;

static inline bool rxtrace_trampoline_is_running(void) { return rxtrace_thread_trampoline.is_running; }
static inline void rxtrace_trampoline_set_running(bool running) { rxtrace_thread_trampoline.is_running = running; }
static inline void *rxtrace_trampoline_queue(void) { return rxtrace_thread_trampoline.queue; }
static inline void rxtrace_trampoline_set_queue(void *queue) { rxtrace_thread_trampoline.queue = queue; }

/// A key of the calling thread: no two threads that are alive at the same time have the same.
static inline uintptr_t rxtrace_thread_key(void) { return (uintptr_t)&rxtrace_thread_trampoline; }

bool rxtrace_is_main_thread(void);

#endif
