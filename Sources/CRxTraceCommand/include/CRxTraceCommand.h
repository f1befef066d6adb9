#ifndef CRXTRACE_COMMAND_H
#define CRXTRACE_COMMAND_H

#include <stdbool.h>
#include <sys/types.h>
#include <termios.h>

/// Starts the program at `path`. It is killed when the calling thread ends for whatever reason (Linux only; elsewhere
/// it goes on). It has no signals blocked, and does not ignore SIGPIPE. Its standard input, output and error are the
/// descriptors `input`, `output` and `errors`, or this process's own where one is -1.
///
/// - Parameter has_fixed_addresses: whether the program is loaded at the same addresses each time (Linux only).
///
/// Returns 0, or the error number of the step that failed.
int rxtrace_command_start(pid_t *child, const char *path, char *const *arguments, char *const *environment, int input,
                          int output, int errors, bool has_fixed_addresses);

/// Has descendants of this process that lose their parent become its children (Linux only).
void rxtrace_command_adopt_orphans(void);

/// Has a fault of this process (a trap, a bad address) and SIGQUIT write `text` to the terminal `descriptor` and
/// restore the terminal's `mode`. `text` must stay in memory. A NULL `text` removes the handlers.
void rxtrace_command_guard_terminal(int descriptor, const struct termios *mode, const char *text);

#endif
