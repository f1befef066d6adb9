// The hot part of a recording: thread-local buffers of fixed-size records, the clock, and a frame-pointer walk.
//
// Everything a recorded call runs through is `static inline`, so that it inlines into Swift. The rest, which starts and
// ends recordings and hands out memory, is in CTraceBuffer.c.
//
// Threads: `trace_open`, `trace_close` and `trace_append` touch only the calling thread's buffer. A thread writes only
// into the chunk it is in: a call that ends after its thread went on to another chunk is closed by a record of its own,
// so that a chunk that is left behind can be written to a file and used again.

#ifndef C_TRACE_BUFFER_H
#define C_TRACE_BUFFER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "DyingProcess.h"
#include "LockWait.h"
#include "QuietWrite.h"
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

/// The kinds of detail. Those that belong to a call, or to a node, follow it and become readable together with it.
enum {
    TRACE_DETAIL_NODE,                // what a node is: `start` its type, `detail` its role, `value` 1 if it is early
    TRACE_DETAIL_NAME,                // its name, 24 bytes a record; the first one's `depth` says how many there are
    TRACE_DETAIL_TEXT,                // the value of a call, likewise
    TRACE_DETAIL_TYPE,                // the type that received a call, in `start`
    TRACE_DETAIL_STACK,               // return addresses that led to a call, innermost first, three a record; `depth` likewise
    TRACE_DETAIL_CLOSE,               // ends the call open at `depth`; `start` is when
    TRACE_DETAIL_VALUE,               // gives the call open at `depth` another value
};

enum { TRACE_CHUNK_BYTES = 1 << 16 };

typedef struct trace_chunk {
    _Atomic(struct trace_chunk *) next;
    _Atomic(trace_record *) end;      // one past the last complete record
    uint64_t reserved[2];
    trace_record records[];
} trace_chunk;

enum { TRACE_CHUNK_RECORDS = (TRACE_CHUNK_BYTES - sizeof(trace_chunk)) / sizeof(trace_record) };

/// Why a call was not recorded.
enum {
    TRACE_LOST_ROOM,                  // there was no memory for it
    TRACE_LOST_LIMIT,                 // the recording had reached its limit
    TRACE_LOST_SAMPLE,                // of a subscription that was not sampled
    TRACE_LOST_FILTER,                // of a subscription that a filter leaves out
    TRACE_LOSSES,
};

/// What a thread's calls belong to, in a recording that leaves subscriptions out.
enum {
    TRACE_UNDECIDED,                  // no subscription yet, as in the program's own code
    TRACE_KEPT,                       // one that is recorded
    TRACE_SAMPLED_OUT,                // one that is not, for the reason TRACE_LOST_SAMPLE
    TRACE_FILTERED_OUT,               // likewise, TRACE_LOST_FILTER
};

/// The numbers of objects that belong to one subscription have the highest bit set in such a recording. Those of a
/// subscription that is left out are not told apart: their number is TRACE_LEFT_OUT and the context.
static const uint32_t TRACE_BOUND = 0x80000000u;
static const uint32_t TRACE_LEFT_OUT = 0xfffffffcu;

static inline bool trace_is_left_out(uint32_t node) { return node >= TRACE_LEFT_OUT; }

/// A thread's part of a recording.
typedef struct trace_thread {
    trace_record *limit;              // the end of the current chunk's memory
    trace_record *next;               // where the next record goes
    trace_chunk *current;
    uint64_t last;                    // the clock when it was last read for this thread
    uint32_t epoch;                   // the recording the chunks belong to
    uint32_t depth;
    trace_chunk *first;
    _Atomic(uint64_t) lost[TRACE_LOSSES]; // calls not recorded, by reason; written by the thread alone
    uint32_t index;                   // 0, 1, … in the order threads joined this recording
    uint32_t suppressed;              // above 0 while a value is described
    uint8_t context;                  // a trace_context: whose calls the thread is making
    uint32_t recording;               // as `epoch`, for other threads to read under the lock
    uint64_t tickets;                 // how many tickets it gave out in this recording
    uint32_t last_number;             // the last number it gave to an object, of those it may give
    uint32_t number_limit;            // the last of these
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

/// The number of the running recording's part: what objects are is told anew in each. It grows from one recording to
/// the next, too.
extern _Atomic(uint32_t) trace_generation;

static inline uint32_t trace_current_generation(void) {
    return atomic_load_explicit(&trace_generation, memory_order_relaxed);
}

// What an object remembers of recordings, in 64 bits: its number in the lower half, above it whether it is early in the
// recording that knows it (made before that began), and then the generation that knows it, in 30 bits. The highest bit
// says that none does yet: the generation is then the one in which the object was made.

enum { TRACE_GENERATION_PLACE = 33, TRACE_GENERATION_BITS = 30 };
static const uint64_t TRACE_EARLY = 1ull << 32;

/// The generation that knows an object; no generation at all for one that none knows.
static inline uint32_t trace_known_generation(uint64_t identity) {
    return (uint32_t)(identity >> TRACE_GENERATION_PLACE);
}

/// What an object remembers that is known as of now.
static inline uint64_t trace_identity(uint32_t generation, bool is_early, uint32_t number) {
    return (uint64_t)generation << TRACE_GENERATION_PLACE | (is_early ? TRACE_EARLY : 0) | number;
}

/// What an object remembers that is made now.
extern _Atomic(uint64_t) trace_birth;

static inline uint64_t trace_current_birth(void) { return atomic_load_explicit(&trace_birth, memory_order_relaxed); }

/// Whether the running recording knows an object, or has seen it being made.
bool trace_is_of_recording(uint64_t identity);

/// Whether an object was made before the running recording began.
static inline bool trace_is_early(uint64_t identity) {
    return !trace_is_of_recording(identity) || (identity & TRACE_EARLY) != 0;
}

/// Begins another part of the running recording.
void trace_begin_generation(void);

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

/// More numbers for the calling thread to give to objects. Returns one.
uint32_t trace_more_numbers(void);

/// A number for an object that no other one has, had or will have. Threads take them by the dozen: one counter that all
/// of them changed for each object would be waited for.
static inline uint32_t trace_new_number(void) {
    trace_thread *thread = trace_current;
    return thread->last_number != thread->number_limit ? ++thread->last_number : trace_more_numbers();
}

static inline void trace_publish(trace_thread *thread, trace_record *record) {
    thread->next = record + 1;
    atomic_store_explicit(&thread->current->end, record + 1, memory_order_release);
}

/// How a record says a depth: calls below the deepest all have that.
static inline uint16_t trace_depth(uint32_t depth) {
    return depth < UINT16_MAX - 1 ? (uint16_t)depth : UINT16_MAX - 1;
}

/// What tells calls of the thread's recording from those of others: 15 bits, above the 48 of a record's place.
static inline uint64_t trace_call_epoch(const trace_thread *thread) { return thread->epoch & 0x7fff; }

/// Opens a call whose details, if any, stand behind it up to `next`.
static inline uint64_t trace_open_before(trace_thread *thread, uint64_t ticks, uint8_t operation, uint32_t node,
                                         uint8_t detail, uint64_t value, trace_record *next) {
    trace_record *record = thread->next;
    record->start = ticks;
    record->duration = TRACE_OPEN;
    record->value = value;
    record->node = node;
    record->operation = operation;
    record->detail = detail;
    record->depth = trace_depth(thread->depth++);
    trace_publish(thread, next - 1);
    return (uint64_t)(uintptr_t)record | trace_call_epoch(thread) << 48;
}

static inline uint64_t trace_open_at(trace_thread *thread, uint64_t ticks, uint8_t operation, uint32_t node,
                                     uint8_t detail, uint64_t value) {
    return trace_open_before(thread, ticks, operation, node, detail, value, thread->next + 1);
}

/// Counts a call that is not recorded. Returns 0.
uint64_t trace_refuse(void);

/// As `trace_open`, on an object that belongs to one subscription: its calls are recorded, or left out, whatever the
/// thread was doing before.
uint64_t trace_open_bound(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value);

static inline bool trace_is_bound(uint32_t node) { return __builtin_expect((int32_t)node < 0, 0); }

/// Starts a call. Returns what `trace_close` needs, 0 when the call was not recorded.
static inline uint64_t trace_open(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value) {
    if (trace_is_bound(node)) return trace_open_bound(operation, node, detail, value);
    trace_thread *thread = trace_room();
    if (__builtin_expect(thread == NULL, 0)) return trace_refuse();
    return trace_open_at(thread, thread->last = trace_ticks(), operation, node, detail, value);
}

/// As `trace_open`, for a call made with nothing but a few instructions since the call before it was opened: it starts
/// when that did. Reading the clock takes longer than such a step.
static inline uint64_t trace_open_next(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value) {
    if (trace_is_bound(node)) return trace_open_bound(operation, node, detail, value);
    trace_thread *thread = trace_room();
    if (__builtin_expect(thread == NULL, 0)) return trace_refuse();
    return trace_open_at(thread, thread->last, operation, node, detail, value);
}

/// A call and a number that no other call of its recording has.
typedef struct trace_ticketed {
    uint64_t call;
    uint64_t ticket;
} trace_ticketed;

/// As `trace_open`; the call's value is a ticket, by which others can name the call. Both are 0 for one not recorded,
/// but for one of a subscription that is left out: then the ticket says that.
trace_ticketed trace_open_ticketed(uint8_t operation, uint32_t node);

/// As `trace_open`, for the work that a call with the ticket asked for.
uint64_t trace_open_caused(uint8_t operation, uint32_t node, uint64_t ticket);

static inline trace_record *trace_record_of(uint64_t call) {
    return (trace_record *)(uintptr_t)(call & 0xffffffffffe0ull);
}

static inline trace_chunk *trace_chunk_of(const void *record) {
    return (trace_chunk *)((uintptr_t)record & ~(uintptr_t)(TRACE_CHUNK_BYTES - 1));
}

/// Whether the call that runs has its record in the chunk its thread is in. That chunk may have been written, given back
/// and taken again since: what its memory holds in the record's place is then not written yet, or a call made later,
/// within this one, which is over.
static inline bool trace_is_at_hand(const trace_thread *thread, const trace_record *record) {
    return trace_chunk_of(record) == thread->current && record < thread->next && record->duration == TRACE_OPEN;
}

/// Ends a call whose chunk its thread has left, by a record of its own.
void trace_close_elsewhere(uint64_t ticks);

static inline void trace_close_at(trace_thread *thread, uint64_t ticks, uint64_t call) {
    trace_record *record = trace_record_of(call);
    if (thread->depth > 0) thread->depth--;
    if (__builtin_expect(!trace_is_at_hand(thread, record), 0)) return trace_close_elsewhere(ticks);
    __atomic_store_n(&record->duration, ticks - record->start, __ATOMIC_RELEASE);
}

/// Ends a call that changed whose calls the thread makes. One that began in a recording its thread has left is passed
/// over.
void trace_close_bound(uint64_t call);

/// Ends a call.
static inline void trace_close(uint64_t call) {
    trace_thread *thread = trace_current;
    if (__builtin_expect(trace_call_epoch(thread) != call >> 48, 0)) return trace_close_bound(call);
    trace_close_at(thread, thread->last = trace_ticks(), call);
}

/// As `trace_close`, for a call that ends a few instructions after the last one did.
static inline void trace_close_next(uint64_t call) {
    trace_thread *thread = trace_current;
    if (__builtin_expect(trace_call_epoch(thread) != call >> 48, 0)) return trace_close_bound(call);
    trace_close_at(thread, thread->last, call);
}

/// How many return addresses are kept of a call at most: what lies between the user's code and the recording is never
/// deeper.
enum { TRACE_STACK_LIMIT = 15 };

/// What a call is recorded with besides, nothing where it is null or 0.
typedef struct trace_details {
    const void *type;                 // the type that received it
    const uint8_t *text;              // its value
    size_t text_count;
    const unsigned long *stack;       // the return addresses that led to it
    size_t stack_count;
} trace_details;

/// As `trace_open`, with details.
uint64_t trace_open_with(uint8_t operation, uint32_t node, uint8_t detail, uint64_t value, trace_details details);

/// Tells the recording what a node is.
static inline void trace_define(uint32_t node, uint8_t role, const void *type, bool is_early) {
    trace_thread *thread = trace_room();
    if (__builtin_expect(thread == NULL, 0)) return;
    trace_record *record = thread->next;
    *record = (trace_record){
        .start = (uint64_t)(uintptr_t)type, .value = is_early, .node = node,
        .operation = TRACE_DETAIL | TRACE_DETAIL_NODE, .detail = role};
    trace_publish(thread, record);
}

/// Lets the calls of the thread belong to a subscription that is recorded, or left out: a trace_context. Returns what
/// `trace_close` needs to end that.
uint64_t trace_enter(uint8_t context);

/// Whose calls the thread makes: a trace_context.
uint8_t trace_thread_context(void);

/// Whether the running recording leaves subscriptions out.
extern _Atomic(bool) trace_selects;
static inline bool trace_is_selecting(void) { return atomic_load_explicit(&trace_selects, memory_order_relaxed); }

/// Gives a node that the recording knows a name.
void trace_name(uint32_t node, const uint8_t *name, size_t count);

/// Replaces the value of the call that runs once it is known, such as what a subscribe returned.
void trace_set_value(uint64_t call, uint64_t value);

/// Keeps calls made by the calling thread out of the recording until `trace_resume`; may nest.
void trace_suppress(void);
void trace_resume(void);

/// Return addresses of the calling thread, innermost first, by following frame pointers. Returns how many were found.
/// Stops at frames without a frame pointer and at the end of the stack.
static inline size_t trace_walk(unsigned long *addresses, size_t capacity) {
    if (trace_room() == NULL) return 0;
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

/// Makes records room by writing what there is to a file, or tells that this is due.
typedef void (*trace_drain)(bool now);

/// Starts a recording that holds at most `max_chunks` chunks of records at a time. Returns its number, 0 if one runs.
///
/// Without `drain`, calls that find no room are dropped. With it, `drain(false)` is called as chunks fill up, by a
/// thread that waits for nothing, and `drain(true)` where there is no room left, by the thread that needs some.
/// `selects`: whether it leaves subscriptions out.
uint32_t trace_start(uint64_t max_chunks, bool selects, trace_drain drain);

/// From now on threads get no more room: the recording has reached its limit.
void trace_reach_limit(void);

/// How many processes lie between this one and the one that was started as a program: a recording that ran when this one
/// was forked is not its own.
extern _Atomic(uint32_t) trace_forks;
static inline uint32_t trace_fork_count(void) { return atomic_load_explicit(&trace_forks, memory_order_relaxed); }

/// Ends the recording: no call that starts later is recorded.
void trace_stop(void);

/// The first thread after `thread` (NULL for the first of all) that took part in a recording. Valid until the next
/// `trace_start` or `trace_free_thread`.
trace_thread *trace_next_thread(uint32_t epoch, trace_thread *thread);

/// How many calls of a thread were not recorded, for a reason.
static inline uint64_t trace_lost(const trace_thread *thread, uint32_t reason) {
    return atomic_load_explicit(&thread->lost[reason], memory_order_relaxed);
}

/// Takes back a thread's first chunk, which it has left.
void trace_free_chunk(trace_thread *thread);

/// Whether a thread has ended, so that it adds nothing more.
bool trace_thread_is_over(const trace_thread *thread);

/// Takes back a thread that has ended. Returns false for one that goes on.
bool trace_free_thread(trace_thread *thread);

/// The complete records of a chunk.
typedef struct trace_records {
    const trace_record *first;
    size_t count;
} trace_records;

static inline trace_records trace_chunk_records(const trace_chunk *chunk) {
    trace_record *end = atomic_load_explicit(&chunk->end, memory_order_acquire);
    return (trace_records){chunk->records, (size_t)(end - chunk->records)};
}

/// How long a call took, TRACE_OPEN while it runs; what the thread wrote before it ended is there to read.
static inline uint64_t trace_read_duration(const trace_record *record) {
    return __atomic_load_n(&record->duration, __ATOMIC_ACQUIRE);
}

static inline uint64_t trace_read_value(const trace_record *record) {
    return __atomic_load_n(&record->value, __ATOMIC_RELAXED);
}

/// The chunk a thread wrote after `chunk` (NULL for its first); NULL while it is still in `chunk`.
static inline const trace_chunk *trace_next_chunk(const trace_thread *thread, const trace_chunk *chunk) {
    return chunk == NULL ? thread->first : atomic_load_explicit(&chunk->next, memory_order_acquire);
}

/// How many bytes of records a recording holds.
uint64_t trace_recorded_bytes(uint32_t epoch);

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

/// Starts and ends that recording. Defined by the module that knows the format; called before the process's own code
/// runs, and as it exits.
#if defined(__APPLE__)
void trace_process_begins(void) __attribute__((weak_import));
void trace_process_ends(void) __attribute__((weak_import));
#else
void trace_process_begins(void) __attribute__((weak));
void trace_process_ends(void) __attribute__((weak));
#endif

#endif
