#ifndef CRXTRACE_COMMAND_H
#define CRXTRACE_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
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

/// Makes two sockets, of which each receives what is sent over the other. Programs that this process starts do not have them unless
/// as a standard stream. Returns 0 or an error number.
int rxtrace_command_make_sockets(int ends[2]);

/// Sends all the bytes, or receives as many. Returns false if the other side has ended.
bool rxtrace_command_send(int end, const void *bytes, size_t count);
bool rxtrace_command_receive(int end, void *bytes, size_t count);

/// As `rxtrace_command_send`, for a number that brings two descriptors with it.
bool rxtrace_command_send_files(int end, uint32_t number, int first, int second);

/// Has descendants of this process that lose their parent become its children (Linux only).
void rxtrace_command_adopt_orphans(void);

/// Has each of the signals written to `descriptor`, as a byte of its number, whichever thread it reaches. One that this process
/// ignores stays ignored, such as SIGINT where a shell started it in the background, or SIGHUP under nohup.
void rxtrace_command_pipe_signals(const int *signals, size_t count, int descriptor);

/// Has a fault of this process (a trap, a bad address) and SIGQUIT write `text` to the terminal `descriptor` and
/// restore the terminal's `mode`. `text` must stay in memory. A NULL `text` removes the handlers.
void rxtrace_command_guard_terminal(int descriptor, const struct termios *mode, const char *text);

#endif
