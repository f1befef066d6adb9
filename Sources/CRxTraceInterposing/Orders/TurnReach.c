// Switching points in the library and the recorder, and the marks between which the order varies.

#define _GNU_SOURCE
#include "TurnLog.h"
#include "TurnState.h"
#include "TurnSteps.h"
#include "TurnTime.h"
#include "TurnVariables.h"

#if HAS_TURNS

#include <string.h>

enum { LONGEST_REST = 1000 };

static void vary(turn_variation variation) {
    turn_take();
    turns.varies = (uint8_t)variation;
    turns.varies_since = turns.order;
    if (variation == VARIES) turn_expect_nothing();
    for (uint32_t index = 0; index < turns.thread_count; index++) {
        turn_thread *thread = &turns.threads[index];
        if (thread->state == TURN_BLOCKED && thread->kind == TURN_SLEEP) thread->is_bystander = true;
    }
    turn_release();
}

static bool is_call(rxtrace_turn_kind kind) {
    return kind == TURN_SUBSCRIBE || kind == TURN_SEND || kind == TURN_DISPOSE || kind == TURN_CONNECT || kind == TURN_VALUE;
}

// Of threads without a bit of their own, each counts as several.
static uint64_t bits_of(const turn_thread *thread) {
    enum { OWN_BITS = 62 };
    return thread->number < OWN_BITS ? UINT64_C(1) << thread->number : UINT64_C(3) << OWN_BITS;
}

// Whether some of several things are disposed already others see by what they send, ask or read. Until one of them does so in a
// run in which another thread disposes of several, nobody is taken to see it.
static void ask_for_parts(void) {
    uint64_t threads = turns.disposes_parts | turns.shows_parts;
    bool is_one_thread = (threads & (threads - 1)) == 0;
    if (turns.disposes_parts != 0 && turns.shows_parts != 0 && !is_one_thread) turn_ask_to_be_seen(SEES_PARTS);
}

// In a debug build, a function that could be inlined calls this one.
#if DEBUG
enum { CALLERS = 3 };
#else
enum { CALLERS = 2 };
#endif

// The caller's frame; NULL if that is not in the thread's stack.
static const uintptr_t *caller_of(const turn_thread *self, const uintptr_t *frame) {
    const uintptr_t *caller = rxtrace_caller_of(frame);
    return caller != NULL && (uintptr_t)(caller + 2) <= self->stack_end ? caller : NULL;
}

// The recorded call that begins: the function that had it opened (`openCall`), and goes on in it.
static turn_call call_that_begins(const turn_thread *self) {
    const uintptr_t *frame = self->frame;
    for (int caller = 0; caller < CALLERS && frame != NULL; caller++) frame = caller_of(self, frame);
    return frame == NULL ? (turn_call){0} : (turn_call){(uintptr_t)frame, frame[1]};
}

// Whether a call is within another one, which is among its callers then.
static bool is_within(const turn_thread *self, turn_call call, turn_call outer) {
    const uintptr_t *frame = (const uintptr_t *)call.frame;
    if (frame == NULL || call.frame >= outer.frame) return false;
    while (frame != NULL && (uintptr_t)frame < outer.frame) frame = caller_of(self, frame);
    return (uintptr_t)frame == outer.frame && frame[1] == outer.from;
}

// Whether the library itself disposes, as where a sequence ends. Then the points are before its locks, and behind what the program's
// code has shown (TurnLibrary.c). A dispose within another dispose is no point either, but others may see that some of several parts
// are disposed already (`reach_next_part`).
static bool is_of_library(const turn_thread *self, turn_call dispose) {
    enum { CALLERS_AT_MOST = 10 }; // as many as there are where a bag ends that the program lets go of
    if (!turn_program_tells() || self->has_shown || turn_is_owed) return false;
    const uintptr_t *frame = (const uintptr_t *)dispose.frame;
    for (int caller = 0; caller < CALLERS_AT_MOST; caller++) {
        if (frame == NULL || turn_is_own_code(frame[1])) return false;
        frame = caller_of(self, frame);
    }
    return true;
}

// The dispose that is under way goes on behind the point.
void turn_point_within_dispose(turn_thread *self, rxtrace_turn_kind kind) {
    turn_call outer = self->dispose;
    turn_point(self, kind);
    self->dispose = outer;
}

static void reach_next_part(turn_thread *self) {
    turns.disposes_parts |= bits_of(self);
    ask_for_parts();
    if (!(turns.sees & SEES_PARTS)) return;
    turn_point_within_dispose(self, TURN_DISPOSE);
}

void turn_reach(rxtrace_turn_kind kind) {
    turn_thread *self = turn_enter_told(__builtin_frame_address(0));
    if (self == NULL || self->is_background) return;
    if (kind == TURN_CRASHES || kind == TURN_VARIES || kind == TURN_VARIES_NO_MORE) turn_touch_all();
    // So the next point is no part of the last one: others may change it in between (TurnPoints.c).
    if (kind == TURN_READS) {
        self->unmerged = self;
        return;
    }
    // Before the order varies, other threads finish what they have begun, as far as they can.
    for (int round = 0; kind == TURN_VARIES && round < LONGEST_REST && turn_is_any_ready(); round++) turn_yield(self);
    if (kind == TURN_VARIES || kind == TURN_VARIES_NO_MORE) {
        vary(kind == TURN_VARIES ? VARIES : NO_MORE);
        return;
    }
    if (turns.varies == NOT_YET_FROM_CALL && is_call(kind)) vary(VARIES);
    if (kind == TURN_DISPOSE) {
        turn_call call = call_that_begins(self);
        if (is_within(self, call, self->dispose) || is_of_library(self, call)) return;
        turn_point(self, kind);
        self->dispose = call;
        return;
    }
    if (kind == TURN_NEXT_PART) return reach_next_part(self);
    if (kind == TURN_SEND || kind == TURN_FLAG || kind == TURN_VALUE) {
        turns.shows_parts |= bits_of(self);
        ask_for_parts();
    }
    if (kind != TURN_CRASHES) turn_point(self, kind);
    if ((kind == TURN_ENDS || kind == TURN_CRASHES) && turns.last_of_all == NULL) {
        turn_touch_outside(true);
        turns.last_of_all = self;
    }
}

// A process that runs tests hands on work before the first of them begins: by its main function, or by libraries of the system's
// without the program's code on the stack.
void turn_vary_from_hand_on(turn_thread *self, const uintptr_t *frame) {
    if (turns.varies != NOT_YET_FROM_CALL || self->hushed > 0 || rxtrace_is_suppressed()) return;
    enum { MAIN_FUNCTION = 1, MORE = 2 };
    unsigned long stack[MORE];
    size_t count = turn_program_stack(self, frame, stack, MORE);
    if (count > (self->number == 0 ? MAIN_FUNCTION : 0)) vary(VARIES);
}

void turn_vary_from(const char *word) {
    if (word == NULL || *word == 0) return vary(VARIES);
    // A test may call code that does not tell what it does.
    turn_lose_steps();
    turns.varies = strcmp(word, "mark") == 0 ? NOT_YET_FROM_MARK : NOT_YET_FROM_CALL;
}

#endif
