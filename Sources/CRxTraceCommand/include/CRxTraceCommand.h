#ifndef CRXTRACE_COMMAND_H
#define CRXTRACE_COMMAND_H

#include <sys/types.h>

/// Starts the program at `path`, which ends when the calling thread does, however that is (Linux only; elsewhere it
/// goes on). It has no signals blocked, and does not ignore SIGPIPE. Its standard error is the file `errors`, or this
/// process's own where that is -1.
///
/// Returns 0, or the error number of the step that failed.
int rxtrace_command_start(pid_t *child, const char *path, char *const *arguments, char *const *environment,
                          int errors);

/// Has processes that lose their parent become children of this one, if they descend from it (Linux only).
void rxtrace_command_adopt_orphans(void);

#endif
