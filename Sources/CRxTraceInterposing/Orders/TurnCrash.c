#include "TurnCrash.h"
#include "TurnLog.h"
#include "TurnSlots.h"
#include "TurnState.h"
#include "TurnSteps.h"

#if HAS_TURNS

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

REAL(int, kill, pid_t, int);
REAL(int, raise, int);
REAL(int, pthread_kill, pthread_t, int);
REAL(int, sigqueue, pid_t, int, union sigval);
REAL(int, killpg, pid_t, int);
REAL(void, quick_exit, int);

// Runs within a signal handler. A thread that crashes in the control's own code has a log that is not whole.
//
// What others do meanwhile may come before the crash, or end the process instead: so there is a point before it. It is told as if the
// instruction had called a function. A signal that another thread has sent finds one that waits: then there was a point before that was
// sent.
static void note_crash(uintptr_t instruction, const uintptr_t *frame) {
    turn_thread *self = turn_current;
    turn_log *log = turn_get_log();
    if (!turns_on() || self == NULL || self->is_inside || log == NULL || turns.last_of_all != NULL) return;
    uint32_t place = turn_place_of_crash(self, instruction, frame);
    const uintptr_t call[] = {turn_is_of_stack(self, frame) ? (uintptr_t)frame : 0, instruction};
    if (turns.holder == self) turn_enter_told(call);
    if (turns.holder == self && !self->crashes) turn_point_at(self, TURN_CRASHES, place);
    turn_touch_all();
    if (place == 0 || log->text_count > 0) return;
    turn_write_text("@");
    turn_write_number(place);
    turn_write_text(";");
}

void turn_reach_crash(turn_thread *self) {
    turn_point(self, TURN_CRASHES);
    self->crashes = true;
}

// A signal that the process sends itself may end it, and that of SIGKILL calls no handler.
static void reach_signal(pid_t process, const uintptr_t *frame) {
    turn_thread *self = process > 0 && process != getpid() ? NULL : turn_enter_from(frame);
    if (self != NULL && turn_is_asked_by_program(self)) turn_point(self, TURN_CRASHES);
}

static int turned_kill(pid_t process, int number) {
    reach_signal(process, __builtin_frame_address(0));
    return real_kill(process, number);
}

static int turned_raise(int number) {
    reach_signal(0, __builtin_frame_address(0));
    return real_raise(number);
}

static int turned_pthread_kill(pthread_t thread, int number) {
    reach_signal(0, __builtin_frame_address(0));
    return real_pthread_kill(thread, number);
}

static int turned_sigqueue(pid_t process, int number, union sigval value) {
    reach_signal(process, __builtin_frame_address(0));
    return real_sigqueue(process, number, value);
}

static int turned_killpg(pid_t group, int number) {
    reach_signal(0, __builtin_frame_address(0));
    return real_killpg(group, number);
}

// As with `exit` (TraceProcess.c).
static void turned_quick_exit(int status) {
    if (turns_on()) turn_reach(TURN_ENDS);
    real_quick_exit(status);
}

const turn_function turn_signal_functions[] = {
    STANDS_FOR(kill),   STANDS_FOR(raise),      STANDS_FOR(pthread_kill), STANDS_FOR(sigqueue),
    STANDS_FOR(killpg), STANDS_FOR(quick_exit), {NULL, NULL, NULL}};

void turn_note_crashes(void) { rxtrace_notes_crash = note_crash; }

#endif
