#define _GNU_SOURCE
#include "CTraceBuffer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#endif

_Atomic(uint32_t) trace_epoch;
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
    thread->link = all_threads;
    all_threads = thread;
    return thread;
}

static trace_chunk *take_chunk(void) {
    if (chunk_count >= chunk_limit) return NULL;
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

trace_thread *trace_make_room(void) {
    trace_thread *thread = trace_current;
    if (thread->suppressed > 0) return NULL;
    uint32_t epoch = trace_current_epoch();
    if (epoch == 0) return NULL;
    pthread_mutex_lock(&lock);
    // The recording may have ended, and another begun, before the lock was held.
    epoch = trace_current_epoch();
    trace_thread *result = NULL;
    if (epoch != 0) {
        if (thread == &no_thread) thread = trace_current = make_thread() ?: &no_thread;
        if (thread != &no_thread) {
            if (thread->epoch != epoch) {
                free_chunk_list(thread->first);
                thread->first = thread->current = NULL;
                thread->next = thread->limit = NULL;
                thread->depth = 0;
                thread->dropped = 0;
                thread->index = thread_count++;
                thread->epoch = thread->recording = epoch;
            }
            trace_chunk *chunk = take_chunk();
            if (chunk == NULL) {
                thread->dropped++;
            } else {
                chunk->first_index = 0;
                if (thread->current != NULL) {
                    chunk->first_index = thread->current->first_index + TRACE_CHUNK_RECORDS;
                    atomic_store_explicit(&thread->current->next, chunk, memory_order_release);
                } else {
                    thread->first = chunk;
                }
                thread->current = chunk;
                thread->next = chunk->records;
                thread->limit = chunk->records + TRACE_CHUNK_RECORDS;
                result = thread;
            }
        }
    }
    pthread_mutex_unlock(&lock);
    return result;
}

void trace_append_text(uint8_t kind, uint32_t node, const uint8_t *bytes, size_t count) {
    if (count > UINT16_MAX) count = UINT16_MAX;
    size_t done = 0;
    do {
        trace_thread *thread = trace_room();
        if (thread == NULL) return;
        trace_record *record = thread->next;
        uint64_t words[3] = {0, 0, 0};
        size_t part = count - done < sizeof words ? count - done : sizeof words;
        if (part > 0) memcpy(words, bytes + done, part);
        record->start = words[0];
        record->duration = words[1];
        record->value = words[2];
        record->node = node;
        record->operation = TRACE_DETAIL | kind;
        record->detail = 0;
        record->depth = done == 0 ? (uint16_t)count : 0;
        trace_publish(thread, record);
        done += part;
    } while (done < count);
}

// While suppressed, a thread's buffer looks full, so that every recording point takes the slow path and is turned away.
void trace_suppress(void) {
    trace_thread *thread = trace_current;
    if (thread == &no_thread) return;
    if (thread->suppressed++ == 0) thread->epoch |= 0x80000000u;
}

void trace_resume(void) {
    trace_thread *thread = trace_current;
    if (thread == &no_thread) return;
    if (--thread->suppressed == 0) thread->epoch &= 0x7fffffffu;
}

trace_clock trace_read_clock(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (trace_clock){trace_ticks(), (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec};
}

trace_clock trace_process_clock;
const char *trace_process_file;
uint32_t trace_process_epoch;

static void process_ends(void) {
    if (trace_process_ends != NULL) trace_process_ends();
}

// Before any code of the program's runs, so that its first reactive call is recorded.
__attribute__((constructor)) static void process_begins(void) {
    trace_process_clock = trace_read_clock();
    const char *file = getenv("RXTRACE");
    if (file == NULL || *file == '\0') return;
    trace_process_file = file;
    trace_process_epoch = trace_start((uint64_t)4 << 30 >> 18);
    atexit(process_ends);
}

uint32_t trace_start(uint64_t max_chunks) {
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
        // 31 bits, and never a multiple of 65,536: a call remembers the low 16 bits, and 0 means no call.
        do last_epoch = (last_epoch + 1) & 0x7fffffff;
        while ((last_epoch & 0xffff) == 0);
        epoch = last_epoch;
        thread_count = 0;
        chunk_count = 0;
        chunk_limit = max_chunks;
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

uint64_t trace_recorded_bytes(uint32_t epoch) {
    uint64_t bytes = 0;
    for (trace_thread *thread = trace_next_thread(epoch, NULL); thread; thread = trace_next_thread(epoch, thread)) {
        for (const trace_chunk *chunk = NULL; (chunk = trace_next_chunk(thread, chunk)) != NULL;) {
            bytes += trace_chunk_records(chunk).count * sizeof(trace_record);
        }
    }
    return bytes;
}
