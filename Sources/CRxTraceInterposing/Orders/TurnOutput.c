// Locks of output streams. A thread that holds one may run the program's code, such as the `description` of a value.

#define _GNU_SOURCE
#include "TurnSlots.h"
#include "TurnSteps.h"

#if HAS_TURNS

#include <stdio.h>

REAL(void, flockfile, FILE *);
REAL(int, ftrylockfile, FILE *);
REAL(void, funlockfile, FILE *);

static void turned_flockfile(FILE *stream) {
    turn_thread *self = turn_enter_told(__builtin_frame_address(0));
    if (self == NULL) return real_flockfile(stream);
    turn_point(self, TURN_OUTPUT);
    turn_touch(stream, true);
    turn_touch_outside(false);
    while (real_ftrylockfile(stream) != 0) turn_block(self, stream, TURN_NEVER, TURN_OUTPUT);
}

static int turned_ftrylockfile(FILE *stream) { return real_ftrylockfile(stream); }

static void turned_funlockfile(FILE *stream) {
    real_funlockfile(stream);
    if (turn_enter_told(__builtin_frame_address(0)) != NULL) turn_wake(stream, 1);
}

const turn_function turn_output_functions[] = {
    STANDS_FOR(flockfile), STANDS_FOR(ftrylockfile), STANDS_FOR(funlockfile), {NULL, NULL, NULL}};

#endif
