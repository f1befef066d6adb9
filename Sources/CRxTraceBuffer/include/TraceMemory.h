// The memory that the recorder may take of a process whose limits leave little.

#ifndef C_TRACE_MEMORY_H
#define C_TRACE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

/// Whether the process's limits (`ulimit -v`, `-d`) leave so many bytes, and some more for what allocates meanwhile.
/// To be asked before the recorder takes memory in a way that must not fail.
bool rxtrace_may_take(uint64_t bytes);

/// Whether the limits leave so little that the recorder has no thread of its own, whose stack and heap would take much of
/// it. Decided as a recording starts.
bool rxtrace_is_cramped(void);

/// From now on nothing is recorded: there is no memory for it. The first to say so says it on standard error.
void rxtrace_run_out_of_memory(void);

#endif
