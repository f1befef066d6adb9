#include "TurnCrash.h"
#include "TurnLog.h"
#include "TurnState.h"

#if HAS_TURNS

// Runs within a signal handler. A thread that crashes in the control's own code has a log that is not whole.
static void note_crash(uintptr_t instruction, const uintptr_t *frame) {
    turn_thread *self = turn_current;
    turn_log *log = turn_get_log();
    if (!turns_on() || self == NULL || self->is_inside || log == NULL || log->text_count > 0) return;
    uint32_t place = turn_place_of_crash(self, instruction, frame);
    if (place == 0) return;
    turn_write_text("@");
    turn_write_number(place);
    turn_write_text(";");
}

void turn_note_crashes(void) { rxtrace_notes_crash = note_crash; }

#endif
