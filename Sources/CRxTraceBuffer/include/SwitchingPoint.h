// Where another thread may be given the turn, in a process whose threads run one at a time.

#ifndef C_SWITCHING_POINT_H
#define C_SWITCHING_POINT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/// What a thread is about to do. Swift's words for them are in OrderLog.swift, in this order.
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
    TURN_SYNC,                 // waits for a queue
    TURN_GROUP,
    TURN_FUTEX,                // a lock of Swift's, a task, a queue
    TURN_JOIN,
    TURN_SLEEP,
    TURN_DESCRIPTORS,          // waits for timers, queues' events, files
    TURN_YIELD,
    TURN_OUTPUT,
    TURN_CRASHES,              // a fault, or a signal, ends the process: nobody else goes on
    TURN_HANDED_ON,            // work was handed on, and a thread can go on with it
    TURN_VARIES,               // the order varies from here on: no point of its own
    TURN_VARIES_NO_MORE,       // and up to here
    TURN_KINDS,
} rxtrace_turn_kind;

/// Set in a process whose threads are under control.
extern _Atomic(void (*)(rxtrace_turn_kind)) rxtrace_switching_point;

/// Lets another thread go on first, where threads are under control: one relaxed load where they are not.
static inline void rxtrace_reach(rxtrace_turn_kind kind) {
    void (*point)(rxtrace_turn_kind) = atomic_load_explicit(&rxtrace_switching_point, memory_order_relaxed);
    if (__builtin_expect(point != 0, 0)) point(kind);
}

#endif
