#define _GNU_SOURCE
#include "SignalStack.h"
#include "TraceState.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

_Thread_local rxtrace_trampoline rxtrace_thread_trampoline;
_Thread_local bool rxtrace_inside;

rxtrace_thread rxtrace_no_thread;
_Atomic(uint32_t) rxtrace_epoch;
_Thread_local rxtrace_thread *rxtrace_current = &rxtrace_no_thread;

OWN_LOCK rxtrace_state rxtrace_shared = {.lock = PTHREAD_MUTEX_INITIALIZER};

static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static pthread_key_t key;

// The writer is asked to write after every so many chunks.
enum { CHUNKS_TO_DRAIN = 16 };

void rxtrace_free_chunk_list(rxtrace_chunk *chunk) {
    while (chunk != NULL) {
        rxtrace_chunk *next = atomic_load_explicit(&chunk->next, memory_order_relaxed);
        atomic_store_explicit(&chunk->next, rxtrace_shared.free_chunks, memory_order_relaxed);
        rxtrace_shared.free_chunks = chunk;
        chunk = next;
    }
}

// An ended thread's records stay until the recording is read. `rxtrace_start` or `rxtrace_free_thread` frees them.
static void thread_ended(void *pointer) {
    rxtrace_thread *thread = pointer;
    rxtrace_current = &rxtrace_no_thread;
    rxtrace_leave_signal_stack();
    pthread_mutex_lock(&rxtrace_shared.lock);
    thread->finished = true;
    pthread_mutex_unlock(&rxtrace_shared.lock);
}

static void make_key(void) { pthread_key_create(&key, thread_ended); }

bool rxtrace_is_main_thread(void) {
#if defined(__linux__)
    return getpid() == (pid_t)syscall(SYS_gettid);
#else
    return pthread_main_np() != 0;
#endif
}

// Dispatch names its workers after their queue, such as com.apple.root.default-qos, of which Linux keeps the last 15
// bytes.
static bool is_pooled_thread(void) {
#if defined(__linux__)
    char name[16] = "";
    if (prctl(PR_GET_NAME, name) != 0 || strlen(name) != 15) return false;
    return strcmp(name + 11, "-qos") == 0 || strcmp(name, "-qos.overcommit") == 0;
#else
    return false;
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

static rxtrace_thread *make_thread(void) {
    rxtrace_thread *thread = calloc(1, sizeof *thread);
    if (thread == NULL) return NULL;
    thread->stack_high = stack_end();
    thread->key = rxtrace_thread_key();
    thread->is_main = rxtrace_is_main_thread();
    thread->is_pooled = !thread->is_main && is_pooled_thread();
    pthread_once(&key_once, make_key);
    pthread_setspecific(key, thread);
    if (!rxtrace_is_cramped()) rxtrace_take_signal_stack();
    thread->link = rxtrace_shared.threads;
    rxtrace_shared.threads = thread;
    return thread;
}

// Sets `has_run_out` if there is no chunk for want of memory.
static rxtrace_chunk *take_chunk(bool *has_run_out) {
    if (rxtrace_shared.chunk_count >= rxtrace_shared.chunk_limit || rxtrace_has_reached_limit()) return NULL;
    rxtrace_chunk *chunk = NULL;
    // When only the program's share of memory is left, not even free chunks are used: they are given back to the
    // system.
    bool may_have = !rxtrace_has_run_out() && rxtrace_spares_memory();
    if (may_have && rxtrace_shared.free_chunks != NULL) {
        chunk = rxtrace_shared.free_chunks;
        rxtrace_shared.free_chunks = atomic_load_explicit(&chunk->next, memory_order_relaxed);
    } else if (may_have) {
        chunk = rxtrace_map_chunk();
    }
    if (chunk == NULL) {
        *has_run_out = true;
        return NULL;
    }
    rxtrace_shared.chunk_count++;
    atomic_store_explicit(&chunk->next, NULL, memory_order_relaxed);
    atomic_store_explicit(&chunk->end, chunk->records, memory_order_relaxed);
    return chunk;
}

// Notes that a call is missing before the thread's next record.
static void put_gap(rxtrace_thread *thread) {
    thread->has_gap = thread->next == thread->limit;
    if (thread->has_gap) return;
    if (thread->next > thread->current->records && thread->next[-1].operation == TRACE_DETAIL_GAP) return;
    *thread->next = (rxtrace_record){.operation = TRACE_DETAIL_GAP};
    rxtrace_publish(thread, thread->next);
}

// Gives the thread another chunk. Under the lock. Returns false if there is none.
static bool add_chunk(rxtrace_thread *thread, bool *has_run_out) {
    rxtrace_chunk *chunk = take_chunk(has_run_out);
    if (chunk == NULL) return false;
    rxtrace_chunk *before = thread->current;
    rxtrace_record *end = thread->next;
    thread->current = chunk;
    // The chunk's number, modulo 2^16.
    uint64_t number = ((thread->place >> TRACE_CALL_CHUNK) + 1) & 0xffff;
    thread->place = rxtrace_call_epoch(thread) << TRACE_CALL_EPOCH | number << TRACE_CALL_CHUNK;
    thread->next = chunk->records;
    thread->limit = chunk->records + TRACE_CHUNK_RECORDS;
    if (before != NULL) {
        atomic_store_explicit(&before->end, end, memory_order_release);
        atomic_store_explicit(&before->next, chunk, memory_order_release);
    } else {
        atomic_store_explicit(&thread->first, chunk, memory_order_release);
    }
    if (thread->has_gap) put_gap(thread);
    return true;
}

static void join(rxtrace_thread *thread, uint32_t epoch) {
    rxtrace_free_chunk_list(atomic_load_explicit(&thread->first, memory_order_relaxed));
    atomic_store_explicit(&thread->first, NULL, memory_order_relaxed);
    thread->current = NULL;
    thread->next = thread->limit = NULL;
    thread->depth = 0;
    rxtrace_forget_descriptions(thread);
    thread->context = TRACE_UNDECIDED;
    for (int reason = 0; reason < TRACE_DROP_REASONS; reason++) {
        atomic_store_explicit(&thread->dropped[reason], 0, memory_order_relaxed);
    }
    atomic_store_explicit(&thread->describing, 0, memory_order_relaxed);
    atomic_store_explicit(&thread->cut, 0, memory_order_relaxed);
    thread->first_range = rxtrace_shared.first_range;
    thread->next_ticket = thread->ticket_limit = 0;
    thread->has_gap = false;
    thread->sent_count = 0;
    thread->index = rxtrace_shared.thread_count++;
    thread->epoch = thread->recording = epoch;
    // From now on the tokens of an earlier recording's calls are ignored.
    thread->place = rxtrace_call_epoch(thread) << TRACE_CALL_EPOCH;
}

bool rxtrace_has_joined(const rxtrace_thread *thread) {
    return thread != &rxtrace_no_thread && (thread->epoch & TRACE_EPOCH_BITS) == rxtrace_current_epoch();
}

rxtrace_thread *rxtrace_make_room(void) {
    rxtrace_thread *thread = rxtrace_current;
    if (thread->suppressed > 0 || (thread->context >= TRACE_SAMPLED_OUT && rxtrace_has_joined(thread))) return NULL;
    if (rxtrace_current_epoch() == 0) return NULL;
    if (thread->epoch == rxtrace_current_epoch() && (rxtrace_has_reached_limit() || rxtrace_has_run_out())) return NULL;
    for (bool has_drained = false;; has_drained = true) {
        pthread_mutex_lock(&rxtrace_shared.lock);
        // The recording may have ended, and another begun, before the lock was held.
        uint32_t epoch = rxtrace_current_epoch();
        if (epoch != 0 && thread == &rxtrace_no_thread) thread = rxtrace_current = make_thread() ?: &rxtrace_no_thread;
        if (epoch == 0 || thread == &rxtrace_no_thread) {
            pthread_mutex_unlock(&rxtrace_shared.lock);
            return NULL;
        }
        if (thread->epoch != epoch) {
            // Indices of threads are never reused.
            if (rxtrace_shared.thread_count == UINT32_MAX) {
                pthread_mutex_unlock(&rxtrace_shared.lock);
                return NULL;
            }
            join(thread, epoch);
        }
        bool has_run_out = false;
        bool has_room = add_chunk(thread, &has_run_out);
        bool is_time = !has_room || rxtrace_is_cramped() || rxtrace_shared.chunk_count % CHUNKS_TO_DRAIN == 1;
        rxtrace_drain needed = is_time ? rxtrace_shared.drain : NULL;
        pthread_mutex_unlock(&rxtrace_shared.lock);
        if (has_run_out) rxtrace_run_out_of_memory();
        if (needed != NULL && !has_drained) {
            rxtrace_suppress();
            needed(!has_room);
            rxtrace_resume();
        }
        if (has_run_out) rxtrace_give_back_chunks();
        if (has_room) return thread;
        if (needed == NULL || has_drained) return NULL;
    }
}

void rxtrace_count_dropped(rxtrace_thread *thread, int reason) {
    uint64_t count = atomic_load_explicit(&thread->dropped[reason], memory_order_relaxed);
    atomic_store_explicit(&thread->dropped[reason], count + 1, memory_order_relaxed);
}

uint64_t rxtrace_unjoined_calls(void) {
    return atomic_load_explicit(&rxtrace_shared.unjoined, memory_order_relaxed);
}

uint64_t rxtrace_drop_call(void) {
    rxtrace_thread *thread = rxtrace_current;
    if (thread->suppressed > 0) return 0;
    if (!rxtrace_has_joined(thread)) {
        if (rxtrace_is_on()) atomic_fetch_add_explicit(&rxtrace_shared.unjoined, 1, memory_order_relaxed);
        return 0;
    }
    int reason = TRACE_DROPPED_ROOM;
    if (thread->context == TRACE_SAMPLED_OUT) reason = TRACE_DROPPED_SAMPLE;
    else if (thread->context == TRACE_FILTERED_OUT) reason = TRACE_DROPPED_FILTER;
    else if (rxtrace_has_reached_limit()) reason = TRACE_DROPPED_LIMIT;
    else if (!thread->has_gap) put_gap(thread);
    rxtrace_count_dropped(thread, reason);
    return 0;
}
