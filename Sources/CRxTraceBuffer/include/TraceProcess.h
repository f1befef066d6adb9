// A recording of the whole process, which `RXTRACE=FILE` in its environment asks for.

#ifndef C_TRACE_PROCESS_H
#define C_TRACE_PROCESS_H

#include <stdbool.h>

/// The file named by RXTRACE, or NULL when the process is not recorded as a whole.
extern const char *rxtrace_process_file;

/// Starts and ends that recording. Defined by the module that knows the format; called before the process's own code
/// runs, and as it exits.
#if defined(__APPLE__)
void rxtrace_process_begins(void) __attribute__((weak_import));
void rxtrace_process_ends(void) __attribute__((weak_import));
#else
void rxtrace_process_begins(void) __attribute__((weak));
void rxtrace_process_ends(void) __attribute__((weak));
#endif

/// The calling thread ends the recording as the process exits. Another thread that exits meanwhile waits, three seconds at
/// most: the process ends with the status of the first.
void rxtrace_begin_exit(void);

/// Whether a thread does so.
bool rxtrace_is_exiting(void);

#endif
