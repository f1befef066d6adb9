#define _GNU_SOURCE
#include "CTraceBuffer.h"
#include "SignalStack.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

_Atomic(uint32_t) trace_epoch;
_Atomic(uint32_t) trace_generation;
_Atomic(uint64_t) trace_birth = 1ull << 63;
_Atomic(bool) trace_selects;
_Thread_local trace_trampoline trace_thread_trampoline;

// A thread that has recorded nothing yet points here; its epoch is never that of a recording.
static trace_thread no_thread;
_Thread_local trace_thread *trace_current = &no_thread;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static trace_thread *all_threads;
static trace_chunk *free_chunks;
static uint32_t last_epoch;
static uint32_t thread_count;
static uint64_t chunk_count;
static uint64_t chunk_limit;
static trace_drain drain;
static uint32_t first_generation;
static _Atomic(bool) has_reached_limit;

static const uint32_t GENERATIONS = (1u << TRACE_GENERATION_BITS) - 1;

// A thread's epoch beside the bit that makes its buffer look full.
static const uint32_t EPOCH_BITS = 0x7fffffffu;

// What `trace_close` is given has this bit where whose calls the thread makes changes back, to its lowest two bits.
static const uint64_t CHANGES = 1ull << 63;

// How many chunks may wait for the writer before it is told.
enum { CHUNKS_TO_DRAIN = 16 };

static void free_chunk_list(trace_chunk *chunk) {
    while (chunk != NULL) {
        trace_chunk *next = atomic_load_explicit(&chunk->next, memory_order_relaxed);
        atomic_store_explicit(&chunk->next, free_chunks, memory_order_relaxed);
        free_chunks = chunk;
        chunk = next;
    }
}

// The records of a thread that ends stay until the recording is read; `trace_start` then frees them.
static void thread_ended(void *pointer) {
    trace_thread *thread = pointer;
    trace_current = &no_thread;
    trace_leave_signal_stack();
    pthread_mutex_lock(&lock);
    thread->finished = true;
    pthread_mutex_unlock(&lock);
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
    pthread_once(&once, make_key);
    pthread_setspecific(key, thread);
    trace_take_signal_stack();
    thread->link = all_threads;
    all_threads = thread;
    return thread;
}

static trace_chunk *take_chunk(void) {
    if (chunk_count >= chunk_limit || atomic_load_explicit(&has_reached_limit, memory_order_relaxed)) return NULL;
    trace_chunk *chunk = free_chunks;
    if (chunk != NULL) {
        free_chunks = atomic_load_explicit(&chunk->next, memory_order_relaxed);
    } else if (posix_memalign((void **)&chunk, TRACE_CHUNK_BYTES, TRACE_CHUNK_BYTES) != 0) {
        return NULL;
    }
    chunk_count++;
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
    free_chunk_list(thread->first);
    thread->first = thread->current = NULL;
    thread->next = thread->limit = NULL;
    thread->depth = 0;
    thread->context = TRACE_UNDECIDED;
    for (int reason = 0; reason < TRACE_LOSSES; reason++) {
        atomic_store_explicit(&thread->lost[reason], 0, memory_order_relaxed);
    }
    thread->tickets = 0;
    thread->index = thread_count++;
    thread->epoch = thread->recording = epoch;
}

// Whether a thread is part of the running recording.
static bool has_joined(const trace_thread *thread) {
    return thread != &no_thread && (thread->epoch & EPOCH_BITS) == trace_current_epoch();
}

trace_thread *trace_make_room(void) {
    trace_thread *thread = trace_current;
    if (thread->suppressed > 0 || (thread->context >= TRACE_SAMPLED_OUT && has_joined(thread))) return NULL;
    if (trace_current_epoch() == 0) return NULL;
    if (thread->epoch == trace_current_epoch() && atomic_load_explicit(&has_reached_limit, memory_order_relaxed)) {
        return NULL;
    }
    for (bool has_drained = false;; has_drained = true) {
        pthread_mutex_lock(&lock);
        // The recording may have ended, and another begun, before the lock was held.
        uint32_t epoch = trace_current_epoch();
        if (epoch != 0 && thread == &no_thread) thread = trace_current = make_thread() ?: &no_thread;
        if (epoch == 0 || thread == &no_thread) {
            pthread_mutex_unlock(&lock);
            return NULL;
        }
        if (thread->epoch != epoch) join(thread, epoch);
        bool has_room = add_chunk(thread);
        trace_drain needed = !has_room || chunk_count % CHUNKS_TO_DRAIN == 1 ? drain : NULL;
        pthread_mutex_unlock(&lock);
        if (needed != NULL && !has_drained) {
            trace_suppress();
            needed(!has_room);
            trace_resume();
        }
        if (has_room) return thread;
        if (needed == NULL || has_drained) return NULL;
    }
}

uint32_t trace_more_numbers(void) {
    enum { AT_ONCE = 64 };
    static _Atomic(uint32_t) last_number;
    trace_thread *thread = trace_current;
    // What all threads have that record nothing yet is nobody's to change.
    uint32_t count = thread == &no_thread ? 1 : AT_ONCE;
    uint32_t before = atomic_fetch_add_explicit(&last_number, count, memory_order_relaxed);
    if (thread != &no_thread) {
        thread->last_number = before + 1;
        thread->number_limit = before + count;
    }
    return before + 1;
}

uint64_t trace_refuse(void) {
    trace_thread *thread = trace_current;
    if (thread->suppressed > 0 || !has_joined(thread)) return 0;
    int reason = TRACE_LOST_ROOM;
    if (thread->context == TRACE_SAMPLED_OUT) reason = TRACE_LOST_SAMPLE;
    else if (thread->context == TRACE_FILTERED_OUT) reason = TRACE_LOST_FILTER;
    else if (atomic_load_explicit(&has_reached_limit, memory_order_relaxed)) reason = TRACE_LOST_LIMIT;
    uint64_t count = atomic_load_explicit(&thread->lost[reason], memory_order_relaxed);
    atomic_store_explicit(&thread->lost[reason], count + 1, memory_order_relaxed);
    return 0;
}

// While its calls are left out, or suppressed, a thread's buffer looks full, so that every recording point takes the
// slow path and is turned away.
static void set_context(trace_thread *thread, uint8_t context) {
    thread->context = context;
    if (context >= TRACE_SAMPLED_OUT || thread->suppressed > 0) thread->epoch |= ~EPOCH_BITS;
    else thread->epoch &= EPOCH_BITS;
}

// The thread, as part of the running recording; NULL where it cannot be.
static trace_thread *joined_thread(void) {
    trace_thread *thread = trace_current;
    if (thread->suppressed > 0 || trace_current_epoch() == 0) return NULL;
    return has_joined(thread) ? thread : trace_make_room();
}

// What ends the change from `before`, and a call.
static uint64_t changed(const trace_thread *thread, uint64_t call, uint8_t before) {
    return (uint64_t)(uintptr_t)trace_record_of(call) | trace_call_epoch(thread) << 48 | CHANGES | before;
}

uint64_t trace_enter(uint8_t context) {
    trace_thread *thread = joined_thread();
    if (thread == NULL || thread->context == context) return 0;
    uint8_t before = thread->context;
    set_context(thread, context);
    return changed(thread, 0, before);
}

uint8_t trace_thread_context(void) {
    const trace_thread *thread = trace_current;
    return has_joined(thread) ? thread->context : TRACE_UNDECIDED;
}

static uint64_t open_bound(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value, trace_details details) {
    trace_thread *thread = joined_thread();
    if (thread == NULL) return 0;
    uint8_t before = thread->context;
    if (trace_is_left_out(node)) {
        uint64_t entered = trace_enter(node & ~TRACE_LEFT_OUT);
        trace_refuse();
        return entered;
    }
    set_context(thread, TRACE_KEPT);
    uint64_t call = trace_open_with(operation, node & ~TRACE_BOUND, detail, value, details);
    if (before == TRACE_KEPT) return call;
    return changed(thread, call, before);
}

uint64_t trace_open_bound(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value) {
    return open_bound(operation, node, detail, value, (trace_details){0});
}

void trace_close_bound(uint64_t call) {
    trace_thread *thread = trace_current;
    if ((call & CHANGES) == 0 || trace_call_epoch(thread) != (call & ~CHANGES) >> 48) return;
    if (trace_record_of(call) != NULL) trace_close_at(thread, thread->last = trace_ticks(), call);
    set_context(thread, call & 3);
}

// A ticket has its thread's number, from 1, above 40 bits that count the thread's tickets from 1, and above that what
// tells its recording from others: the work may run when that is over. Number 0 says that the call was left out.
enum { TICKET_THREAD = 40, TICKET_RECORDING = 57, TICKET_THREADS = 1 << (TICKET_RECORDING - TICKET_THREAD) };

static uint64_t ticket_recording(const trace_thread *thread) {
    return (uint64_t)(thread->epoch & 0x7f) << TICKET_RECORDING;
}

trace_ticketed trace_open_ticketed(uint8_t operation, uint32_t node) {
    trace_thread *thread = trace_room();
    if (thread == NULL) {
        trace_refuse();
        uint8_t context = trace_thread_context();
        if (context < TRACE_SAMPLED_OUT) return (trace_ticketed){0, 0};
        return (trace_ticketed){0, ticket_recording(trace_current) | context};
    }
    uint64_t ticket = 0;
    if (thread->index + 1 < TICKET_THREADS) ticket = ((uint64_t)thread->index + 1) << TICKET_THREAD | ++thread->tickets;
    uint64_t call = trace_open(operation, node, 0, ticket);
    return (trace_ticketed){call, ticket == 0 ? 0 : ticket | ticket_recording(thread)};
}

uint64_t trace_open_caused(uint8_t operation, uint32_t node, uint64_t ticket) {
    trace_thread *thread = joined_thread();
    if (thread == NULL) return trace_refuse();
    bool is_current = ticket != 0 && (ticket & 0x7full << TICKET_RECORDING) == ticket_recording(thread);
    ticket &= (1ull << TICKET_RECORDING) - 1;
    if (!is_current) return trace_open(operation, node, 0, 0);
    if (ticket >> TICKET_THREAD != 0) return trace_open(operation, node, 0, ticket);
    return trace_open_bound(operation, TRACE_LEFT_OUT | (uint32_t)ticket, 0, 0);
}

void trace_close_elsewhere(uint64_t ticks) {
    trace_thread *thread = trace_room();
    if (thread == NULL) return;
    trace_record *record = thread->next;
    *record = (trace_record){.start = ticks, .operation = TRACE_DETAIL | TRACE_DETAIL_CLOSE};
    record->depth = trace_depth(thread->depth);
    trace_publish(thread, record);
}

void trace_set_value(uint64_t call, uint64_t value) {
    trace_thread *thread = trace_current;
    if (trace_call_epoch(thread) != (call & ~CHANGES) >> 48) return;
    trace_record *record = trace_record_of(call);
    if (record == NULL) return;
    if (trace_is_at_hand(thread, record)) {
        __atomic_store_n(&record->value, value, __ATOMIC_RELAXED);
        return;
    }
    thread = trace_room();
    if (thread == NULL) return;
    uint32_t depth = thread->depth > 0 ? thread->depth - 1 : 0;
    record = thread->next;
    *record = (trace_record){.value = value, .operation = TRACE_DETAIL | TRACE_DETAIL_VALUE};
    record->depth = trace_depth(depth);
    trace_publish(thread, record);
}

// The thread with room for so many records in one chunk, so that they can be published together.
static trace_thread *room_for(size_t count) {
    trace_thread *thread = trace_room();
    if (thread != NULL && (size_t)(thread->limit - thread->next) < count) thread = trace_make_room();
    return thread;
}

enum { TEXT_BYTES = 3 * sizeof(uint64_t), LONGEST_TEXT = 48000, STACK_ADDRESSES = 3 };

static size_t text_records(size_t count) { return (count + TEXT_BYTES - 1) / TEXT_BYTES; }

static trace_record *put_text(trace_record *record, uint8_t kind, uint32_t node, const uint8_t *bytes, size_t count) {
    for (size_t done = 0; done < count; done += TEXT_BYTES) {
        uint64_t words[3] = {0, 0, 0};
        memcpy(words, bytes + done, count - done < TEXT_BYTES ? count - done : TEXT_BYTES);
        *record++ = (trace_record){
            .start = words[0], .duration = words[1], .value = words[2], .node = node,
            .operation = TRACE_DETAIL | kind, .depth = done == 0 ? (uint16_t)count : 0};
    }
    return record;
}

uint64_t trace_open_with(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value, trace_details details) {
    if (trace_is_bound(node)) return open_bound(operation, node, detail, value, details);
    if (details.text_count > LONGEST_TEXT) details.text_count = LONGEST_TEXT;
    size_t stack_records = (details.stack_count + STACK_ADDRESSES - 1) / STACK_ADDRESSES;
    trace_thread *thread = room_for(2 + text_records(details.text_count) + stack_records);
    if (thread == NULL) return trace_refuse();
    trace_record *record = thread->next + 1;
    if (details.type != NULL) {
        *record++ = (trace_record){
            .start = (uint64_t)(uintptr_t)details.type, .operation = TRACE_DETAIL | TRACE_DETAIL_TYPE};
    }
    record = put_text(record, TRACE_DETAIL_TEXT, 0, details.text, details.text_count);
    for (size_t done = 0; done < details.stack_count; done += STACK_ADDRESSES) {
        uint64_t words[STACK_ADDRESSES] = {0, 0, 0};
        for (size_t i = 0; i < STACK_ADDRESSES && done + i < details.stack_count; i++) {
            words[i] = details.stack[done + i];
        }
        *record++ = (trace_record){
            .start = words[0], .duration = words[1], .value = words[2],
            .operation = TRACE_DETAIL | TRACE_DETAIL_STACK, .depth = done == 0 ? (uint16_t)details.stack_count : 0};
    }
    return trace_open_before(thread, thread->last = trace_ticks(), operation, node, detail, value, record);
}

void trace_name(uint32_t node, const uint8_t *name, size_t count) {
    if (trace_is_left_out(node)) return;
    node &= ~TRACE_BOUND;
    if (count > LONGEST_TEXT) count = LONGEST_TEXT;
    trace_thread *thread = room_for(1 + text_records(count));
    if (thread != NULL && count > 0) {
        trace_publish(thread, put_text(thread->next, TRACE_DETAIL_NAME, node, name, count) - 1);
    }
}

void trace_suppress(void) {
    // Only a thread that takes part in the recording can be kept out of it.
    joined_thread();
    trace_thread *thread = trace_current;
    if (thread == &no_thread) return;
    if (thread->suppressed++ == 0) set_context(thread, thread->context);
}

void trace_resume(void) {
    trace_thread *thread = trace_current;
    // A thread that could not join the recording then may have by now.
    if (thread->suppressed == 0) return;
    if (--thread->suppressed == 0) set_context(thread, thread->context);
}

trace_clock trace_read_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (trace_clock){trace_ticks(), (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec};
}

trace_clock trace_process_clock;
const char *trace_process_file;

static void process_ends(void) {
    if (trace_process_ends != NULL) trace_process_ends();
}

// Before any code of the program's runs, so that its first reactive call is recorded.
__attribute__((constructor)) static void process_begins(void) {
    trace_process_clock = trace_read_clock();
    const char *file = getenv("RXTRACE");
    if (file == NULL || *file == '\0' || trace_process_begins == NULL) return;
    trace_process_file = file;
    trace_process_begins();
    atexit(process_ends);
}

_Atomic(uint32_t) trace_forks;

// A child made by fork shares the parent's file, and has none of its threads: what it does is not recorded. What the
// parent recorded is left alone: another thread may have been at work on it.
static void child_begins(void) {
    atomic_store_explicit(&trace_epoch, 0, memory_order_relaxed);
    atomic_fetch_add_explicit(&trace_forks, 1, memory_order_relaxed);
    trace_process_file = NULL;
    lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    all_threads = NULL;
    free_chunks = NULL;
    trace_current = &no_thread;
    trace_may_die();
}

static void watch_forks(void) { pthread_atfork(NULL, NULL, child_begins); }

// Never 0, which objects have that no recording knows.
static uint32_t next_generation(void) {
    uint32_t generation = (trace_current_generation() + 1) & GENERATIONS;
    if (generation == 0) generation = 1;
    atomic_store_explicit(
        &trace_birth, 1ull << 63 | (uint64_t)generation << TRACE_GENERATION_PLACE, memory_order_relaxed);
    atomic_store_explicit(&trace_generation, generation, memory_order_relaxed);
    return generation;
}

bool trace_is_of_recording(uint64_t identity) {
    return (trace_known_generation(identity) & GENERATIONS) >= first_generation;
}

void trace_begin_generation(void) {
    pthread_mutex_lock(&lock);
    next_generation();
    pthread_mutex_unlock(&lock);
}

void trace_reach_limit(void) { atomic_store_explicit(&has_reached_limit, true, memory_order_relaxed); }

uint32_t trace_start(uint64_t max_chunks, bool selects, trace_drain drain_records) {
    static pthread_once_t forks_once = PTHREAD_ONCE_INIT;
    pthread_once(&forks_once, watch_forks);
    pthread_mutex_lock(&lock);
    uint32_t epoch = 0;
    if (trace_current_epoch() == 0) {
        for (trace_thread **place = &all_threads; *place != NULL;) {
            trace_thread *thread = *place;
            if (!thread->finished) {
                place = &thread->link;
                continue;
            }
            *place = thread->link;
            free_chunk_list(thread->first);
            free(thread);
        }
        // 31 bits, and never a multiple of 32,768: a call remembers the low 15 bits, and 0 means no call.
        do last_epoch = (last_epoch + 1) & EPOCH_BITS;
        while ((last_epoch & 0x7fff) == 0);
        epoch = last_epoch;
        thread_count = 0;
        chunk_count = 0;
        chunk_limit = max_chunks;
        drain = drain_records;
        first_generation = next_generation();
        atomic_store_explicit(&trace_selects, selects, memory_order_relaxed);
        atomic_store_explicit(&has_reached_limit, false, memory_order_relaxed);
        atomic_store_explicit(&trace_epoch, epoch, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
    return epoch;
}

void trace_stop(void) {
    pthread_mutex_lock(&lock);
    atomic_store_explicit(&trace_epoch, 0, memory_order_release);
    pthread_mutex_unlock(&lock);
}

trace_thread *trace_next_thread(uint32_t epoch, trace_thread *thread) {
    pthread_mutex_lock(&lock);
    thread = thread == NULL ? all_threads : thread->link;
    while (thread != NULL && thread->recording != epoch) thread = thread->link;
    pthread_mutex_unlock(&lock);
    return thread;
}

void trace_free_chunk(trace_thread *thread) {
    pthread_mutex_lock(&lock);
    trace_chunk *chunk = thread->first;
    trace_chunk *next = atomic_load_explicit(&chunk->next, memory_order_relaxed);
    if (next != NULL) {
        thread->first = next;
        atomic_store_explicit(&chunk->next, free_chunks, memory_order_relaxed);
        free_chunks = chunk;
        chunk_count--;
    }
    pthread_mutex_unlock(&lock);
}

bool trace_thread_is_over(const trace_thread *thread) {
    pthread_mutex_lock(&lock);
    bool is_over = thread->finished;
    pthread_mutex_unlock(&lock);
    return is_over;
}

bool trace_free_thread(trace_thread *thread) {
    pthread_mutex_lock(&lock);
    bool is_over = thread->finished;
    for (trace_thread **place = &all_threads; is_over && *place != NULL; place = &(*place)->link) {
        if (*place != thread) continue;
        *place = thread->link;
        for (trace_chunk *chunk = thread->first; chunk != NULL;) {
            chunk = atomic_load_explicit(&chunk->next, memory_order_relaxed);
            chunk_count--;
        }
        free_chunk_list(thread->first);
        free(thread);
        break;
    }
    pthread_mutex_unlock(&lock);
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
