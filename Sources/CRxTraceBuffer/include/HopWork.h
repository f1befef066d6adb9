// Hops, as the functions that stand in front of the system's record them.

#ifndef C_HOP_WORK_H
#define C_HOP_WORK_H

#include <stdbool.h>
#include <stdint.h>

/// The result of recording a hop.
typedef struct rxtrace_hop {
    bool is_recorded;
    uint64_t ticket;          // names the hop for `rxtrace_begin_work_of_hop`; 0: the work needs no `invoke`
} rxtrace_hop;

/// Records a hop, if the program hands on the work, directly or through the system's libraries. Work that the runtime
/// of queues or tasks hands on by itself is no hop.
///
/// - Parameters:
///   - label: one of TRACE_HOP_…. Called from an operation queue's functions, only TRACE_HOP_OPERATION is a hop; called
///     from elsewhere, TRACE_HOP_OPERATION is none.
///   - frame: the frame of the function that stands in front of the system's.
rxtrace_hop rxtrace_record_hop(uint8_t label, const uintptr_t *frame);

/// Opens the `invoke` of work that the hop with the ticket handed on. Returns the token for `rxtrace_end_work_of_hop`.
/// Readers see the `invoke` only if a call is made in it.
///
/// - Parameter is_turn: whether the work may have run before, as a timer's or a task's does: how long it waited is then
///   unknown.
uint64_t rxtrace_begin_work_of_hop(uint64_t ticket, bool is_turn);
void rxtrace_end_work_of_hop(uint64_t call);

/// Whether the Swift functions that identify tasks are linked. A program without tasks may lack them.
bool rxtrace_knows_tasks(void);

/// The task that the calling thread runs, NULL if none. Only if `rxtrace_knows_tasks`.
void *rxtrace_current_task(void);

/// To be called before the hop with the ticket makes a task. Returns the token for `rxtrace_end_making_task`.
uint64_t rxtrace_begin_making_task(uint64_t ticket);

/// To be called once the task is made. `task` is NULL if the task is not known.
void rxtrace_end_making_task(void *task, uint64_t ticket, uint64_t token);

/// Marks a function that runs the program's work. It counts as OF_RUNTIME: what the system's libraries call in the
/// work, without code of the program in between, is not called by the program.
#define RUNS_WORK __attribute__((section("rxtrace_work"), noinline))

#endif
