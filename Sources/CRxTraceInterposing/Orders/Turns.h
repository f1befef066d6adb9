// Running a process's threads one at a time, in a given order ("under control").
//
// Each thread has an entry here. One thread has the turn; each other sleeps on a word of its own. What a thread would
// wait for in the kernel, it waits for here, by the address of what it waits for. So the thread that goes on is chosen
// here, and the same choice can be made again.

#ifndef C_TURNS_H
#define C_TURNS_H

#if defined(__has_feature)
#define HAS_FEATURE(name) __has_feature(name)
#else
#define HAS_FEATURE(name) 0
#endif

// Not with a sanitizer, which defines the same functions, and has its own view of which thread waits for which.
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

enum { TURN_THREADS = 1024, HELD_LOCKS = 16, OWN_OBJECTS = 8 };

static const uint64_t TURN_NEVER = UINT64_MAX;

typedef enum turn_state { TURN_FREE, TURN_READY, TURN_RUNNING, TURN_BLOCKED, TURN_OUTSIDE, TURN_ENDED } turn_state;

typedef struct turn_lock_held {
    const void *key;
    uint32_t place;
} turn_lock_held;

typedef struct turn_memory {
    uintptr_t start, end;
} turn_memory;

/// A call that is under way: the frame of its function, and where that returns to. Both are 0 for none.
typedef struct turn_call {
    uintptr_t frame, from;
} turn_call;

/// A call to an operation or its queue, and how much the thread had done by then in the program's own code.
typedef struct turn_operation_call {
    const uintptr_t *frame;
    uintptr_t from;
    uint32_t steps;
    uint32_t locks;               // that it took since its last point
    const uintptr_t *step;        // the frame of the last function within it that cancelled or ended one operation; NULL for none
    const uintptr_t *step_frame;  // where that took its first lock, and which it was
    uintptr_t step_from;
    const void *step_lock;
    bool runs;                    // whether the last lock was taken where an operation's code runs
} turn_operation_call;

/// When something made a thread go on or handed on work: the step, and 1, and how many steps had begun of threads that were not on
/// their way from the pool to work. Without a step, 0.
typedef struct turn_gift {
    uint32_t step;
    uint64_t seen_steps;
} turn_gift;

typedef struct turn_thread {
    _Atomic(uint32_t) go;         // 1 while the thread has the turn
    _Atomic(bool) waits_for_turn; // set while the thread sleeps on `go`
    uint32_t number;              // threads are numbered as they are made
    uint8_t state;
    uint8_t kind;                 // what the thread is about to do: a rxtrace_turn_kind
    bool is_background;           // a thread of the recorder: it goes on only if no other can
    bool is_timed_out;
    bool is_bystander;            // slept when the order began to vary: what it does is no progress
    bool is_asked_by_runtime;     // libdispatch or the runtime of tasks made it, or lets it wait
    bool crashes;                 // it has come to the point before the crash that is under way
    bool is_at_point;             // ready, and about to do something that others may see
    bool gives_way;               // it goes on only if no other can
    bool is_inside;               // it is in the control's own code, whose calls are not controlled
    uint32_t hushed;              // above 0: its points are part of a larger point,
    uint8_t whole;                // which is of this kind
    uint32_t enabled_before;      // `turns.enabled` when the larger point began
    uint32_t enabled_then;        // `turns.enabled` when it last went on
    bool has_shown;               // since its last point its own code has done what others may see, or seen what they may do
    bool has_passed;              // since its last point it has let go of a lock of the library's that shows (TurnLibrary.c)
    const uintptr_t *frame;       // the frame of the last function of ours that it called
    const uintptr_t *whole_frame; // the frame of the function whose points are part of a larger one
    const uintptr_t *sync_frame;  // the frame of the innermost `sync` that has not returned; NULL for none
    const void *queue;            // of the work that it runs; NULL if unknown
    const void *sync_queue, *outer_sync_queue; // of that `sync`, and of the one around it; NULL for none
    const uintptr_t *stream_frame; // the frame of a stream's function that the program has called, up to its point; NULL for none
    bool has_switched;            // since its last point its task has gone to an actor or left one
    uint32_t steps_at_switch;     // what it had done in the program's own code at its last point, if that was before an actor
    turn_operation_call call;     // set if its last point was a lock in such a call
    uint32_t work_steps;          // what it had done in the program's own code when its work began
    uint32_t streak;              // how many points it passed since it got the turn
    uint32_t spins;               // how often `streak` was too high
    const void *key;              // the address that it waits for
    uint64_t deadline;
    uint64_t since;               // `turns.order` when it became ready or began to wait
    uintptr_t like;               // new threads with equal values are interchangeable; 0: with none
    struct pollfd *polled;
    size_t polled_count;
    bool is_manager;              // it waits for libdispatch's events and timers
    bool polls_inside;            // they are pipes or sockets whose every end is in this process
    const volatile void *unmerged; // what it has read, or is the first to change, since its last point; NULL for nothing
    const volatile void *undescribed; // what it has read since its last point, and may store metadata in; NULL for nothing
    const void *resumes;          // the function by which its task is about to go on on an actor; NULL for none
    const void *made_source;      // a source of Dispatch that it has made since its last point, and nobody runs yet; NULL for none
    turn_call dispose;            // the call that its last point is in, if that was a dispose
    uint32_t place;               // the number of the place in the program's code where it is
    uint32_t handed_at;           // the number of the place where it hands on work
    uint32_t work_at;             // the number of the place where the work that it runs was handed on; 0 if unknown
    uint32_t let_at;              // the number of the place where it begins an `async let`, while it does; otherwise 0
    uint8_t entered;              // what the function of ours touches that it called last (turn_entered in TurnSteps.h),
    const void *entered_for;      // and the lock or semaphore that it is about; NULL for none
    uint32_t woken_by;            // the step, and 1, that made or woke it since it last went on, or handed on its work; 0 for none,
    uint8_t begins;               // and what its next step begins with: bits of `logged_step` (TurnLog.h)
    turn_gift wake;               // when it was made or woken last, and what began with that
    uint8_t wake_begins;
    uint8_t owed;                 // of which kind the point is that it owes,
    uint32_t owed_at;             // and the number of its place; 0: where it is then
    uint32_t looked_up;           // how often it was looked up since then whether memory is its task's own
    const void *group;            // the task group that it has handed work to since its last point; NULL for none
    turn_memory own_objects[OWN_OBJECTS]; // the last objects that it has made and nobody else knows
    size_t own_count;             // how many it has made, if more than there is room for
    uintptr_t stack_start, stack_end; // of memory; both 0 if unknown
    int kernel_number;
    int rounds;                   // rounds of destructors of thread-specific data, as it ends
    pthread_t handle;
    void *(*work)(void *);
    void *context;
    turn_lock_held held[HELD_LOCKS];
} turn_thread;

/// A hash table of addresses. One may take the place of another.
typedef struct turn_addresses {
    uintptr_t entries[1 << 12];
} turn_addresses;

static inline uintptr_t *turn_entry_of(turn_addresses *table, const volatile void *address) {
    return &table->entries[((uintptr_t)address >> 2) * 0x9E3779B97F4A7C15ull >> 52];
}

static inline bool turn_has_address(turn_addresses *table, const volatile void *address) {
    return *turn_entry_of(table, address) == (uintptr_t)address;
}

/// Returns whether the table did not have the address.
static inline bool turn_add_address(turn_addresses *table, const volatile void *address) {
    uintptr_t *entry = turn_entry_of(table, address);
    bool is_new = *entry != (uintptr_t)address;
    *entry = (uintptr_t)address;
    return is_new;
}

extern _Atomic(bool) turns_are_on;

/// Counts what the calling thread does in the program's own code, where that was compiled to tell of it: reads, writes, and
/// functions begun and ended. 0 where it was not.
extern _Thread_local uint32_t turn_program_steps;

/// Whether the calling thread owes a point (TurnOwed.h).
extern _Thread_local bool turn_is_owed;

static inline bool turns_on(void) {
    return __builtin_expect(atomic_load_explicit(&turns_are_on, memory_order_relaxed), 0);
}

/// The calling thread's entry, once the thread has the turn. NULL if the thread is not under control, or if the control
/// itself makes the call.
turn_thread *turn_enter_from(const uintptr_t *frame);

/// A switching point: lets another thread go on first, if the order says so.
void turn_point(turn_thread *self, rxtrace_turn_kind kind);

/// The same at the place with a number; 0: at that of the function of ours that the thread has called.
void turn_point_at(turn_thread *self, rxtrace_turn_kind kind, uint32_t place);

/// A task of the thread is about to go on on an actor, or on none (0). Taking another actor than the one it is on is a point.
///
/// - Parameter resumes: the function by which it goes on there.
void turn_switch_actor(turn_thread *self, uintptr_t actor, const void *resumes);

/// The actor that the calling thread's task is on, 0 for none; and the main actor, or 0 where there is none.
uintptr_t turn_current_actor(void);
uintptr_t turn_main_actor(void);

/// The table of functions by which work is handed to the main actor; 0 if it has none.
uintptr_t turn_functions_of_main_actor(void);

/// The switching point at the start of work that was handed on at a place.
void turn_point_of_work(turn_thread *self, uint32_t place, turn_gift gift);

/// The switching point behind work that was handed on at a place; which the thread owed, so that it is at its next step now.
void turn_point_behind_work(turn_thread *self, uint32_t place, bool was_owed);

/// Notes the queue that the calling thread runs work of.
void turn_note_queue(turn_thread *self);

/// A switching point at which the calling thread goes on only if no other can.
void turn_yield(turn_thread *self);

/// Waits until the key is woken or the deadline has come. Returns whether the key was woken.
bool turn_block(turn_thread *self, const void *key, uint64_t deadline, rxtrace_turn_kind kind);

/// Wakes at most `count` of the threads that wait for the key, in the order in which they came. Returns how many. May
/// be called by any thread.
int turn_wake(const void *key, int count);

/// Wakes one of the threads that wait for the key, which one the order says if they are the program's: the system promises no
/// order. Returns whether there was any.
bool turn_wake_one(const void *key);

/// Wakes the first of the threads that wait for the key and returns it, NULL if there is none. Sets `others` to whether
/// more wait.
turn_thread *turn_wake_first(const void *key, bool *others);

/// Makes the entry of a thread that is about to be made. NULL if there are too many threads.
turn_thread *turn_new_thread(void *(*work)(void *), void *context, bool is_of_pool);
void turn_forget_thread(turn_thread *thread);

/// The start function of a thread under control; `thread` is its entry.
void *turn_run_thread(void *thread);

/// The thread with a handle, NULL if there is none.
turn_thread *turn_find_thread(pthread_t handle);

/// Takes the turn from a thread that waits in the kernel or spins, if it has passed no point since `points`. Called by
/// the watchdog.
void turn_take_from(turn_thread *thread, uint64_t points);

/// The thread that has the turn. Sets `points` to how many points have been passed so far.
turn_thread *turn_holder(uint64_t *points);

/// Whether a thread other than the one with the turn could go on.
bool turn_is_any_ready(void);

/// Lets time pass if no thread has the turn, because a thread is outside.
void turn_pass_time(uint64_t nanoseconds);

/// Whether the program called the function of ours that the thread entered last, directly or through Foundation; and
/// whether libdispatch or the runtime of tasks did.
bool turn_is_asked_by_program(const turn_thread *self);
bool turn_is_asked_by_runtime(const turn_thread *self);

/// Passes on the turn, because the thread is about to wait in the kernel ("outside").
void turn_go_outside(turn_thread *self);

/// Whether a queue of events watches a socket, a terminal or standard input.
bool turn_is_outside_watched(void);

/// Notes that descriptors may have become ready.
void turn_change_descriptors(void);

/// Begins to control the process. To be called on its only thread.
///
/// - Parameter wanted: the order, as `turn_read_order` reads it.
void turn_begin(const char *wanted);

/// Sets from when on the order varies: from a `mark`, from the first `call` of the library, or that hands on work of the program's, or
/// from the start (NULL).
void turn_vary_from(const char *word);

/// The program may be about to hand on work, by a function with the frame.
void turn_vary_from_hand_on(turn_thread *self, const uintptr_t *frame);

void turn_note_held(turn_thread *self, const void *key);
void turn_note_released(turn_thread *self, const void *key);

/// The table of all threads. The entry behind the last one is TURN_FREE and has the number 0.
turn_thread *turn_all(void);

/// Begin and end a function whose inner points are part of one larger point. Do nothing if `self` is NULL.
void turn_begin_whole(turn_thread *self, rxtrace_turn_kind kind);
void turn_end_whole(turn_thread *self);

/// Begins such calls without a point before them.
void turn_hush(turn_thread *self, rxtrace_turn_kind kind);

/// As `pthread_create`, using the function `create`.
int turn_create_thread(int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *), pthread_t *handle,
                       const pthread_attr_t *attributes, void *(*work)(void *), void *context, const uintptr_t *frame);

#endif

#endif
