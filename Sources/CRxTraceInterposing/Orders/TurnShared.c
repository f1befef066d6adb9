#define _GNU_SOURCE
#include "TurnShared.h"
#include "TurnNames.h"

#if HAS_TURNS

enum { FUNCTIONS = 128 };

static struct {
    const void *function;
    turn_use use;
} uses[FUNCTIONS];
static size_t count;

// What these do has points of its own: locks, or functions of Dispatch's in C (TurnDispatch.c).
static const char *const own[] = {"$s8Dispatch", "dispatch_", "$s10Foundation9Operation", NULL};

// `Thread.current.isCancelled`: what it answers is asked through the class's table, and so cannot be seen by itself.
static const char *const current_thread[] = {"$s10Foundation6ThreadC7current", NULL};

// Those of an AsyncStream, which cannot fail, and of one that can.
static const char *const of_streams[] = {"$sScS12ContinuationV5yield", "$sScS12ContinuationV6finish", "$sScs12ContinuationV5yield",
                                         "$sScs12ContinuationV6finish", NULL};

// `NotificationCenter.default` only answers the center.
static bool uses_notifications(const char *name) {
    return strstr(name, "18NotificationCenterC") != NULL && strstr(name, "7defaultACvgZ") == NULL;
}

// `cancel`, `isCancelled`, `withTaskCancellationHandler`, but no function of the error that is thrown.
static bool is_about_cancelling(const char *name) {
    return strstr(name, "ancel") != NULL && strstr(name, "CancellationError") == NULL;
}

static const char *const untold[] = {
    "puts", "fputs", "fputc", "putc", "putchar", "putw", "printf", "fprintf", "vprintf", "vfprintf", "dprintf", "vdprintf", "perror",
    "write", "writev", "pwrite", "read", "readv", "pread", "lseek", "open", "creat", "close", "dup", "fopen", "fdopen", "freopen",
    "fclose", "fflush", "fwrite", "fread", "fget", "getc", "getchar", "getline", "getdelim", "fscanf", "scanf", "fseek", "ftell",
    "rewind", "ungetc", "unlink", "remove", "rename", "mkdir", "rmdir", "mkstemp", "mkdtemp", "tmpfile", "truncate", "ftruncate", "stat",
    "lstat", "fstat", "access", "opendir", "readdir", "closedir", "chdir", "getcwd", "setenv", "unsetenv", "putenv", "clearenv",
    "getenv", "secure_getenv", "rand", "srand", "drand48", "lrand48", "mrand48", "srand48", "strtok", "setlocale", "signal",
    "sigaction", "$ss8readLine", "$ss4dump", "$ss25isKnownUniquelyReferenced", "swift_weakLoad", "swift_weakTake", "swift_unowned", NULL};

turn_use turn_use_of(const char *name) {
    if (turn_begins_with_one_of(name, untold)) return USES_UNTOLD;
    if (turn_begins_with_one_of(name, own)) return USES_NOTHING;
    if (turn_begins_with_one_of(name, of_streams)) return USES_STREAM;
    if (strcmp(name, "swift_task_switch") == 0) return USES_ACTOR;
    if (uses_notifications(name)) return USES_NOTIFICATIONS;
    return turn_begins_with_one_of(name, current_thread) || is_about_cancelling(name) ? USES_FLAG : USES_NOTHING;
}

bool turn_note_use(const void *function, turn_use use) {
    if (turn_noted_use(function) != USES_NOTHING) return true;
    if (count == FUNCTIONS) return false;
    uses[count].function = function;
    uses[count++].use = use;
    return true;
}

turn_use turn_noted_use(const void *function) {
    for (size_t index = 0; index < count; index++) {
        if (uses[index].function == function) return uses[index].use;
    }
    return USES_NOTHING;
}

#endif
