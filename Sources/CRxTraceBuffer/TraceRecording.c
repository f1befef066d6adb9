#include "TraceState.h"

#include <stdlib.h>

static uint32_t last_epoch;

// Frees the thread that `place` links to. Under the lock.
static void free_thread(rxtrace_thread **place) {
    rxtrace_thread *thread = *place;
    *place = thread->link;
    rxtrace_free_chunk_list(atomic_load_explicit(&thread->first, memory_order_relaxed));
    rxtrace_free_descriptions(thread);
    free(thread);
}

void rxtrace_reach_limit(void) { atomic_store_explicit(&rxtrace_shared.has_reached_limit, true, memory_order_relaxed); }

uint32_t rxtrace_start(uint64_t max_chunks, bool selects, rxtrace_drain drain_records) {
    rxtrace_watch_forks();
    pthread_mutex_lock(&rxtrace_shared.lock);
    uint32_t epoch = 0;
    bool has_begun = rxtrace_current_epoch() == 0 && rxtrace_begin_recording();
    bool is_over = !has_begun && rxtrace_current_epoch() == 0;
    if (has_begun) {
        for (rxtrace_thread **place = &rxtrace_shared.threads; *place != NULL;) {
            if ((*place)->finished) free_thread(place);
            else place = &(*place)->link;
        }
        // Cannot overflow: each recording takes a generation, and there are fewer of these.
        epoch = ++last_epoch;
        rxtrace_shared.thread_count = 0;
        rxtrace_shared.chunk_count = 0;
        rxtrace_shared.chunk_limit = max_chunks;
        rxtrace_shared.drain = drain_records;
        rxtrace_shared.first_range = rxtrace_new_range();
        atomic_store_explicit(&rxtrace_shared.unjoined, 0, memory_order_relaxed);
        atomic_store_explicit(&rxtrace_selects, selects, memory_order_relaxed);
        atomic_store_explicit(&rxtrace_shared.has_reached_limit, false, memory_order_relaxed);
        atomic_store_explicit(&rxtrace_shared.has_run_out, false, memory_order_relaxed);
        rxtrace_see_whether_cramped();
        atomic_store_explicit(&rxtrace_epoch, epoch, memory_order_release);
    }
    pthread_mutex_unlock(&rxtrace_shared.lock);
    if (is_over) rxtrace_say_no_more_recordings();
    return epoch;
}

void rxtrace_stop(void) {
    pthread_mutex_lock(&rxtrace_shared.lock);
    atomic_store_explicit(&rxtrace_epoch, 0, memory_order_release);
    pthread_mutex_unlock(&rxtrace_shared.lock);
}

rxtrace_thread *rxtrace_next_thread(uint32_t epoch, rxtrace_thread *thread) {
    pthread_mutex_lock(&rxtrace_shared.lock);
    thread = thread == NULL ? rxtrace_shared.threads : thread->link;
    while (thread != NULL && thread->recording != epoch) thread = thread->link;
    pthread_mutex_unlock(&rxtrace_shared.lock);
    return thread;
}

void rxtrace_free_chunk(rxtrace_thread *thread) {
    pthread_mutex_lock(&rxtrace_shared.lock);
    rxtrace_chunk *chunk = atomic_load_explicit(&thread->first, memory_order_relaxed);
    rxtrace_chunk *next = atomic_load_explicit(&chunk->next, memory_order_relaxed);
    if (next != NULL) {
        atomic_store_explicit(&thread->first, next, memory_order_release);
        atomic_store_explicit(&chunk->next, rxtrace_shared.free_chunks, memory_order_relaxed);
        rxtrace_shared.free_chunks = chunk;
        rxtrace_shared.chunk_count--;
    }
    pthread_mutex_unlock(&rxtrace_shared.lock);
}

bool rxtrace_thread_is_over(const rxtrace_thread *thread) {
    pthread_mutex_lock(&rxtrace_shared.lock);
    bool is_over = thread->finished;
    pthread_mutex_unlock(&rxtrace_shared.lock);
    return is_over;
}

bool rxtrace_free_thread(rxtrace_thread *thread) {
    pthread_mutex_lock(&rxtrace_shared.lock);
    bool is_over = thread->finished;
    for (rxtrace_thread **place = &rxtrace_shared.threads; is_over && *place != NULL; place = &(*place)->link) {
        if (*place != thread) continue;
        for (rxtrace_chunk *chunk = atomic_load_explicit(&thread->first, memory_order_relaxed); chunk != NULL;) {
            chunk = atomic_load_explicit(&chunk->next, memory_order_relaxed);
            rxtrace_shared.chunk_count--;
        }
        free_thread(place);
        break;
    }
    pthread_mutex_unlock(&rxtrace_shared.lock);
    return is_over;
}

uint64_t rxtrace_recorded_bytes(uint32_t epoch) {
    uint64_t bytes = 0;
    for (rxtrace_thread *thread = rxtrace_next_thread(epoch, NULL); thread; thread = rxtrace_next_thread(epoch, thread)) {
        for (const rxtrace_chunk *chunk = NULL; (chunk = rxtrace_next_chunk(thread, chunk)) != NULL;) {
            bytes += rxtrace_chunk_records(chunk).count * sizeof(rxtrace_record);
        }
    }
    return bytes;
}
