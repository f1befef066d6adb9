// Flushing the recording before the process crashes, ends or executes another program.

#ifndef C_DYING_PROCESS_H
#define C_DYING_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

/// To be called when a thread of the recorder begins to write the recording. From now on, a signal that ends the
/// process, `exec` and `_exit` first wait until all records have been written, for three seconds at most. `_exit` also
/// ends the recording. Which signal ends the process, and what the program's own handlers do, stays the same.
void rxtrace_begin_writing(void);

/// Waits until all records have been written, for three seconds at most, before the process executes another program.
/// Does nothing while no recording runs, and in a child that shares the recording process's memory (`vfork`).
void rxtrace_write_before_leaving(void);

/// As `rxtrace_write_before_leaving`, before the process ends: the writer also ends the recording.
void rxtrace_write_before_ending(void);

/// To be called when the writing thread has stopped: nothing waits for it any more.
void rxtrace_end_writing(void);

/// Called by the writer: sleeps until `rxtrace_wake_writer` is called, or for `milliseconds`.
void rxtrace_await_records(uint32_t milliseconds);

/// Wakes the writer. Async-signal-safe.
void rxtrace_wake_writer(void);

/// The number of the last request to write all records.
uint32_t rxtrace_written_for(void);

/// Called by the writer: all records are written that existed when `rxtrace_written_for` returned `number`.
void rxtrace_has_written(uint32_t number);

/// Whether a request to write all records is open, or the process is exiting.
bool rxtrace_is_leaving(void);

/// What is told, on the thread that crashes, where: the instruction and the frame of its function. Within a signal handler, before
/// the records are written. NULL for nothing; to be set before a recording begins.
extern void (*rxtrace_notes_crash)(uintptr_t instruction, const uintptr_t *frame);

/// Whether the process is about to end without running exit handlers (`_exit`, `quick_exit`): the writer then ends the
/// recording.
bool rxtrace_is_ending(void);

#endif
