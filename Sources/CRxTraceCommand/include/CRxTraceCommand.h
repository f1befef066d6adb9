#ifndef CRXTRACE_COMMAND_H
#define CRXTRACE_COMMAND_H

#include <stdbool.h>
#include <sys/types.h>
#include <termios.h>

/// Starts the program at `path`, which ends when the calling thread does, however that is (Linux only; elsewhere it
/// goes on). It has no signals blocked, and does not ignore SIGPIPE. Its standard input, output and error are the files
/// `input`, `output` and `errors`, or this process's own where one is -1.
///
/// Where `has_fixed_addresses`, its files lie at the same addresses each time (Linux only).
///
/// Returns 0, or the error number of the step that failed.
int rxtrace_command_start(pid_t *child, const char *path, char *const *arguments, char *const *environment, int input,
                          int output, int errors, bool has_fixed_addresses);

/// Has processes that lose their parent become children of this one, if they descend from it (Linux only).
void rxtrace_command_adopt_orphans(void);

/// Has a fault of this process (a trap, a bad address), and SIGQUIT, give the terminal `descriptor` back as it was: with the mode `mode`,
/// and after writing `text`, which stays in memory. A null `text` takes that back.
void rxtrace_command_guard_terminal(int descriptor, const struct termios *mode, const char *text);

#endif
