// The state that all files of this target share: the list of threads, the free chunks, and the running recording's
// limits. Fields that are not atomic are read and written under `lock` only.

#ifndef C_TRACE_STATE_H
#define C_TRACE_STATE_H

#include "CRxTraceBuffer.h"

#include <pthread.h>

/// Set in a call's token if the call changed the thread's context. The token's lowest two bits then hold the context
/// that `rxtrace_close` restores.
static const uint64_t CHANGES = 1ull << 63;

typedef struct rxtrace_state {
    pthread_mutex_t lock;
    rxtrace_thread *threads;            // threads that recorded something, linked by `link`
    rxtrace_chunk *free_chunks;
    uint32_t thread_count;            // threads that joined the running recording
    uint64_t chunk_count;             // chunks of the running recording
    uint64_t chunk_limit;
    rxtrace_drain drain;
    _Atomic(bool) has_reached_limit;
    _Atomic(bool) has_run_out;        // memory is short: nothing more is recorded
    _Atomic(bool) is_cramped;
    _Atomic(uint64_t) unjoined;       // calls lost on threads that could not join the recording
    uint64_t first_range;             // the running recording's first range of tickets
} rxtrace_state;

extern rxtrace_state rxtrace_shared;

static inline bool rxtrace_has_reached_limit(void) {
    return atomic_load_explicit(&rxtrace_shared.has_reached_limit, memory_order_relaxed);
}

static inline bool rxtrace_has_run_out(void) {
    return atomic_load_explicit(&rxtrace_shared.has_run_out, memory_order_relaxed);
}

/// Whether the process's limits leave room for another chunk and for the 16 MB that are left to the program.
bool rxtrace_spares_memory(void);

/// Whether the process's limits leave enough memory to record the process from its start.
bool rxtrace_has_memory_to_start(void);
void rxtrace_say_not_recorded(void);

/// Reports on standard error that the process has used up the numbers of recordings.
void rxtrace_say_no_more_recordings(void);

/// Remembers which file standard error is. Later messages are written only while standard error is still that file: the
/// program may have opened a file of its own in its place.
void rxtrace_remember_standard_error(void);

/// Sets what `rxtrace_is_cramped` returns. Under the lock, as a recording starts.
void rxtrace_see_whether_cramped(void);

/// Maps memory for a chunk. Returns NULL if the system has none.
rxtrace_chunk *rxtrace_map_chunk(void);

/// Unmaps all free chunks. Takes the lock.
void rxtrace_give_back_chunks(void);

/// The value of `rxtrace_current` on a thread that has recorded nothing yet. Its epoch is 0, which no recording has.
extern rxtrace_thread rxtrace_no_thread;

/// Adds a list of chunks to the free ones. Under the lock.
void rxtrace_free_chunk_list(rxtrace_chunk *chunk);

/// Whether a thread has joined the running recording.
bool rxtrace_has_joined(const rxtrace_thread *thread);

/// Has the calling thread join the running recording. Returns NULL if none runs, or if the thread cannot join.
rxtrace_thread *rxtrace_joined_thread(void);

/// The calling thread with room for `count` records in one chunk, so that they can be published together. NULL if there
/// is no room.
rxtrace_thread *rxtrace_room_for(size_t count);

/// Sets a thread's context (TRACE_UNDECIDED to TRACE_FILTERED_OUT).
void rxtrace_set_context(rxtrace_thread *thread, uint8_t context);

/// Makes a token by which `rxtrace_close` ends the call `call` (0 for none) and restores the context `before`.
uint64_t rxtrace_context_change(const rxtrace_thread *thread, uint64_t call, uint8_t before);

/// Begins the first generation of a new recording. Under the lock. Returns false if all generations are used up.
bool rxtrace_begin_recording(void);

/// Returns a range of tickets that no other thread or recording of this process ever has.
uint64_t rxtrace_new_range(void);

/// Counts a call that is not recorded. `reason` is one of TRACE_DROPPED_….
void rxtrace_count_dropped(rxtrace_thread *thread, int reason);

/// Installs the handlers of `fork`, by which a child leaves its parent's recording alone.
void rxtrace_watch_forks(void);

#endif
