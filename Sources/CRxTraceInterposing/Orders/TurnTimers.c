// Timers with descriptors (timerfd), as libdispatch and Foundation use them. Timers that raise signals stay real.

#define _GNU_SOURCE
#include "TurnSlots.h"
#include "TurnSteps.h"
#include "TurnTime.h"

#if HAS_TURNS

#include <sys/timerfd.h>

REAL(int, timerfd_create, int, int);
REAL(int, timerfd_settime, int, int, const struct itimerspec *, struct itimerspec *);
REAL(int, timerfd_gettime, int, struct itimerspec *);

static int turned_timerfd_create(int clock, int flags) {
    return turn_enter_told(__builtin_frame_address(0)) == NULL ? real_timerfd_create(clock, flags) : turn_make_timer(flags, clock);
}

static int turned_timerfd_settime(int descriptor, int flags, const struct itimerspec *time, struct itimerspec *before) {
    turn_thread *self = turn_enter_events(__builtin_frame_address(0));
    if (self == NULL || !turn_set_timer(descriptor, flags, time, before)) {
        return real_timerfd_settime(descriptor, flags, time, before);
    }
    turn_change_descriptors();
    return 0;
}

static int turned_timerfd_gettime(int descriptor, struct itimerspec *time) {
    if (turn_enter_events(__builtin_frame_address(0)) != NULL && turn_get_timer(descriptor, time)) return 0;
    return real_timerfd_gettime(descriptor, time);
}

const turn_function turn_timer_functions[] = {
    STANDS_FOR(timerfd_create), STANDS_FOR(timerfd_settime), STANDS_FOR(timerfd_gettime), {NULL, NULL, NULL}};

#endif
