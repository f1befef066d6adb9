// What a thread knows of itself, recorded or not.

#ifndef C_TRACE_TRAMPOLINE_H
#define C_TRACE_TRAMPOLINE_H

#include <stdbool.h>
#include <stdint.h>

// A scheduler's own thread-local state: whether the current thread's trampoline is to be entered, and its queue.

typedef struct trace_trampoline {
    bool is_running;
    void *queue;
} trace_trampoline;

extern _Thread_local trace_trampoline trace_thread_trampoline;

static inline bool trace_trampoline_is_running(void) { return trace_thread_trampoline.is_running; }
static inline void trace_trampoline_set_running(bool running) { trace_thread_trampoline.is_running = running; }
static inline void *trace_trampoline_queue(void) { return trace_thread_trampoline.queue; }
static inline void trace_trampoline_set_queue(void *queue) { trace_thread_trampoline.queue = queue; }

/// An address that differs between threads alive at the same time.
static inline uintptr_t trace_thread_mark(void) { return (uintptr_t)&trace_thread_trampoline; }

bool trace_is_main_thread(void);

#endif
