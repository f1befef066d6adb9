// What the program does in place of going on, as far as a recording has to be written before.

#ifndef C_DYING_STATE_H
#define C_DYING_STATE_H

/// Has all that was recorded written, as the process is about to become another program, if it can. Waits for three
/// seconds at most. Nothing while no recording runs, and in a process that has only the memory of the one that records.
void rxtrace_write_before_leaving(void);

/// The same as the process is about to end, with the end of the recording.
void rxtrace_write_before_ending(void);

/// Sees to it that these are called.
void rxtrace_watch_ways_out(void);

/// A forked child has no thread that writes.
void rxtrace_forget_writer(void);

#endif
