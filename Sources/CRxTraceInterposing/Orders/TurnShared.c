#define _GNU_SOURCE
#include "TurnShared.h"
#include "TurnNames.h"
#include "TurnOperations.h"
#include "TurnTold.h"

#if HAS_TURNS

enum { FUNCTIONS = 1 << 11, MOST_FUNCTIONS = 1 << 10 };

// A hash table, by functions.
static struct {
    const void *function;
    turn_use use;
} uses[FUNCTIONS];
static size_t count;

// What these do has points of its own: functions of Dispatch's in C (TurnDispatch.c).
static const char *const own[] = {"$s8Dispatch", "dispatch_", NULL};

// `Thread.current.isCancelled`: what it answers is asked through the class's table, and so cannot be seen by itself.
static const char *const current_thread[] = {"$s10Foundation6ThreadC7current", NULL};

// Those of an AsyncStream, which cannot fail, and of one that can.
static const char *const of_streams[] = {"$sScS12ContinuationV5yield", "$sScS12ContinuationV6finish", "$sScs12ContinuationV5yield",
                                         "$sScs12ContinuationV6finish", "$sScS12ContinuationV13onTermination",
                                         "$sScs12ContinuationV13onTermination", NULL};

// `value` of a task that cannot fail, of one that can, and `result`. They are called with where the answer goes to, and the task.
static const char *const of_tasks[] = {"$sScTss5NeverORs_rlE5valuexvg", "$sScT5valuexvg", "$sScT6results6ResultOyxq_Gvg", NULL};

// A task that stops, and is to go on by a continuation: it says so, waits, and whoever has the continuation resumes it.
static const char *const of_continuations[] = {"$ss23withCheckedContinuation", "$ss31withCheckedThrowingContinuation", "$sScC12continuation",
                                               "$sScC6resume", "swift_continuation_", NULL};

// They are called with the record.
static const char *const of_lets[] = {"swift_asyncLet_get", "swift_asyncLet_consume", "swift_asyncLet_finish", NULL};

// `NotificationCenter.default` only answers the center.
static bool uses_notifications(const char *name) {
    return strstr(name, "18NotificationCenterC") != NULL && strstr(name, "7defaultACvgZ") == NULL;
}

// `cancel`, `isCancelled`, `withTaskCancellationHandler`, but no function of the error that is thrown.
static bool is_about_cancelling(const char *name) {
    return strstr(name, "ancel") != NULL && strstr(name, "CancellationError") == NULL;
}

// These tell whether an object is still there or has only one reference, or have state of their own.
static const char *const untold[] = {
    "$ss8readLine", "$ss4dump", "$ss25isKnownUniquelyReferenced", "$ss11AnyIterator", "$ss11CommandLineO", "swift_weakLoad", "swift_weakTake",
    "swift_unowned", NULL};

// `fatalError` and the like, `try!`, an error that the main function throws, and `abort`.
static const char *const ends[] = {"$ss17_assertionFailure", "$ss18_fatalErrorMessage", "swift_unexpectedError", "swift_errorInMain",
                                   "abort", NULL};

turn_use turn_use_of(uintptr_t function, const char *name) {
    if (turn_begins_with_one_of(name, untold) || turn_is_untold_of_c(function, name)) return USES_UNTOLD;
    if (turn_begins_with_one_of(name, ends)) return USES_END;
    if (turn_is_about_operations(name)) return USES_OPERATIONS;
    if (turn_begins_with_one_of(name, own)) return USES_NOTHING;
    if (turn_begins_with_one_of(name, of_streams)) return USES_STREAM;
    if (turn_begins_with_one_of(name, of_tasks)) return USES_TASK;
    if (turn_begins_with_one_of(name, of_continuations)) return USES_CONTINUATION;
    if (turn_begins_with_one_of(name, of_lets)) return USES_LET;
    if (strcmp(name, "swift_task_switch") == 0) return USES_ACTOR;
    if (uses_notifications(name)) return USES_NOTIFICATIONS;
    return turn_begins_with_one_of(name, current_thread) || is_about_cancelling(name) ? USES_FLAG : USES_NOTHING;
}

static size_t entry_of(const void *function) {
    size_t entry = (uintptr_t)function * 0x9E3779B97F4A7C15ull >> 53;
    while (uses[entry].function != NULL && uses[entry].function != function) entry = (entry + 1) % FUNCTIONS;
    return entry;
}

bool turn_note_use(const void *function, turn_use use) {
    size_t entry = entry_of(function);
    if (uses[entry].function != NULL) return true;
    if (count == MOST_FUNCTIONS) return false;
    uses[entry].function = function;
    uses[entry].use = use;
    count++;
    return true;
}

turn_use turn_noted_use(const void *function) { return uses[entry_of(function)].use; }

#endif
