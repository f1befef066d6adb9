// What the library tells of its locks, its atomic values and its objects, and the points among them.
//
// A thread goes on without a point while nothing of what it does could come behind what another one does: as long as it only takes
// locks, or only lets go of them, in this order (Lipton, Reduction: A Method of Proving Properties of Parallel Programs, CACM 1975).
// So a point comes before a lock behind one that was let go of, and behind what the program's own code has shown. Locks whose
// order does not show in the events (GuardedState) are left out.

#define _GNU_SOURCE
#include "TurnState.h"
#include "TurnSteps.h"

#if HAS_TURNS

static bool is_point(const turn_thread *self, rxtrace_touch_kind kind) {
    if (turns.sees & SEES_LOCKS) return !(kind & TOUCH_UNLOCKS);
    if (kind & TOUCH_CALLS) return self->has_shown;
    bool shows = kind & TOUCH_LOCKS && kind & TOUCH_IS_SEEN;
    return shows && (self->has_shown || self->has_passed || turn_is_owed);
}

static void reach_touch(rxtrace_touch_kind kind, const uintptr_t *frame) {
    if (!is_point(turn_current, kind)) return;
    turn_thread *self = turn_enter_told(frame);
    if (self != NULL) turn_point_within_dispose(self, TURN_GOES_ON);
}

static void touch_of_library(const void *what, rxtrace_touch_kind kind) {
    if (turn_current == NULL) return;
    if (what == NULL) {
        // What the closure does is not seen, unless its code tells.
        if (!turn_program_tells()) turn_show();
        return kind & TOUCH_WRITES ? turn_touch_all() : turn_touch_outside(false);
    }
    if ((uintptr_t)what == RXTRACE_OBJECT_ENDS) return turn_lose_steps_of_end();
    if (kind & TOUCH_CALLS) turns.uses_library = true;
    reach_touch(kind, __builtin_frame_address(0));
    if (kind & TOUCH_UNLOCKS) turn_touch_let_go(what, kind & TOUCH_WRITES);
    else turn_touch(what, kind & TOUCH_WRITES);
    if (kind & TOUCH_UNLOCKS && kind & TOUCH_IS_SEEN) turn_current->has_passed = true;
}

void turn_ask_for_touches(void) { rxtrace_touched = touch_of_library; }

#endif
