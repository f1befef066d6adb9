// What the recorder may allocate in a process with a memory limit.

#ifndef C_TRACE_MEMORY_H
#define C_TRACE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/// Whether the process's limits (`ulimit -v`, `-d`) leave `bytes`, and 4 MB for what other threads allocate meanwhile.
/// To be asked before an allocation that must not fail.
bool rxtrace_may_take(uint64_t bytes);

/// Whether the limits left less than 1 GB when the recording started. The recorder then makes no thread: its stack and
/// heap would reserve 72 MB.
bool rxtrace_is_cramped(void);

/// Ends recording for want of memory. The first call reports it on standard error.
void rxtrace_run_out_of_memory(void);

#endif
