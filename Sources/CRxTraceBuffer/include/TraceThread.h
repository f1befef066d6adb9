// A thread's part of a recording: its chunks, and the subscription selection that its calls fall under.

#ifndef C_TRACE_THREAD_H
#define C_TRACE_THREAD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "SharedDescriptions.h"
#include "TraceRecord.h"

/// Why a call was not recorded.
enum {
    TRACE_DROPPED_ROOM,               // there was no room or memory
    TRACE_DROPPED_LIMIT,              // the recording had reached its limit
    TRACE_DROPPED_SAMPLE,             // its subscription was not sampled
    TRACE_DROPPED_FILTER,             // a filter leaves its subscription out
    TRACE_DROPPED_NUMBER,             // its object got no number: all are used up
    TRACE_DROP_REASONS,
};

/// A thread's context: whether its calls are recorded, in a recording that leaves subscriptions out.
enum {
    TRACE_UNDECIDED,                  // in no subscription, as in the program's own code
    TRACE_KEPT,                       // in a subscription that is recorded
    TRACE_SAMPLED_OUT,                // in one left out for TRACE_DROPPED_SAMPLE
    TRACE_FILTERED_OUT,               // in one left out for TRACE_DROPPED_FILTER
};

/// A thread's part of a recording.
typedef struct rxtrace_thread {
    rxtrace_record *limit;              // the end of the current chunk's memory
    rxtrace_record *next;               // where the next record goes
    rxtrace_chunk *current;
    uint64_t last;                    // the ticks that the thread read last
    uint64_t place;                   // the token of a call in the current chunk, without its record's bits
    uint32_t epoch;                   // the recording that the chunks belong to; see TRACE_EPOCH_BITS
    uint32_t depth;
    uint32_t described;               // the depth in the innermost call with a shared description; 0: none
    _Atomic(rxtrace_chunk *) first;   // written under the lock, read by the writer without it
    _Atomic(uint64_t) dropped[TRACE_DROP_REASONS]; // calls not recorded, by reason; only the thread writes
    _Atomic(uint64_t) describing;     // ticks spent on describing values; only the thread writes
    _Atomic(uint64_t) cut;            // descriptions that were cut; only the thread writes
    uint32_t index;                   // 0, 1, … in the order threads joined this recording
    uint32_t suppressed;              // calls of `rxtrace_suppress` without their `rxtrace_resume`
    uint8_t context;                  // TRACE_UNDECIDED to TRACE_FILTERED_OUT
    uint32_t recording;               // as `epoch`, for other threads, which read it under the lock
    uint64_t first_range;             // the number of the recording's first range of tickets
    uint64_t next_ticket;             // the next ticket to give out
    uint64_t ticket_limit;            // the end of the thread's range of tickets
    uint32_t last_number;             // the number that the thread gave to an object last
    uint32_t number_limit;            // the last number that the thread may give
    uint32_t sent_count;              // addresses in `sent`: the stack of the event sent last
    unsigned long sent[TRACE_SENT_STACK_LIMIT];
    uintptr_t stack_high;
    uintptr_t key;                    // as `rxtrace_thread_key`
    bool has_gap;                     // a call is missing, and a record of that is still due
    bool finished;
    bool is_main;
    bool is_pooled;                   // a worker of Dispatch's pool
    struct rxtrace_descriptions *descriptions;
    struct rxtrace_thread *link;
} rxtrace_thread;

/// The bits of a thread's epoch that are the recording's number. The highest bit is set while nothing of the thread is
/// recorded: the epoch then differs from the running recording's, and every recording point takes the slow path.
static const uint32_t TRACE_EPOCH_BITS = 0x7fffffffu;

/// The number of the running recording. 0 while none runs.
extern _Atomic(uint32_t) rxtrace_epoch;
extern _Thread_local rxtrace_thread *rxtrace_current;

/// Whether a recording runs: one relaxed load.
static inline bool rxtrace_is_on(void) {
    return __builtin_expect(atomic_load_explicit(&rxtrace_epoch, memory_order_relaxed) != 0, 0);
}

static inline uint32_t rxtrace_current_epoch(void) {
    return atomic_load_explicit(&rxtrace_epoch, memory_order_relaxed);
}

/// Has the calling thread join the running recording and gives it a chunk with room. Returns NULL if that cannot be.
rxtrace_thread *rxtrace_make_room(void);

static inline rxtrace_thread *rxtrace_room(void) {
    rxtrace_thread *thread = rxtrace_current;
    if (__builtin_expect(thread->epoch != rxtrace_current_epoch() || thread->next == thread->limit, 0)) {
        return rxtrace_make_room();
    }
    return thread;
}

static inline void rxtrace_publish(rxtrace_thread *thread, rxtrace_record *record) {
    thread->next = record + 1;
    atomic_store_explicit(&thread->current->end, record + 1, memory_order_release);
}

/// Sets the calling thread's context (TRACE_UNDECIDED to TRACE_FILTERED_OUT). Returns a token by which `rxtrace_close`
/// restores the former one, or 0 if nothing changed.
uint64_t rxtrace_enter(uint8_t context);

/// The calling thread's context (TRACE_UNDECIDED to TRACE_FILTERED_OUT).
uint8_t rxtrace_thread_context(void);

/// As `rxtrace_thread_context`, but where that is TRACE_UNDECIDED, in a task, the context of the hop that started it.
uint8_t rxtrace_context_of_work(void);

/// Whether the running recording leaves subscriptions out.
extern _Atomic(bool) rxtrace_selects;
static inline bool rxtrace_is_selecting(void) { return atomic_load_explicit(&rxtrace_selects, memory_order_relaxed); }

/// Counts the description of a value on the calling thread: the ticks it took, and whether it was cut.
void rxtrace_note_description(uint64_t ticks, bool is_cut);

/// Keeps calls made by the calling thread out of the recording until `rxtrace_resume`; may nest.
void rxtrace_suppress(void);
void rxtrace_resume(void);

#endif
