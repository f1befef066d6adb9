// One thread at a time: whose turn it is, what the others wait for, and the time they all see.
//
// Where a process is under control, each of its threads has an entry here. Exactly one has the turn; the others sleep on
// a word of their own. Whatever a thread would wait for in the kernel is waited for here instead, by the address of what
// it waits for, so that who goes on next is decided, and can be decided the same way again.

#ifndef C_TURNS_H
#define C_TURNS_H

#if defined(__has_feature)
#define HAS_FEATURE(name) __has_feature(name)
#else
#define HAS_FEATURE(name) 0
#endif

// A sanitizer has its own definitions of the same functions, and its own view of who waits for whom.
#if defined(__linux__) && !defined(__ANDROID__) && (defined(__x86_64__) || defined(__aarch64__)) &&                 \
    !HAS_FEATURE(thread_sanitizer) && !HAS_FEATURE(address_sanitizer) && !defined(__SANITIZE_THREAD__) &&           \
    !defined(__SANITIZE_ADDRESS__)
#define HAS_TURNS 1
#else
#define HAS_TURNS 0
#endif

#include "CRxTraceBuffer.h"

#if HAS_TURNS

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { TURN_THREADS = 1024, HELD_LOCKS = 16 };

static const uint64_t TURN_NEVER = UINT64_MAX;

typedef enum turn_state { TURN_FREE, TURN_READY, TURN_RUNNING, TURN_BLOCKED, TURN_OUTSIDE, TURN_ENDED } turn_state;

typedef struct turn_lock_held {
    const void *key;
    uint32_t place;
} turn_lock_held;

typedef struct turn_thread {
    _Atomic(uint32_t) go;         // 1 once it has the turn
    _Atomic(bool) waits_for_turn; // until it has seen that
    uint32_t number;              // in the order threads were made
    uint8_t state;
    uint8_t kind;                 // what it is about to do: a rxtrace_turn_kind
    bool is_background;           // one of the recorder's own: it goes on where no other can
    bool is_timed_out;
    bool is_bystander;            // slept before the order began to vary: it watches, and its waking is no progress
    bool is_asked_by_runtime;     // it waits, or was made, by libdispatch's own will
    bool is_at_point;             // ready, and about to do what others may see
    bool gives_way;               // it goes on only where no other can
    bool is_inside;               // what it calls is the control's own doing
    uint32_t hushed;              // above 0: its points are part of a larger one,
    uint8_t whole;                // of this kind
    uint32_t enabled_before;      // how many threads had been made or woken when that began
    const uintptr_t *frame;       // of the function that stands in front of the system's and was called last
    uint32_t streak;              // how many points it passed without giving way
    const void *key;              // what it waits for
    uint64_t deadline;
    uint64_t since;               // the order in which threads became ready, or began to wait
    uintptr_t like;               // threads that begin alike can stand for each other; 0 for none
    struct pollfd *polled;
    size_t polled_count;
    uintptr_t dispose_frame;      // of the last point, where that was a dispose; 0 for others
    uint32_t place;               // where in the program's code it is
    uint32_t handed_at;           // where it hands on work
    int kernel_number;
    int rounds;                   // of destructors, as it ends
    pthread_t handle;
    void *(*work)(void *);
    void *context;
    turn_lock_held held[HELD_LOCKS];
} turn_thread;

extern _Atomic(bool) turns_are_on;

static inline bool turns_on(void) {
    return __builtin_expect(atomic_load_explicit(&turns_are_on, memory_order_relaxed), 0);
}

/// The calling thread, which has the turn then; NULL where it is not under control, or the call is the control's own.
turn_thread *turn_enter_from(const uintptr_t *frame);

/// Lets another thread go on first, if the order says so.
void turn_point(turn_thread *self, rxtrace_turn_kind kind);

/// The same as work begins that was handed on at the place.
void turn_point_of_work(turn_thread *self, uint32_t place);

/// The same, with the calling thread behind all others that can go on.
void turn_yield(turn_thread *self);

/// Waits until the key is woken or it is time. Returns whether it was woken.
bool turn_block(turn_thread *self, const void *key, uint64_t deadline, rxtrace_turn_kind kind);

/// Wakes so many of those that wait for the key, who came first first. Any thread may. Returns how many there were.
int turn_wake(const void *key, int count);

/// The first of those that wait for the key, which goes on; `others` tells whether there are more. NULL for none.
turn_thread *turn_wake_first(const void *key, bool *others);

/// A thread that is about to be made, and waits for its turn.
turn_thread *turn_new_thread(void *(*work)(void *), void *context, bool is_of_pool);
void turn_forget_thread(turn_thread *thread);

/// Runs as the thread.
void *turn_run_thread(void *thread);

/// The thread with a handle; NULL for none.
turn_thread *turn_find_thread(pthread_t handle);

/// Takes away the turn of a thread that waits in the kernel or does not come to a point. For the watchdog.
void turn_take_from(turn_thread *thread, uint64_t points);

/// Whose turn it is, and how many points were passed so far.
turn_thread *turn_holder(uint64_t *points);

/// Whether another thread than the holder could go on.
bool turn_is_any_ready(void);

/// Lets time pass where nobody has the turn, as a thread waits out of sight.
void turn_pass_time(uint64_t nanoseconds);

/// Whether the thread's last call of the system's came from the program's code: directly, or by a function of
/// Foundation's; or from libdispatch or the runtime of tasks.
bool turn_is_asked_by_program(const turn_thread *self);
bool turn_is_asked_by_runtime(const turn_thread *self);

/// The thread waits where it is not seen: the turn passes on.
void turn_go_outside(turn_thread *self);

/// Descriptors may have become ready.
void turn_change_descriptors(void);

/// Begins to control the process, on its only thread.
///
/// - Parameter wanted: the order, in the words of `turn_read_order`.
void turn_begin(const char *wanted);

/// The order varies from a `mark` or the first `call` of the library on; NULL for from the start on.
void turn_vary_from(const char *word);

void turn_note_held(turn_thread *self, const void *key);
void turn_note_released(turn_thread *self, const void *key);

/// All threads there were, for who tells of them; ended by one whose state is TURN_FREE.
turn_thread *turn_all(void);

/// Begins and ends calls of which only the whole is a point. Nothing for a thread that is NULL.
void turn_begin_whole(turn_thread *self, rxtrace_turn_kind kind);
void turn_end_whole(turn_thread *self);

/// As `pthread_create`, by the definition that is given.
int turn_create_thread(int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *), pthread_t *handle,
                       const pthread_attr_t *attributes, void *(*work)(void *), void *context, const uintptr_t *frame);

#endif

#endif
