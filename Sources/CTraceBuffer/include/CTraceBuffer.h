// The hot part of a recording: thread-local buffers of fixed-size records, the clock, and a frame-pointer walk.
//
// Everything a recorded call runs through is `static inline`, so that it inlines into Swift. The rest, which starts and
// ends recordings and hands out memory, is in CTraceBuffer.c.
//
// Threads: `trace_open`, `trace_close` and `trace_append` touch only the calling thread's buffer. A buffer's memory is
// reused only by its own thread or after that thread has ended, so a call that is closed after its recording ended
// never writes into another one's records.

#ifndef C_TRACE_BUFFER_H
#define C_TRACE_BUFFER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "LockWait.h"
#if !defined(__x86_64__) && !defined(__aarch64__)
#include <time.h>
#endif

/// One entry of a buffer: a call, or a detail of the call before it.
typedef struct trace_record {
    uint64_t start;       // ticks; in a detail, its first word
    uint64_t duration;    // ticks, TRACE_OPEN while the call runs; in a detail, its second word
    uint64_t value;       // the event's value or the operation's own word
    uint32_t node;        // the node's id, 0 for none
    uint8_t operation;    // a call's operation, or TRACE_DETAIL and the kind of detail
    uint8_t detail;       // a call's event kind and value kind, or its label
    uint16_t depth;       // how many calls were open on this thread
} trace_record;

enum {
    TRACE_DETAIL = 0x80,
};

static const uint64_t TRACE_OPEN = UINT64_MAX;

enum { TRACE_CHUNK_BYTES = 1 << 18 };

typedef struct trace_chunk {
    _Atomic(struct trace_chunk *) next;
    uint64_t first_index;             // how many records the thread wrote before this chunk
    _Atomic(trace_record *) end;      // one past the last complete record
    uint64_t reserved;
    trace_record records[];
} trace_chunk;

enum { TRACE_CHUNK_RECORDS = (TRACE_CHUNK_BYTES - sizeof(trace_chunk)) / sizeof(trace_record) };

/// A thread's part of a recording.
typedef struct trace_thread {
    trace_record *limit;              // the end of the current chunk's memory
    trace_record *next;               // where the next record goes
    trace_chunk *current;
    uint64_t last;                    // the clock when it was last read for this thread
    uint32_t epoch;                   // the recording the chunks belong to
    uint32_t depth;
    trace_chunk *first;
    uint64_t dropped;
    uint32_t index;                   // 0, 1, … in the order threads joined this recording
    uint32_t suppressed;              // above 0 while a value is described
    uint32_t recording;               // as `epoch`, for other threads to read under the lock
    uintptr_t stack_high;
    uintptr_t mark;                   // as `trace_thread_mark`
    bool finished;
    bool is_main;
    struct trace_thread *link;
} trace_thread;

/// The number of the running recording, 0 while none runs. Read with `trace_is_on`.
extern _Atomic(uint32_t) trace_epoch;
extern _Thread_local trace_thread *trace_current;

/// Whether a recording runs: one relaxed load.
static inline bool trace_is_on(void) {
    return __builtin_expect(atomic_load_explicit(&trace_epoch, memory_order_relaxed) != 0, 0);
}

static inline uint32_t trace_current_epoch(void) {
    return atomic_load_explicit(&trace_epoch, memory_order_relaxed);
}

/// The clock that stamps records. Its unit is found by comparing it with the monotonic clock at both ends.
static inline uint64_t trace_ticks(void) {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
#endif
}

/// Gives the calling thread a buffer with room in the running recording, or NULL where there is none to be had.
trace_thread *trace_make_room(void);

static inline trace_thread *trace_room(void) {
    trace_thread *thread = trace_current;
    if (__builtin_expect(thread->epoch != trace_current_epoch() || thread->next == thread->limit, 0)) {
        return trace_make_room();
    }
    return thread;
}

static inline void trace_publish(trace_thread *thread, trace_record *record) {
    thread->next = record + 1;
    atomic_store_explicit(&thread->current->end, record + 1, memory_order_release);
}

static inline uint64_t trace_open_at(trace_thread *thread, uint64_t ticks, uint8_t operation, uint32_t node,
                                     uint8_t detail, uint64_t value) {
    trace_record *record = thread->next;
    uint32_t depth = thread->depth++;
    record->start = ticks;
    record->duration = TRACE_OPEN;
    record->value = value;
    record->node = node;
    record->operation = operation;
    record->detail = detail;
    record->depth = depth < UINT16_MAX ? (uint16_t)depth : UINT16_MAX;
    trace_publish(thread, record);
    return (uint64_t)(uintptr_t)record | (uint64_t)(thread->epoch & 0xffff) << 48;
}

/// Starts a call. Returns what `trace_close` needs, 0 when the call was not recorded.
static inline uint64_t trace_open(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value) {
    trace_thread *thread = trace_room();
    if (__builtin_expect(thread == NULL, 0)) return 0;
    return trace_open_at(thread, thread->last = trace_ticks(), operation, node, detail, value);
}

/// As `trace_open`, for a call made with nothing but a few instructions since the call before it was opened: it starts
/// when that did. Reading the clock takes longer than such a step.
static inline uint64_t trace_open_next(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value) {
    trace_thread *thread = trace_room();
    if (__builtin_expect(thread == NULL, 0)) return 0;
    return trace_open_at(thread, thread->last, operation, node, detail, value);
}

static inline trace_record *trace_record_of(uint64_t call) {
    return (trace_record *)(uintptr_t)(call & 0xffffffffffffull);
}

static inline void trace_close_at(trace_thread *thread, uint64_t ticks, uint64_t call) {
    trace_record *record = trace_record_of(call);
    if (thread->depth > 0) thread->depth--;
    __atomic_store_n(&record->duration, ticks - record->start, __ATOMIC_RELAXED);
}

/// Ends a call. One that began in a recording its thread has left is passed over.
static inline void trace_close(uint64_t call) {
    trace_thread *thread = trace_current;
    if (__builtin_expect((thread->epoch & 0xffff) != call >> 48, 0)) return;
    trace_close_at(thread, thread->last = trace_ticks(), call);
}

/// As `trace_close`, for a call that ends a few instructions after the last one did.
static inline void trace_close_next(uint64_t call) {
    trace_thread *thread = trace_current;
    if (__builtin_expect((thread->epoch & 0xffff) != call >> 48, 0)) return;
    trace_close_at(thread, thread->last, call);
}

/// Adds a detail to the call just started.
static inline void trace_append(uint8_t kind, uint32_t node, uint8_t detail, uint64_t first, uint64_t second,
                                uint64_t third) {
    trace_thread *thread = trace_room();
    if (__builtin_expect(thread == NULL, 0)) return;
    trace_record *record = thread->next;
    record->start = first;
    record->duration = second;
    record->value = third;
    record->node = node;
    record->operation = TRACE_DETAIL | kind;
    record->detail = detail;
    record->depth = 0;
    trace_publish(thread, record);
}

/// Adds text as details of one kind, 24 bytes each; the first one's `depth` says how many bytes there are.
void trace_append_text(uint8_t kind, uint32_t node, const uint8_t *bytes, size_t count);

/// Replaces a call's value once it is known, such as what a subscribe returned.
static inline void trace_set_value(uint64_t call, uint64_t value) {
    if ((trace_current->epoch & 0xffff) != call >> 48) return;
    __atomic_store_n(&trace_record_of(call)->value, value, __ATOMIC_RELAXED);
}

/// A number that names the call among all of this recording, never 0.
static inline uint64_t trace_identity(uint64_t call) {
    trace_thread *thread = trace_current;
    trace_record *record = trace_record_of(call);
    trace_chunk *chunk = (trace_chunk *)((uintptr_t)record & ~(uintptr_t)(TRACE_CHUNK_BYTES - 1));
    return ((uint64_t)thread->index + 1) << 40 | (chunk->first_index + (uint64_t)(record - chunk->records));
}

/// Keeps calls made by the calling thread out of the recording until `trace_resume`; may nest.
void trace_suppress(void);
void trace_resume(void);

/// Return addresses of the calling thread, innermost first, by following frame pointers. Returns how many were found.
/// Stops at frames without a frame pointer and at the end of the stack.
static inline size_t trace_walk(unsigned long *addresses, size_t capacity) {
    trace_thread *thread = trace_current;
    uintptr_t low = (uintptr_t)__builtin_frame_address(0), high = thread->stack_high;
    uintptr_t *frame = (uintptr_t *)low;
    size_t count = 0;
    while (count < capacity) {
        uintptr_t above = frame[0], address = frame[1];
        if (address == 0) break;
        addresses[count++] = address;
        if (above <= (uintptr_t)frame || above + 2 * sizeof(uintptr_t) > high || (above & (sizeof(uintptr_t) - 1))) break;
        frame = (uintptr_t *)above;
    }
    return count;
}

// Starting and ending a recording; each is called by one thread at a time.

/// The clock pair that turns ticks into nanoseconds.
typedef struct trace_clock {
    uint64_t ticks;
    uint64_t nanoseconds;
} trace_clock;

trace_clock trace_read_clock(void);

/// The clocks when the process began.
extern trace_clock trace_process_clock;

/// Starts a recording that keeps at most `max_chunks` chunks of records. Returns its number, 0 if one runs already.
uint32_t trace_start(uint64_t max_chunks);

/// Ends the recording: no call that starts later is recorded.
void trace_stop(void);

/// The first thread after `thread` (NULL for the first of all) that took part in a recording. Valid until the next
/// `trace_start`.
trace_thread *trace_next_thread(uint32_t epoch, trace_thread *thread);

/// The complete records of a chunk.
typedef struct trace_records {
    const trace_record *first;
    size_t count;
} trace_records;

static inline trace_records trace_chunk_records(const trace_chunk *chunk) {
    trace_record *end = atomic_load_explicit(&chunk->end, memory_order_acquire);
    return (trace_records){chunk->records, (size_t)(end - chunk->records)};
}

/// A complete record; its duration and value may still be being written by the thread that is in the call.
static inline trace_record trace_read_record(const trace_record *record) {
    trace_record copy;
    copy.start = record->start;
    copy.duration = __atomic_load_n(&record->duration, __ATOMIC_RELAXED);
    copy.value = __atomic_load_n(&record->value, __ATOMIC_RELAXED);
    copy.node = record->node;
    copy.operation = record->operation;
    copy.detail = record->detail;
    copy.depth = record->depth;
    return copy;
}

/// The chunk a thread wrote after `chunk` (NULL for its first).
static inline const trace_chunk *trace_next_chunk(const trace_thread *thread, const trace_chunk *chunk) {
    return chunk == NULL ? thread->first : atomic_load_explicit(&chunk->next, memory_order_acquire);
}

/// How many bytes of records a recording holds.
uint64_t trace_recorded_bytes(uint32_t epoch);

/// What `trace_identity` gave for the record at `offset`.
static inline uint64_t trace_identity_at(const trace_thread *thread, const trace_chunk *chunk, size_t offset) {
    return ((uint64_t)thread->index + 1) << 40 | (chunk->first_index + offset);
}

// A scheduler's own thread-local state: whether the current thread's trampoline is to be entered, and its queue.

typedef struct trace_trampoline {
    bool is_running;
    void *queue;
} trace_trampoline;

extern _Thread_local trace_trampoline trace_thread_trampoline;

static inline bool trace_trampoline_is_running(void) { return trace_thread_trampoline.is_running; }
static inline void trace_trampoline_set_running(bool running) { trace_thread_trampoline.is_running = running; }
static inline void *trace_trampoline_queue(void) { return trace_thread_trampoline.queue; }
static inline void trace_trampoline_set_queue(void *queue) { trace_thread_trampoline.queue = queue; }

/// An address that differs between threads alive at the same time.
static inline uintptr_t trace_thread_mark(void) { return (uintptr_t)&trace_thread_trampoline; }

bool trace_is_main_thread(void);

// A recording of the whole process, which `RXTRACE=FILE` in its environment asks for.

/// The file named by RXTRACE, or NULL when the process is not recorded as a whole.
extern const char *trace_process_file;
/// The number of that recording.
extern uint32_t trace_process_epoch;

/// Writes the recording. Defined by the module that knows the format; called as the process exits.
#if defined(__APPLE__)
void trace_process_ends(void) __attribute__((weak_import));
#else
void trace_process_ends(void) __attribute__((weak));
#endif

#endif
