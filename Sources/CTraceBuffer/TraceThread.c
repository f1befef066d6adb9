#define _GNU_SOURCE
#include "SignalStack.h"
#include "TraceState.h"

#include <stdlib.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

_Thread_local trace_trampoline trace_thread_trampoline;

trace_thread trace_no_thread;
_Thread_local trace_thread *trace_current = &trace_no_thread;

trace_state trace_shared = {.lock = PTHREAD_MUTEX_INITIALIZER};

static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static pthread_key_t key;

// How many chunks may wait for the writer before it is told.
enum { CHUNKS_TO_DRAIN = 16 };

void trace_free_chunk_list(trace_chunk *chunk) {
    while (chunk != NULL) {
        trace_chunk *next = atomic_load_explicit(&chunk->next, memory_order_relaxed);
        atomic_store_explicit(&chunk->next, trace_shared.free_chunks, memory_order_relaxed);
        trace_shared.free_chunks = chunk;
        chunk = next;
    }
}

// The records of a thread that ends stay until the recording is read; `trace_start` then frees them.
static void thread_ended(void *pointer) {
    trace_thread *thread = pointer;
    trace_current = &trace_no_thread;
    trace_leave_signal_stack();
    pthread_mutex_lock(&trace_shared.lock);
    thread->finished = true;
    pthread_mutex_unlock(&trace_shared.lock);
}

static void make_key(void) { pthread_key_create(&key, thread_ended); }

bool trace_is_main_thread(void) {
#if defined(__linux__)
    return getpid() == (pid_t)syscall(SYS_gettid);
#else
    return pthread_main_np() != 0;
#endif
}

static uintptr_t stack_end(void) {
#if defined(__linux__)
    pthread_attr_t attributes;
    void *low = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
    return (uintptr_t)low + size;
#else
    return (uintptr_t)pthread_get_stackaddr_np(pthread_self());
#endif
}

static trace_thread *make_thread(void) {
    trace_thread *thread = calloc(1, sizeof *thread);
    if (thread == NULL) return NULL;
    thread->stack_high = stack_end();
    thread->mark = trace_thread_mark();
    thread->is_main = trace_is_main_thread();
    pthread_once(&key_once, make_key);
    pthread_setspecific(key, thread);
    trace_take_signal_stack();
    thread->link = trace_shared.threads;
    trace_shared.threads = thread;
    return thread;
}

static trace_chunk *take_chunk(void) {
    if (trace_shared.chunk_count >= trace_shared.chunk_limit || trace_has_reached_limit()) return NULL;
    trace_chunk *chunk = trace_shared.free_chunks;
    if (chunk != NULL) {
        trace_shared.free_chunks = atomic_load_explicit(&chunk->next, memory_order_relaxed);
    } else if (posix_memalign((void **)&chunk, TRACE_CHUNK_BYTES, TRACE_CHUNK_BYTES) != 0) {
        return NULL;
    }
    trace_shared.chunk_count++;
    atomic_store_explicit(&chunk->next, NULL, memory_order_relaxed);
    atomic_store_explicit(&chunk->end, chunk->records, memory_order_relaxed);
    return chunk;
}

// Gives the thread another chunk, under the lock. Returns whether there was one.
static bool add_chunk(trace_thread *thread) {
    trace_chunk *chunk = take_chunk();
    if (chunk == NULL) return false;
    trace_chunk *before = thread->current;
    thread->current = chunk;
    thread->next = chunk->records;
    thread->limit = chunk->records + TRACE_CHUNK_RECORDS;
    if (before != NULL) {
        atomic_store_explicit(&before->next, chunk, memory_order_release);
    } else {
        thread->first = chunk;
    }
    return true;
}

static void join(trace_thread *thread, uint32_t epoch) {
    trace_free_chunk_list(thread->first);
    thread->first = thread->current = NULL;
    thread->next = thread->limit = NULL;
    thread->depth = 0;
    thread->context = TRACE_UNDECIDED;
    for (int reason = 0; reason < TRACE_LOSSES; reason++) {
        atomic_store_explicit(&thread->lost[reason], 0, memory_order_relaxed);
    }
    thread->tickets = 0;
    thread->sent_count = 0;
    thread->index = trace_shared.thread_count++;
    thread->epoch = thread->recording = epoch;
}

bool trace_has_joined(const trace_thread *thread) {
    return thread != &trace_no_thread && (thread->epoch & EPOCH_BITS) == trace_current_epoch();
}

trace_thread *trace_make_room(void) {
    trace_thread *thread = trace_current;
    if (thread->suppressed > 0 || (thread->context >= TRACE_SAMPLED_OUT && trace_has_joined(thread))) return NULL;
    if (trace_current_epoch() == 0) return NULL;
    if (thread->epoch == trace_current_epoch() && trace_has_reached_limit()) {
        return NULL;
    }
    for (bool has_drained = false;; has_drained = true) {
        pthread_mutex_lock(&trace_shared.lock);
        // The recording may have ended, and another begun, before the lock was held.
        uint32_t epoch = trace_current_epoch();
        if (epoch != 0 && thread == &trace_no_thread) thread = trace_current = make_thread() ?: &trace_no_thread;
        if (epoch == 0 || thread == &trace_no_thread) {
            pthread_mutex_unlock(&trace_shared.lock);
            return NULL;
        }
        if (thread->epoch != epoch) join(thread, epoch);
        bool has_room = add_chunk(thread);
        trace_drain needed = !has_room || trace_shared.chunk_count % CHUNKS_TO_DRAIN == 1 ? trace_shared.drain : NULL;
        pthread_mutex_unlock(&trace_shared.lock);
        if (needed != NULL && !has_drained) {
            trace_suppress();
            needed(!has_room);
            trace_resume();
        }
        if (has_room) return thread;
        if (needed == NULL || has_drained) return NULL;
    }
}

uint64_t trace_refuse(void) {
    trace_thread *thread = trace_current;
    if (thread->suppressed > 0 || !trace_has_joined(thread)) return 0;
    int reason = TRACE_LOST_ROOM;
    if (thread->context == TRACE_SAMPLED_OUT) reason = TRACE_LOST_SAMPLE;
    else if (thread->context == TRACE_FILTERED_OUT) reason = TRACE_LOST_FILTER;
    else if (trace_has_reached_limit()) reason = TRACE_LOST_LIMIT;
    uint64_t count = atomic_load_explicit(&thread->lost[reason], memory_order_relaxed);
    atomic_store_explicit(&thread->lost[reason], count + 1, memory_order_relaxed);
    return 0;
}
