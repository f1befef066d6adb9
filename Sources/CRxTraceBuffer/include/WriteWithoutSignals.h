// Writing without raising a signal in the program that is recorded.

#ifndef C_QUIET_WRITE_H
#define C_QUIET_WRITE_H

#include <stddef.h>
#include <sys/types.h>

/// As `write`, but a limit on file sizes or a closed pipe is reported by `errno` alone, without SIGXFSZ or SIGPIPE.
ssize_t rxtrace_quiet_write(int descriptor, const void *bytes, size_t count);

#endif
