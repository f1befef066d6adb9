// Where the program's code called a function of the system.

#ifndef C_PROGRAM_STACK_H
#define C_PROGRAM_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Writes the return addresses in the program's code, innermost first, that led to the function with the frame,
/// directly or through the system's libraries. Returns how many; 0 for a thread that cannot join a recording.
size_t rxtrace_program_stack(const uintptr_t *frame, unsigned long *stack, size_t limit);

/// What others see of a thread, at a point that it has only for that.
typedef enum rxtrace_seen {
    SEES_NOTHING = 0,
    SEES_READS = 1,               // what it reads, or hands on early
    SEES_BEGINS = 2,              // that an operation executes whose code has not begun
    SEES_ENDS = 4,                // that an operation is not finished whose code has ended
    SEES_DROPS = 8,               // that a queue still has an operation that is finished
    SEES_PARTS = 16,              // that some of several things are disposed already that are disposed together
    SEES_LOCKS = 32,              // each lock and atomic value of the library's that it comes to
    SEES_TIMERS = 64,             // that a timer of Dispatch is due whose handler has not begun
} rxtrace_seen;

/// A call by which the program reached a function of the system.
typedef struct rxtrace_program_call {
    const uintptr_t *frame;       // of the function that the program called; NULL if the program called none
    const uintptr_t *step;        // of the function within it that cancels or ends one operation; NULL for none
    bool is_of_operations;        // whether the first function belongs to an operation or its queue
    bool runs;                    // whether it runs the code of an operation just now
    rxtrace_seen sees;            // what it shows of operations
} rxtrace_program_call;

/// The frame of a function's caller, by the frame pointer. NULL if that leads nowhere: code without frame pointers may use the
/// register for anything.
const uintptr_t *rxtrace_caller_of(const uintptr_t *frame);

/// The call by which the program reached the function with the frame: directly, or through a lock or operation of Foundation.
rxtrace_program_call rxtrace_call_of_program(const uintptr_t *frame);

/// The call by which libdispatch has Foundation run an operation, as which it reached the function with the frame; not within the
/// operation's own code. The frame is NULL if it did not.
rxtrace_program_call rxtrace_run_of_operation(const uintptr_t *frame);

/// Whether libdispatch, the runtime of tasks or the C library called the function with the frame.
bool rxtrace_is_called_by_runtime(const uintptr_t *frame);

/// Whether the runtime of tasks called the function with the frame.
bool rxtrace_is_called_by_tasks(const uintptr_t *frame);

/// Whether an address lies in none of the toolchain's files: in the program's, or in that of a library that it loads.
bool rxtrace_is_programs(const void *address);

/// Finds the system's libraries and Foundation's locks in memory. To be called before the functions above.
void rxtrace_find_system(void);

/// Has the calling thread join the running recording. Returns whether it has joined.
bool rxtrace_joins_recording(void);

/// Whether the calling thread is between `rxtrace_suppress` and `rxtrace_resume`.
bool rxtrace_is_suppressed(void);

/// Marks the recorder's own locks. Where threads are under control, taking one is no switching point.
#if defined(__linux__)
#define OWN_LOCK __attribute__((section("rxtrace_locks")))
#else
#define OWN_LOCK
#endif

bool rxtrace_is_own_lock(const void *lock);

#endif
