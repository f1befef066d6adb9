// The points at which another thread may go on, in a process whose threads run one at a time ("under control").

#ifndef C_SWITCHING_POINT_H
#define C_SWITCHING_POINT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/// What a thread is about to do at a switching point. OrderLog.swift has a word for each, in this order.
typedef enum rxtrace_turn_kind {
    TURN_BEGINS,               // a thread begins
    TURN_ENDS,                 // a thread, or the process, ends
    TURN_WORK,                 // work that was handed on begins
    TURN_HAND_ON,              // work is handed on
    TURN_SUBSCRIBE,
    TURN_SEND,                 // the user's code sends an event
    TURN_DISPOSE,
    TURN_CONNECT,
    TURN_VALUE,                // a subject's or relay's value is read
    TURN_LOCK,
    TURN_UNLOCK,
    TURN_CONDITION,
    TURN_SEMAPHORE,
    TURN_WAKE,                 // another thread is woken
    TURN_SYNC,                 // a queue is waited for
    TURN_GROUP,
    TURN_FUTEX,                // a lock of Swift, a task or a queue waits in the kernel
    TURN_JOIN,
    TURN_SLEEP,
    TURN_DESCRIPTORS,          // timers, queues' events or files are waited for
    TURN_YIELD,
    TURN_OUTPUT,
    TURN_CRASHES,              // a fault or a signal ends the process: no other thread goes on
    TURN_HANDED_ON,            // work was handed on, and a thread can go on with it
    TURN_ATOMIC,               // an atomic value is read or written
    TURN_FLAG,                 // whether something is cancelled is asked or said
    TURN_SHARED,               // an actor, a stream, a task group or a notification center is used
    TURN_OPERATION,            // an operation or its queue is called
    TURN_OPERATION_END,        // an operation has run: it is finished, or its queue drops it
    TURN_GOES_ON,              // the library goes on behind what others may see
    TURN_PLAIN_READ,           // plain memory is read that another thread writes, and nothing decides which comes first
    TURN_PLAIN_WRITE,
    TURN_VARIES,               // the order may vary from here on: no point of its own
    TURN_VARIES_NO_MORE,       // the order varies no more: no point of its own
    TURN_NEXT_PART,            // the next of several things that are disposed together: told as a dispose
    TURN_READS,                // the library has read what others may change: no point of its own
    TURN_KINDS,
} rxtrace_turn_kind;

/// The function that is called at each switching point. NULL in a process that is not under control.
extern _Atomic(void (*)(rxtrace_turn_kind)) rxtrace_switching_point;

/// The order that the process runs its threads in, as `RXTRACE_ORDER` names it. NULL in a process that is not under control. Set before
/// the process has threads.
extern const char *rxtrace_order;

/// Whether the process is under control.
static inline bool rxtrace_is_under_control(void) {
    return atomic_load_explicit(&rxtrace_switching_point, memory_order_relaxed) != 0;
}

/// Lets another thread go on first in a process under control. In any other process this is one relaxed load.
static inline void rxtrace_reach(rxtrace_turn_kind kind) {
    void (*point)(rxtrace_turn_kind) = atomic_load_explicit(&rxtrace_switching_point, memory_order_relaxed);
    if (__builtin_expect(point != 0, 0)) point(kind);
}

/// What the library is about to do with what threads share: any of these.
typedef enum rxtrace_touch_kind {
    TOUCH_READS = 0,           // it only reads
    TOUCH_WRITES = 1,
    TOUCH_LOCKS = 2,           // it takes a lock, for what is read or written under it
    TOUCH_UNLOCKS = 4,
    TOUCH_IS_SEEN = 8,         // who has the lock first shows in the events (GuardedState)
    TOUCH_CALLS = 16,          // it calls an object of the trace
} rxtrace_touch_kind;

/// The function that is told what the library's steps read and write, by addresses. NULL in a process that is not under control.
extern void (*rxtrace_touched)(const void *, rxtrace_touch_kind);

/// Whether the process is under control, and wants to be told.
static inline bool rxtrace_tells(void) { return __builtin_expect(rxtrace_touched != 0, 0); }

/// In the place of an address: an object ends, and its end may show.
static const uintptr_t RXTRACE_OBJECT_ENDS = 1;

/// The library is about to read or write what threads share: a lock, or an atomic value. NULL: it runs a closure whose events are told,
/// or, if it writes, may touch anything.
static inline void rxtrace_touch(const void *what, rxtrace_touch_kind kind) {
    if (__builtin_expect(rxtrace_touched != 0, 0)) rxtrace_touched(what, kind);
}

#endif
