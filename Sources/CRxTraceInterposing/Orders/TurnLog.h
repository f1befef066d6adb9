// The log of a process under control, in a file that the process and its parent have mapped.

#ifndef C_TURN_LOG_H
#define C_TURN_LOG_H

#include "Turns.h"

#if HAS_TURNS

enum { LOGGED_TURNS = 1 << 16, LOGGED_PLACES = 4096, PLACE_DEPTH = 160, LOG_TEXT = 1 << 14, LOGGED_STEPS = 1 << 14,
       LOGGED_TOUCHES = 1 << 17, TURN_CANDIDATES = 8, NO_TURN = UINT32_MAX };

/// Places of races in the program's code are known by so many bits, and written with so many digits (TurnRaces.h).
enum { RACE_BITS = 12, RACE_PLACES = 1 << RACE_BITS, RACE_DIGITS = RACE_BITS / 4 };

typedef enum turn_ending { ENDED_BY_ITSELF, ENDED_IN_DEADLOCK, ENDED_IDLE } turn_ending;

/// A turn at which several threads could go on. OrderLog.swift reads the same layout.
typedef struct logged_turn {
    uint16_t count;               // how many threads could go on
    uint16_t choice;
    uint16_t usual;               // the number of the thread that goes on by default
    uint16_t chosen;
    uint8_t usual_kind;
    uint8_t chosen_kind;
    uint16_t is_of_waking;        // 1: which of the threads is woken that wait for something
    uint32_t usual_place;
    uint32_t chosen_place;
    uint32_t check;               // a checksum of all turns up to and including this one
    uint32_t usual_work, chosen_work; // the places where the work was handed on that the threads ran; 0 if unknown
    uint16_t threads[TURN_CANDIDATES]; // the first of those that could go on, the usual one first
} logged_turn;

/// Time has passed since all steps up to `woken_by`, for which nobody could go on; work begins that any other thread of the pool could
/// have begun, as soon as it was handed on.
enum { IS_BEHIND_ALL = 1, BEGINS_WORK = 2 };

/// Set for a lock that the thread had before the step, and only lets go of in it.
static const uint64_t TOUCH_LETS_GO = UINT64_C(1) << 63;

/// What a thread did from one point to the next (TurnSteps.h).
typedef struct logged_step {
    uint16_t thread;
    uint8_t touches_all;
    uint8_t begins;               // bits: IS_BEHIND_ALL, BEGINS_WORK
    uint32_t turns_before;        // how many turns there were as it began
    uint32_t first_touch, touch_count;
    uint32_t woken_by;            // the step, and 1, that made or woke the thread, or handed on the work that begins; 0 for none
} logged_step;

typedef struct turn_log {
    uint64_t magic;
    uint32_t turn_count;          // how many turns there were; `turns` holds the first of them
    uint32_t place_count;
    uint32_t ending;
    uint32_t lost_way;            // the first turn that could not go as requested; NO_TURN: none
    uint32_t out_of_sight;        // how often a thread went outside
    uint32_t out_of_sight_place;
    uint32_t wanted_left;         // how many requested turns have not come yet
    uint32_t text_count;
    uint64_t base;                // where the program's file lies in memory
    uint64_t first_time, last_time;
    uint32_t check;               // a checksum of all turns
    uint32_t sees;                // of `rxtrace_seen`: points were left out that others may have seen (TurnVariables.h)
    char text[LOG_TEXT];
    uint64_t places[LOGGED_PLACES][PLACE_DEPTH];
    uint32_t within[LOGGED_PLACES]; // the place where the work was handed on that came to a place; 0 if unknown
    logged_turn turns[LOGGED_TURNS];
    uint32_t step_count, touch_count;
    uint32_t are_steps_lost;      // not 0: what the steps touch is not known
    uint32_t uses_more;           // bits: MORE_THAN_QUEUES and so on
    uint64_t pool;                // what steps touch that hand on work to the pool; with 1 added, those that take it; 2, those that go on
                                  // with a task; 3, those that use libdispatch otherwise, which touch the first two as well
    logged_step steps[LOGGED_STEPS];
    uint64_t touches[LOGGED_TOUCHES]; // addresses times 2, and 1 for a write, and TOUCH_LETS_GO; in the order of the first touches
    uint64_t races[RACE_PLACES / 64]; // a bit for each place of a race
} turn_log;

/// Threads of the pool differ in more than what they run; tasks meet at more than what is seen; work waited for others before a thread
/// of the pool took it.
enum { MORE_THAN_QUEUES = 1, MORE_THAN_TASKS = 2, MORE_THAN_THREADS = 4 };

void turn_open_log(const char *path);
turn_log *turn_get_log(void);

/// Notes a choice among threads: which goes on, or, if `is_of_waking`, which is woken.
void turn_log_turn(turn_thread *const *threads, size_t count, size_t choice, bool is_of_waking);

/// Set in the number of the place of a task, for work that goes on with the task. Without a place: the work of an actor, and what
/// goes on with the task of an asynchronous main function.
static const uint32_t OF_LATER_PART = 1u << 31, OF_ACTOR = 1u << 30, OF_MAIN_TASK = 1u << 31 | 1u << 30;

/// Set in the number of a place at a point that the thread owed, or before an actor: it is that of the step itself. No work begins there.
static const uint32_t AT_STEP = 1u << 30;

/// The number of a place without such bits.
static inline uint32_t turn_place_in(uint32_t place) { return place & ~(OF_LATER_PART | OF_ACTOR); }

/// The number of the place in the program's code from which the function with the frame was called. 0 if unknown.
uint32_t turn_place(turn_thread *self, const uintptr_t *frame);

/// The same, of what is told by the place `within` if its own line is not known.
uint32_t turn_place_within(turn_thread *self, const uintptr_t *frame, uint32_t within);

/// The number of the place at which a function of the program's begins; 0 for another function.
uint32_t turn_place_at(turn_thread *self, const void *function);

/// Whether an address may be that of a frame in a thread's stack.
static inline bool turn_is_of_stack(const turn_thread *self, const uintptr_t *frame) {
    return (uintptr_t)frame % sizeof *frame == 0 && (uintptr_t)frame >= self->stack_start && (uintptr_t)(frame + 2) <= self->stack_end;
}

/// The number of the place in the program's code where a function crashes: at an instruction, with a frame that may be anything.
uint32_t turn_place_of_crash(turn_thread *self, uintptr_t instruction, const uintptr_t *frame);

/// Writes the return addresses in the program's code, innermost first, that led to the function with the frame. Returns how many.
size_t turn_program_stack(turn_thread *self, const uintptr_t *frame, unsigned long *stack, size_t limit);

void turn_write_text(const char *text);
void turn_write_number(uint64_t number);

#endif

#endif
