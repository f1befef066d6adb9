// The recorder's own threads: a process that has no others has ended.

#ifndef C_OWN_THREADS_H
#define C_OWN_THREADS_H

#include <stdbool.h>

/// Says whether the threads that the calling thread makes from now on are the recorder's own.
void rxtrace_make_own_threads(bool makes_own);

/// Whether it said so.
bool rxtrace_makes_own_threads(void);

/// Says that the calling thread is one of the recorder's own.
void rxtrace_begin_own_thread(void);

/// Says that it ends.
void rxtrace_end_own_thread(void);

/// Whether the calling thread is one. Safe in a signal's handler.
bool rxtrace_is_own_thread(void);

/// A forked child has none of them.
void rxtrace_forget_own_threads(void);

/// Called on the main thread, before the program's code runs.
void rxtrace_watch_main_thread(void);

/// Whether the main thread has ended by itself, as by `pthread_exit`: the process then ends with its last thread.
bool rxtrace_is_main_thread_over(void);

/// Whether the recorder's own threads are the last ones. False where the system does not tell (`/proc` on Linux).
bool rxtrace_has_only_own_threads(void);

#endif
