// State that the parts of a recording share: the list of threads, the chunks nobody uses, and the running recording's
// limits. All of it is read and changed under the lock, except the atomics.

#ifndef C_TRACE_STATE_H
#define C_TRACE_STATE_H

#include "CRxTraceBuffer.h"

#include <pthread.h>

/// Set in the token for `rxtrace_close` where the call changed the thread's context; the lowest two bits hold the
/// former one.
static const uint64_t CHANGES = 1ull << 63;

typedef struct rxtrace_state {
    pthread_mutex_t lock;
    rxtrace_thread *threads;            // all that recorded something and whose records may still be wanted
    rxtrace_chunk *free_chunks;
    uint32_t thread_count;            // how many joined the running recording
    uint64_t chunk_count;             // how many chunks it has
    uint64_t chunk_limit;
    rxtrace_drain drain;
    _Atomic(bool) has_reached_limit;
    _Atomic(bool) has_run_out;        // nothing more is recorded, for want of memory
    _Atomic(bool) is_cramped;
    _Atomic(uint64_t) unjoined;       // calls that were not recorded on threads that could not take part
    uint64_t first_range;             // the first range of tickets of the running recording
} rxtrace_state;

extern rxtrace_state rxtrace_shared;

static inline bool rxtrace_has_reached_limit(void) {
    return atomic_load_explicit(&rxtrace_shared.has_reached_limit, memory_order_relaxed);
}

static inline bool rxtrace_has_run_out(void) {
    return atomic_load_explicit(&rxtrace_shared.has_run_out, memory_order_relaxed);
}

/// Whether the process's limits leave room for another chunk, beside what is spared for the program.
bool rxtrace_spares_memory(void);

/// Whether they leave enough for a recording to start with the process.
bool rxtrace_has_memory_to_start(void);
void rxtrace_say_not_recorded(void);

/// Says on standard error that the process has recorded as often as its recordings can be told apart.
void rxtrace_say_no_more_recordings(void);

/// Nothing is said from now on where standard error is another file than now: then it is one of the program's.
void rxtrace_remember_standard_error(void);

/// Decides what `rxtrace_is_cramped` tells.
void rxtrace_see_whether_cramped(void);

/// A chunk's memory; NULL where there is none.
rxtrace_chunk *rxtrace_map_chunk(void);

/// Gives the memory of all chunks nobody uses back to the system.
void rxtrace_give_back_chunks(void);

/// The value of `rxtrace_current` on a thread that has recorded nothing yet; its epoch is never that of a recording.
extern rxtrace_thread rxtrace_no_thread;

/// Adds chunks to those nobody uses.
void rxtrace_free_chunk_list(rxtrace_chunk *chunk);

/// Whether a thread is part of the running recording.
bool rxtrace_has_joined(const rxtrace_thread *thread);

/// The calling thread, as part of the running recording; NULL where it cannot be.
rxtrace_thread *rxtrace_joined_thread(void);

/// The calling thread with room for so many records in one chunk, so that they can be published together; NULL where
/// there is none.
rxtrace_thread *rxtrace_room_for(size_t count);

/// Sets whose calls the thread makes: a rxtrace_context.
void rxtrace_set_context(rxtrace_thread *thread, uint8_t context);

/// The token by which `rxtrace_close` ends a call, if there is one, and goes back to the context `before`.
uint64_t rxtrace_context_change(const rxtrace_thread *thread, uint64_t call, uint8_t before);

/// Another recording begins, with a generation; under the lock. Returns false where there are no more of them.
bool rxtrace_begin_recording(void);

/// A range of tickets that no other thread or recording has had or will have.
uint64_t rxtrace_new_range(void);

/// Counts a call of the thread's that is not recorded.
void rxtrace_count_dropped(rxtrace_thread *thread, int reason);

/// Has forked children leave their parent's recording alone.
void rxtrace_watch_forks(void);

#endif
