// Starting and ending a recording, and reading its records; each function is called by one thread at a time.

#ifndef C_TRACE_RECORDING_H
#define C_TRACE_RECORDING_H

#include "TraceThread.h"

/// Makes records room by writing those there are to a file, or tells that this is due.
typedef void (*rxtrace_drain)(bool now);

/// Starts a recording that holds at most `max_chunks` chunks of records at a time. Returns its number, 0 if one
/// runs, or if the process has had as many as can be told apart.
///
/// Without `drain`, calls that find no room are dropped. With it, `drain(false)` is called as chunks fill up, by a
/// thread that waits for nothing, and `drain(true)` where there is no room left, by the thread that needs some.
/// `selects`: whether it leaves subscriptions out.
uint32_t rxtrace_start(uint64_t max_chunks, bool selects, rxtrace_drain drain);

/// From now on threads get no more room: the recording has reached its limit.
void rxtrace_reach_limit(void);

/// Ends the recording: no call that starts later is recorded.
void rxtrace_stop(void);

/// The first thread after `thread` (NULL for the first of all) that took part in a recording. Valid until the next
/// `rxtrace_start` or `rxtrace_free_thread`.
rxtrace_thread *rxtrace_next_thread(uint32_t epoch, rxtrace_thread *thread);

/// How many calls of a thread were not recorded, for a reason.
static inline uint64_t rxtrace_dropped(const rxtrace_thread *thread, uint32_t reason) {
    return atomic_load_explicit(&thread->dropped[reason], memory_order_relaxed);
}

/// How many calls were not recorded on threads that could not take part in the recording.
uint64_t rxtrace_unjoined_calls(void);

/// How many ticks the descriptions of values took that a thread asked for, and how many of them were cut.
static inline uint64_t rxtrace_describing(const rxtrace_thread *thread) {
    return atomic_load_explicit(&thread->describing, memory_order_relaxed);
}
static inline uint64_t rxtrace_cut(const rxtrace_thread *thread) {
    return atomic_load_explicit(&thread->cut, memory_order_relaxed);
}

/// Takes back a thread's first chunk, which it has left.
void rxtrace_free_chunk(rxtrace_thread *thread);

/// Whether a thread has ended, so that it adds nothing more.
bool rxtrace_thread_is_over(const rxtrace_thread *thread);

/// Takes back a thread that has ended. Returns false for one that goes on.
bool rxtrace_free_thread(rxtrace_thread *thread);

/// The complete records of a chunk.
typedef struct rxtrace_records {
    const rxtrace_record *first;
    size_t count;
} rxtrace_records;

static inline rxtrace_records rxtrace_chunk_records(const rxtrace_chunk *chunk) {
    rxtrace_record *end = atomic_load_explicit(&chunk->end, memory_order_acquire);
    return (rxtrace_records){chunk->records, (size_t)(end - chunk->records)};
}

/// How long a call took, TRACE_OPEN while it runs; the thread's writes before the call's end can be read once this is
/// set.
static inline uint64_t rxtrace_read_duration(const rxtrace_record *record) {
    return __atomic_load_n(&record->duration, __ATOMIC_ACQUIRE);
}

static inline uint64_t rxtrace_read_value(const rxtrace_record *record) {
    return __atomic_load_n(&record->value, __ATOMIC_RELAXED);
}

/// The chunk a thread wrote after `chunk` (NULL for its first); NULL while it is still in `chunk`.
static inline const rxtrace_chunk *rxtrace_next_chunk(const rxtrace_thread *thread, const rxtrace_chunk *chunk) {
    return atomic_load_explicit(chunk == NULL ? &thread->first : &chunk->next, memory_order_acquire);
}

/// How many bytes of records a recording holds.
uint64_t rxtrace_recorded_bytes(uint32_t epoch);

#endif
