// Facts that a thread keeps about itself, recorded or not.

#ifndef C_TRACE_TRAMPOLINE_H
#define C_TRACE_TRAMPOLINE_H

#include <stdbool.h>
#include <stdint.h>

// A scheduler's own thread-local state: whether the current thread's trampoline is to be entered, and its queue.

typedef struct rxtrace_trampoline {
    bool is_running;
    void *queue;
} rxtrace_trampoline;

extern _Thread_local rxtrace_trampoline rxtrace_thread_trampoline;

static inline bool rxtrace_trampoline_is_running(void) { return rxtrace_thread_trampoline.is_running; }
static inline void rxtrace_trampoline_set_running(bool running) { rxtrace_thread_trampoline.is_running = running; }
static inline void *rxtrace_trampoline_queue(void) { return rxtrace_thread_trampoline.queue; }
static inline void rxtrace_trampoline_set_queue(void *queue) { rxtrace_thread_trampoline.queue = queue; }

/// An address that differs between threads alive at the same time.
static inline uintptr_t rxtrace_thread_mark(void) { return (uintptr_t)&rxtrace_thread_trampoline; }

bool rxtrace_is_main_thread(void);

#endif
