// Recording a whole process, from its start to its end: `RXTRACE=FILE` or `RXTRACE_OTLP=URL` in the environment.

#ifndef C_TRACE_PROCESS_H
#define C_TRACE_PROCESS_H

#include <stdbool.h>

/// The file named by RXTRACE, empty if only RXTRACE_OTLP is set, NULL if the process is not recorded as a whole.
extern const char *rxtrace_process_file;

/// Start and end the recording of the process. RxInstrumented defines them. They are called before the program's code
/// runs and as the process exits.
#if defined(__APPLE__)
void rxtrace_process_begins(void) __attribute__((weak_import));
void rxtrace_process_ends(void) __attribute__((weak_import));
#else
void rxtrace_process_begins(void) __attribute__((weak));
void rxtrace_process_ends(void) __attribute__((weak));
#endif

/// Ends the recording of the process, and then runs `finish`, as the process exits. To be called once, before the first
/// record. A thread that calls `exit` while another does so waits for three seconds at most, so that the process ends
/// with the first thread's status.
void rxtrace_finish_at_exit(void (*finish)(void));

/// Whether a thread has called `exit`, and `rxtrace_finish_at_exit` was called.
bool rxtrace_is_exiting(void);

#endif
