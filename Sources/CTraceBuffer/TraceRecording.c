#include "TraceState.h"

#include <stdlib.h>

_Atomic(uint32_t) trace_epoch;

static uint32_t last_epoch;

// Takes a thread out of the list, at its place there; under the lock.
static void free_thread(trace_thread **place) {
    trace_thread *thread = *place;
    *place = thread->link;
    trace_free_chunk_list(thread->first);
    free(thread);
}

void trace_reach_limit(void) { atomic_store_explicit(&trace_shared.has_reached_limit, true, memory_order_relaxed); }

uint32_t trace_start(uint64_t max_chunks, bool selects, trace_drain drain_records) {
    trace_watch_forks();
    pthread_mutex_lock(&trace_shared.lock);
    uint32_t epoch = 0;
    if (trace_current_epoch() == 0) {
        for (trace_thread **place = &trace_shared.threads; *place != NULL;) {
            if ((*place)->finished) free_thread(place);
            else place = &(*place)->link;
        }
        // 31 bits, and never a multiple of 32,768: a call remembers the low 15 bits, and 0 means no call.
        do last_epoch = (last_epoch + 1) & EPOCH_BITS;
        while ((last_epoch & 0x7fff) == 0);
        epoch = last_epoch;
        trace_shared.thread_count = 0;
        trace_shared.chunk_count = 0;
        trace_shared.chunk_limit = max_chunks;
        trace_shared.drain = drain_records;
        trace_begin_recording();
        atomic_store_explicit(&trace_selects, selects, memory_order_relaxed);
        atomic_store_explicit(&trace_shared.has_reached_limit, false, memory_order_relaxed);
        atomic_store_explicit(&trace_epoch, epoch, memory_order_release);
    }
    pthread_mutex_unlock(&trace_shared.lock);
    return epoch;
}

void trace_stop(void) {
    pthread_mutex_lock(&trace_shared.lock);
    atomic_store_explicit(&trace_epoch, 0, memory_order_release);
    pthread_mutex_unlock(&trace_shared.lock);
}

trace_thread *trace_next_thread(uint32_t epoch, trace_thread *thread) {
    pthread_mutex_lock(&trace_shared.lock);
    thread = thread == NULL ? trace_shared.threads : thread->link;
    while (thread != NULL && thread->recording != epoch) thread = thread->link;
    pthread_mutex_unlock(&trace_shared.lock);
    return thread;
}

void trace_free_chunk(trace_thread *thread) {
    pthread_mutex_lock(&trace_shared.lock);
    trace_chunk *chunk = thread->first;
    trace_chunk *next = atomic_load_explicit(&chunk->next, memory_order_relaxed);
    if (next != NULL) {
        thread->first = next;
        atomic_store_explicit(&chunk->next, trace_shared.free_chunks, memory_order_relaxed);
        trace_shared.free_chunks = chunk;
        trace_shared.chunk_count--;
    }
    pthread_mutex_unlock(&trace_shared.lock);
}

bool trace_thread_is_over(const trace_thread *thread) {
    pthread_mutex_lock(&trace_shared.lock);
    bool is_over = thread->finished;
    pthread_mutex_unlock(&trace_shared.lock);
    return is_over;
}

bool trace_free_thread(trace_thread *thread) {
    pthread_mutex_lock(&trace_shared.lock);
    bool is_over = thread->finished;
    for (trace_thread **place = &trace_shared.threads; is_over && *place != NULL; place = &(*place)->link) {
        if (*place != thread) continue;
        for (trace_chunk *chunk = thread->first; chunk != NULL;) {
            chunk = atomic_load_explicit(&chunk->next, memory_order_relaxed);
            trace_shared.chunk_count--;
        }
        free_thread(place);
        break;
    }
    pthread_mutex_unlock(&trace_shared.lock);
    return is_over;
}

uint64_t trace_recorded_bytes(uint32_t epoch) {
    uint64_t bytes = 0;
    for (trace_thread *thread = trace_next_thread(epoch, NULL); thread; thread = trace_next_thread(epoch, thread)) {
        for (const trace_chunk *chunk = NULL; (chunk = trace_next_chunk(thread, chunk)) != NULL;) {
            bytes += trace_chunk_records(chunk).count * sizeof(trace_record);
        }
    }
    return bytes;
}
