// A process that crashes, is asked to end, or leaves its own program, gives its recording the time to be written.

#ifndef C_DYING_PROCESS_H
#define C_DYING_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

/// From now on a thread of the recorder's own writes the recording. A signal that ends the process, and that nobody
/// handles, does so when all has been written, or three seconds later: which signal ends the process, and what other
/// handlers do, stays as it was. So does `exec`, and `_exit`, which ends the recording as well.
void rxtrace_begin_writing(void);

/// Has all that was recorded written, as the process is about to become another program, if it can. Waits for three
/// seconds at most. Nothing while no recording runs, and in a process that has only the memory of the one that records.
void rxtrace_write_before_leaving(void);

/// The same as the process is about to end, with the end of the recording.
void rxtrace_write_before_ending(void);

/// Nobody writes any more: there is nothing to wait for.
void rxtrace_end_writing(void);

/// Sleeps for so many milliseconds at most, or until there are records to be written soon.
void rxtrace_await_records(uint32_t milliseconds);

/// Has the thread that writes do so now. May be called wherever a signal's handler may run.
void rxtrace_wake_writer(void);

/// How often somebody waited for all to be written.
uint32_t rxtrace_written_for(void);

/// All is written that had been recorded when `rxtrace_written_for` was asked, and told this number.
void rxtrace_has_written(uint32_t number);

/// Whether somebody waits for the recording to be written, as the process ends or becomes another program.
bool rxtrace_is_leaving(void);

/// Whether the process is about to end, by `_exit`: the recording is to be ended.
bool rxtrace_is_ending(void);

#endif
