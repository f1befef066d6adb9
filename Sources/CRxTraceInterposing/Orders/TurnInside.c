#define _GNU_SOURCE
#include "TurnInside.h"
#include "TurnDescriptors.h"
#include "TurnSlots.h"
#include "TurnState.h"

#if HAS_TURNS

#include <spawn.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

REAL(int, pipe, int *);
REAL(int, pipe2, int *, int);
REAL(int, socketpair, int, int, int, int *);
REAL(int, posix_spawn, pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const *,
     char *const *);
REAL(int, posix_spawnp, pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *, char *const *,
     char *const *);

// Duplicates of a descriptor have its number too, which the kernel does not give again. There is no more room than this: what has
// none counts as outside.
enum { INSIDE = 512 };

typedef struct end {
    dev_t device;
    ino_t number;
} end;

static end inside[INSIDE];
static _Atomic(uint32_t) inside_count;

static bool is_among(const struct stat *about) {
    for (uint32_t index = 0; index < inside_count; index++) {
        if (inside[index].number == about->st_ino && inside[index].device == about->st_dev) return true;
    }
    return false;
}

bool turn_is_inside(int descriptor) {
    struct stat about;
    return inside_count > 0 && fstat(descriptor, &about) == 0 && is_among(&about);
}

bool turn_is_outside(int descriptor) {
    struct stat about;
    if (descriptor < 0 || fstat(descriptor, &about) != 0 || is_among(&about)) return false;
    // Standard input is written by another process.
    return descriptor == 0 || S_ISSOCK(about.st_mode) || S_ISCHR(about.st_mode) || S_ISFIFO(about.st_mode);
}

static int note_made(int status, const int *ends) {
    if (status != 0 || !turns_on()) return status;
    turn_take();
    for (int which = 0; which < 2 && inside_count < INSIDE; which++) {
        struct stat about;
        if (fstat(ends[which], &about) == 0 && !is_among(&about)) {
            inside[inside_count] = (end){about.st_dev, about.st_ino};
            inside_count++;
        }
    }
    turn_release();
    return status;
}

void turn_share_descriptors(void) {
    if (!turns_on() || inside_count == 0) return;
    turn_take();
    inside_count = 0;
    turn_release();
    turn_look_outside();
}

static int turned_pipe(int *ends) { return note_made(real_pipe(ends), ends); }
static int turned_pipe2(int *ends, int flags) { return note_made(real_pipe2(ends, flags), ends); }

static int turned_socketpair(int domain, int type, int protocol, int *ends) {
    return note_made(real_socketpair(domain, type, protocol, ends), ends);
}

static int turned_posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                              const posix_spawnattr_t *attributes, char *const *arguments, char *const *environment) {
    turn_share_descriptors();
    return real_posix_spawn(process, path, actions, attributes, arguments, environment);
}

static int turned_posix_spawnp(pid_t *process, const char *file, const posix_spawn_file_actions_t *actions,
                               const posix_spawnattr_t *attributes, char *const *arguments, char *const *environment) {
    turn_share_descriptors();
    return real_posix_spawnp(process, file, actions, attributes, arguments, environment);
}

const turn_function turn_inside_functions[] = {
    STANDS_FOR(pipe),         STANDS_FOR(pipe2), STANDS_FOR(socketpair), STANDS_FOR(posix_spawn),
    STANDS_FOR(posix_spawnp), {NULL, NULL, NULL}};

#endif
