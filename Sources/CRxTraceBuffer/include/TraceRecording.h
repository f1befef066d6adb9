// Starting and ending a recording, and reading its records; each function is called by one thread at a time.

#ifndef C_TRACE_RECORDING_H
#define C_TRACE_RECORDING_H

#include "TraceThread.h"

/// Makes room for records by writing the present ones to a file (`now`), or asks the writer to do so.
typedef void (*rxtrace_drain)(bool now);

/// Starts a recording that holds at most `max_chunks` chunks in memory. Returns the recording's number, or 0 if a
/// recording runs or the process has used up all numbers.
///
/// Without `drain`, calls that find no room are dropped. With it, a recording thread calls `drain(false)`, which must
/// not wait, after every 16 chunks, and `drain(true)` when no room is left.
///
/// - Parameter selects: whether the recording leaves subscriptions out.
uint32_t rxtrace_start(uint64_t max_chunks, bool selects, rxtrace_drain drain);

/// Gives threads no further chunks, because the recording has reached its limit.
void rxtrace_reach_limit(void);

/// Ends the recording: no call that starts later is recorded.
void rxtrace_stop(void);

/// The thread after `thread` (NULL for the first) that took part in the recording `epoch`. NULL after the last. Valid
/// until the next `rxtrace_start` or `rxtrace_free_thread`.
rxtrace_thread *rxtrace_next_thread(uint32_t epoch, rxtrace_thread *thread);

/// How many calls of a thread were not recorded, for a reason (TRACE_DROPPED_…).
static inline uint64_t rxtrace_dropped(const rxtrace_thread *thread, uint32_t reason) {
    return atomic_load_explicit(&thread->dropped[reason], memory_order_relaxed);
}

/// How many calls were lost on threads that could not join the recording.
uint64_t rxtrace_unjoined_calls(void);

/// How many ticks a thread spent on describing values, and how many descriptions were cut.
static inline uint64_t rxtrace_describing(const rxtrace_thread *thread) {
    return atomic_load_explicit(&thread->describing, memory_order_relaxed);
}
static inline uint64_t rxtrace_cut(const rxtrace_thread *thread) {
    return atomic_load_explicit(&thread->cut, memory_order_relaxed);
}

/// Frees a thread's first chunk. Does nothing if the thread is still in it.
void rxtrace_free_chunk(rxtrace_thread *thread);

/// Whether a thread has ended, so that it adds no more records.
bool rxtrace_thread_is_over(const rxtrace_thread *thread);

/// Frees a thread that has ended, and its chunks. Returns false, and frees nothing, if the thread is alive.
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

/// How long a call took, in ticks; TRACE_OPEN while it runs. Once it has ended, all that the thread wrote before the
/// end can be read.
static inline uint64_t rxtrace_read_duration(const rxtrace_record *record) {
    return __atomic_load_n(&record->duration, __ATOMIC_ACQUIRE);
}

static inline uint64_t rxtrace_read_value(const rxtrace_record *record) {
    return __atomic_load_n(&record->value, __ATOMIC_RELAXED);
}

/// The thread's chunk after `chunk` (NULL for the first). NULL if the thread is still in `chunk`.
static inline const rxtrace_chunk *rxtrace_next_chunk(const rxtrace_thread *thread, const rxtrace_chunk *chunk) {
    return atomic_load_explicit(chunk == NULL ? &thread->first : &chunk->next, memory_order_acquire);
}

/// How many bytes of records the recording `epoch` holds in memory.
uint64_t rxtrace_recorded_bytes(uint32_t epoch);

#endif
