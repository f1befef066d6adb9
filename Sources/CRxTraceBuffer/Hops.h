// The parts of recording hops: who asked, the ticket, and the work.

#ifndef C_HOPS_H
#define C_HOPS_H

#include "HopWork.h"
#include "TraceState.h"

#include <stddef.h>

/// The ticket of the hop that began the task the calling thread runs; 0 where it runs none, or none that is known.
uint64_t rxtrace_ticket_of_task(void);

/// Whose work a ticket asks for: a rxtrace_context.
uint8_t rxtrace_context_by(uint64_t ticket);

/// Where the thread is in no recorded call, but runs a task that a hop began: starts its work, for one call. That call's
/// token then has to go through `rxtrace_in_task_work`.
bool rxtrace_begin_task_work(void);

/// The token by which `rxtrace_close` ends a call and the task's work around it.
uint64_t rxtrace_in_task_work(uint64_t call);

/// Ends the task's work around a call that is closed by such a token.
void rxtrace_end_task_work(void);

/// Set in the token of a call around which a task's work is started.
static const uint64_t IN_TASK_WORK = 1 << 2;

/// As `rxtrace_open_ticketed`, of a call with a detail and with the return addresses that led to it.
rxtrace_ticketed rxtrace_open_ticketed_with(uint8_t operation, uint8_t detail, rxtrace_details details);

/// As `rxtrace_open_caused`, but the call can be read only when another is made in it. For another recording's ticket, 0.
uint64_t rxtrace_open_tentative(uint8_t operation, uint8_t detail, uint64_t ticket);

/// Ends that call, or takes it back where none was made in it.
void rxtrace_close_tentative(uint64_t call);

/// How many addresses of the program's code are asked for: of who asked for work to be handed on, and of who let go of an
/// object, which may be several objects in turn.
enum { HOP_STACK_LIMIT = 8, RELEASE_STACK_LIMIT = TRACE_STACK_LIMIT };

/// Who asked for work to be handed on.
typedef struct rxtrace_asker {
    bool is_program;          // rather than a library of the system's
    bool is_foundation;       // by way of Foundation
    bool is_operation;        // by way of one of its operation queues
    size_t count;             // how many addresses there are
    unsigned long stack[RELEASE_STACK_LIMIT]; // of the program's code, innermost first
} rxtrace_asker;

/// Finds the code that called the function of the frame, by way of the system's libraries.
void rxtrace_find_asker(const uintptr_t *frame, rxtrace_asker *asker);

/// Finds the code that let go of an object, in whose end the function of the frame runs: the deinits of those that held
/// it, and the code that let go of these. Nothing where the runtime is part of the program and not in a section of its
/// own: its functions then look like the program's.
void rxtrace_find_releaser(const uintptr_t *frame, rxtrace_asker *asker);

/// Lets go of a lock that a thread of the parent may have held when the process was forked.
void rxtrace_let_go_of_steps(void);

/// Looks which of the process's files are the system's libraries.
void rxtrace_find_system_images(void);

#endif
