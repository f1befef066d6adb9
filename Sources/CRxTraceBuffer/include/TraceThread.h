// A thread's part of a recording: its chunks, and whose calls it is making.

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
    TRACE_DROPPED_ROOM,               // there was no memory for it
    TRACE_DROPPED_LIMIT,              // the recording had reached its limit
    TRACE_DROPPED_SAMPLE,             // of a subscription that was not sampled
    TRACE_DROPPED_FILTER,             // of a subscription that a filter leaves out
    TRACE_DROPPED_NUMBER,             // on an object that there was no number for
    TRACE_DROP_REASONS,
};

/// The owner of a thread's calls, in a recording that leaves subscriptions out.
enum {
    TRACE_UNDECIDED,                  // no subscription yet, as in the program's own code
    TRACE_KEPT,                       // one that is recorded
    TRACE_SAMPLED_OUT,                // one that is not, for the reason TRACE_DROPPED_SAMPLE
    TRACE_FILTERED_OUT,               // likewise, TRACE_DROPPED_FILTER
};

/// A thread's part of a recording.
typedef struct rxtrace_thread {
    rxtrace_record *limit;              // the end of the current chunk's memory
    rxtrace_record *next;               // where the next record goes
    rxtrace_chunk *current;
    uint64_t last;                    // the clock when it was last read for this thread
    uint64_t place;                   // which recording and chunk it writes to: a call's token without the record's place
    uint32_t epoch;                   // the recording the chunks belong to
    uint32_t depth;
    uint32_t described;               // the depth within the last call whose value's description is shared; 0 for none
    _Atomic(rxtrace_chunk *) first;   // written under the lock; read by the writer as well
    _Atomic(uint64_t) dropped[TRACE_DROP_REASONS]; // calls not recorded, by reason; written by the thread alone
    _Atomic(uint64_t) describing;     // the ticks that values' descriptions took; written by the thread alone, as the next
    _Atomic(uint64_t) cut;            // how many of them were cut
    uint32_t index;                   // 0, 1, … in the order threads joined this recording
    uint32_t suppressed;              // above 0 while a value is described
    uint8_t context;                  // a rxtrace_context: whose calls the thread is making
    uint32_t recording;               // as `epoch`, for other threads to read under the lock
    uint64_t first_range;             // the recording's first range of tickets
    uint64_t next_ticket;             // the next ticket it gives out, of its range
    uint64_t ticket_limit;            // the one behind its last
    uint32_t last_number;             // the last number it gave to an object, of those it may give
    uint32_t number_limit;            // the last of these
    uint32_t sent_count;              // the stack of the last event it sent in this recording, 0 for none
    unsigned long sent[TRACE_SENT_STACK_LIMIT];
    uintptr_t stack_high;
    uintptr_t key;                    // as `rxtrace_thread_key`
    bool has_gap;                     // a call is missing, and there was no room to say so
    bool finished;
    bool is_main;
    bool is_pooled;                   // a worker of Dispatch's, which runs whatever comes next
    struct rxtrace_descriptions *descriptions;
    struct rxtrace_thread *link;
} rxtrace_thread;

/// A thread's epoch beside the bit that makes its buffer look full.
static const uint32_t TRACE_EPOCH_BITS = 0x7fffffffu;

/// The number of the running recording, 0 while none runs. Read with `rxtrace_is_on`.
extern _Atomic(uint32_t) rxtrace_epoch;
extern _Thread_local rxtrace_thread *rxtrace_current;

/// Whether a recording runs: one relaxed load.
static inline bool rxtrace_is_on(void) {
    return __builtin_expect(atomic_load_explicit(&rxtrace_epoch, memory_order_relaxed) != 0, 0);
}

static inline uint32_t rxtrace_current_epoch(void) {
    return atomic_load_explicit(&rxtrace_epoch, memory_order_relaxed);
}

/// Gives the calling thread a buffer with room in the running recording, or NULL where there is none to be had.
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

/// Lets the calls of the thread belong to a subscription that is recorded, or left out: a rxtrace_context. Returns the
/// token by which `rxtrace_close` ends that.
uint64_t rxtrace_enter(uint8_t context);

/// Whose calls the thread makes: a rxtrace_context.
uint8_t rxtrace_thread_context(void);

/// Whose calls the thread makes now: as `rxtrace_thread_context`, or, in a task, whose work a hop began it for.
uint8_t rxtrace_context_of_work(void);

/// Whether the running recording leaves subscriptions out.
extern _Atomic(bool) rxtrace_selects;
static inline bool rxtrace_is_selecting(void) { return atomic_load_explicit(&rxtrace_selects, memory_order_relaxed); }

/// Counts a value's description that the thread asked for, and how many ticks it took.
void rxtrace_note_description(uint64_t ticks, bool is_cut);

/// Keeps calls made by the calling thread out of the recording until `rxtrace_resume`; may nest.
void rxtrace_suppress(void);
void rxtrace_resume(void);

#endif
