// What the files that record hops share: who handed on the work, the hop's ticket, and the work itself.

#ifndef C_HOPS_H
#define C_HOPS_H

#include "HopWork.h"
#include "TraceState.h"

#include <stddef.h>

/// The ticket of the hop that started the calling thread's task. 0 if there is no task, or if its hop is unknown.
uint64_t rxtrace_ticket_of_task(void);

/// The context (TRACE_UNDECIDED to TRACE_FILTERED_OUT) of the work that the call with the ticket asked for.
uint8_t rxtrace_context_by(uint64_t ticket);

/// Opens the `invoke` of the calling thread's task around the next call, if the thread is in no recorded call and a hop
/// started the task. Returns true if so: the next call's token then has to go through `rxtrace_in_task_work`.
bool rxtrace_begin_task_work(void);

/// Makes a token by which `rxtrace_close` ends the call and the task's `invoke` around it.
uint64_t rxtrace_in_task_work(uint64_t call);

/// Closes the `invoke` that `rxtrace_begin_task_work` opened.
void rxtrace_end_task_work(void);

/// Set in the token of a call that has its task's `invoke` around it.
static const uint64_t IN_TASK_WORK = 1 << 2;

/// As `rxtrace_open_ticketed`, for a call without a node, with a label and details.
rxtrace_ticketed rxtrace_open_ticketed_with(uint8_t operation, uint8_t detail, rxtrace_details details);

/// As `rxtrace_open_caused`, for a call without a node, with a detail. Returns 0 for a ticket of an earlier recording.
uint64_t rxtrace_open_work(uint8_t operation, uint8_t detail, uint64_t ticket);

/// The limits on return addresses in the program's code: of a hop, and of the release of an object, which may pass
/// through the deinits of several objects.
enum { HOP_STACK_LIMIT = 8, RELEASE_STACK_LIMIT = TRACE_STACK_LIMIT };

/// The code that handed on work, or released an object.
typedef struct rxtrace_asker {
    bool is_program;          // the program's code was found
    bool is_foundation;       // Foundation's functions lie in between
    bool is_operation;        // an operation queue's functions lie in between
    size_t count;             // how many addresses `stack` holds
    const uintptr_t *frame;   // that of the outermost function in which one of these addresses lies
    unsigned long stack[RELEASE_STACK_LIMIT]; // return addresses in the program's code, innermost first
} rxtrace_asker;

/// Finds the program's code that called the function with the frame, directly or through the system's libraries.
void rxtrace_find_asker(const uintptr_t *frame, rxtrace_asker *asker);

/// Finds the code that released an object. The function with the frame is called by the object's deinit; the code found
/// is the deinits of the objects that held the object, and the code that released those. Finds nothing if the Swift
/// runtime is linked statically without a section of its own: its functions then look like the program's.
void rxtrace_find_releaser(const uintptr_t *frame, rxtrace_asker *asker);

/// Resets, in a forked child, the lock of the steps, which a thread of the parent may have held.
void rxtrace_let_go_of_steps(void);

/// Finds the system's libraries among the files in memory. Only the first call does so.
void rxtrace_find_system_images(void);

#endif
