// The recorder's own threads. A process that has no other threads left has ended.

#ifndef C_OWN_THREADS_H
#define C_OWN_THREADS_H

#include <stdbool.h>

/// Sets whether threads that the calling thread makes are the recorder's own.
void rxtrace_make_own_threads(bool makes_own);

/// What the calling thread set by `rxtrace_make_own_threads`.
bool rxtrace_makes_own_threads(void);

/// To be called by a thread of the recorder as it begins.
void rxtrace_begin_own_thread(void);

/// To be called by a thread of the recorder as it ends.
void rxtrace_end_own_thread(void);

/// Whether the calling thread is one of the recorder's own. Async-signal-safe.
bool rxtrace_is_own_thread(void);

/// Forgets, in a forked child, the parent's own threads.
void rxtrace_forget_own_threads(void);

/// Has `rxtrace_is_main_thread_over` notice the main thread's end. To be called on the main thread, before the
/// program's code runs.
void rxtrace_watch_main_thread(void);

/// Whether the main thread has ended before the process, by `pthread_exit`: the process then ends with its last thread.
bool rxtrace_is_main_thread_over(void);

/// Whether only the recorder's own threads are alive. False if `/proc` is not there to tell.
bool rxtrace_has_only_own_threads(void);

#endif
