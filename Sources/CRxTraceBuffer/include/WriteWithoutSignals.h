// Writing a recording without a signal for the program that is recorded.

#ifndef C_QUIET_WRITE_H
#define C_QUIET_WRITE_H

#include <stddef.h>
#include <sys/types.h>

/// As `write`; a limit on file sizes or a closed pipe is told by `errno` alone, not by a signal that ends the process.
ssize_t rxtrace_quiet_write(int descriptor, const void *bytes, size_t count);

#endif
