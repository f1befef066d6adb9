// Work that is handed on, for whoever stands in front of the functions by which that is done.

#ifndef C_HOP_WORK_H
#define C_HOP_WORK_H

#include <stdbool.h>
#include <stdint.h>

/// What the calling function's caller, handed work to pass on, is to do about it.
typedef struct rxtrace_hop {
    bool is_recorded;
    uint64_t ticket;          // names the hop; 0 for none
} rxtrace_hop;

/// Records that the program hands on work, if it does: by way of the system's libraries, but not called by them.
///
/// - Parameters:
///   - label: by what, one of TRACE_HOP_…. An operation queue hands on nothing but by TRACE_HOP_OPERATION, and that is
///     none where another asks.
///   - frame: of the function that was called in place of the system's.
rxtrace_hop rxtrace_record_hop(uint8_t label, const uintptr_t *frame);

/// Starts work that was handed on by a hop with the ticket. Returns the token for `rxtrace_end_work_of_hop`; the work
/// is recorded only if a call is made in it.
///
/// - Parameter is_turn: whether it is a turn of several, or may have begun before: how long it waited is not known.
uint64_t rxtrace_begin_work_of_hop(uint64_t ticket, bool is_turn);
void rxtrace_end_work_of_hop(uint64_t call);

/// Whether tasks can be told apart: by two functions of Swift's, which a program without tasks need not have.
bool rxtrace_knows_tasks(void);

/// The task that the calling thread runs; NULL for none. Only where tasks are known.
void *rxtrace_current_task(void);

/// A task is about to be made that the hop with the ticket begins. Returns the token for `rxtrace_end_making_task`.
uint64_t rxtrace_begin_making_task(uint64_t ticket);

/// It is made; NULL where it is not known which it is.
void rxtrace_end_making_task(void *task, uint64_t ticket, uint64_t token);

/// Marks a function that runs work. Calls that the system's libraries make in the work, with no code of the program's in
/// between, are not the program's.
#define RUNS_WORK __attribute__((section("rxtrace_work"), noinline))

#endif
