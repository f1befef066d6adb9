#define _GNU_SOURCE
#include "TraceMemory.h"
#include "TraceState.h"

#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static const uint64_t MEGABYTE = 1 << 20;

// Chunks are allocated only if this much remains for the program.
enum { SPARED_MEGABYTES = 16 };
// What must remain for the small allocations of the recorder and of other threads.
enum { WORKING_MEGABYTES = 4 };
// With less than this, the recorder makes no thread: its stack and heap would reserve 72 MB.
enum { ROOMY_MEGABYTES = 1 << 10 };

#if defined(__linux__)

static uint64_t limit_of(int resource) {
    struct rlimit limit;
    return getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY ? limit.rlim_cur : UINT64_MAX;
}

// Reads a decimal number and moves `place` behind it.
static uint64_t number_at(const char **place) {
    uint64_t number = 0;
    while (**place == ' ') ++*place;
    for (; **place >= '0' && **place <= '9'; ++*place) number = number * 10 + (uint64_t)(**place - '0');
    return number;
}

static uint64_t left_of(uint64_t limit, uint64_t used) { return limit > used ? limit - used : 0; }

// How many bytes the process's limits leave; UINT64_MAX if there is no limit.
static uint64_t memory_left(void) {
    uint64_t space = limit_of(RLIMIT_AS);
    uint64_t data = limit_of(RLIMIT_DATA);
    if (space == UINT64_MAX && data == UINT64_MAX) return UINT64_MAX;
    char text[256];
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0) return UINT64_MAX;
    ssize_t count = read(file, text, sizeof text - 1);
    close(file);
    if (count <= 0) return UINT64_MAX;
    text[count] = 0;
    // In pages: total, resident, shared, text, 0, data and stack. See proc(5).
    uint64_t pages[6];
    const char *place = text;
    for (int index = 0; index < 6; index++) pages[index] = number_at(&place);
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t left = space == UINT64_MAX ? UINT64_MAX : left_of(space, pages[0] * page);
    uint64_t data_left = data == UINT64_MAX ? UINT64_MAX : left_of(data, pages[5] * page);
    return left < data_left ? left : data_left;
}

#else

static uint64_t memory_left(void) { return UINT64_MAX; }

#endif

bool rxtrace_may_take(uint64_t bytes) {
    uint64_t left = memory_left();
    return left == UINT64_MAX || left / 2 >= bytes / 2 + WORKING_MEGABYTES * MEGABYTE / 2;
}

bool rxtrace_spares_memory(void) { return memory_left() >= SPARED_MEGABYTES * MEGABYTE + TRACE_CHUNK_BYTES; }

bool rxtrace_has_memory_to_start(void) { return rxtrace_may_take(2 * SPARED_MEGABYTES * MEGABYTE); }

void rxtrace_see_whether_cramped(void) {
    atomic_store_explicit(&rxtrace_shared.is_cramped, memory_left() < ROOMY_MEGABYTES * MEGABYTE, memory_order_relaxed);
}

bool rxtrace_is_cramped(void) { return atomic_load_explicit(&rxtrace_shared.is_cramped, memory_order_relaxed); }

static struct stat standard_error;

void rxtrace_remember_standard_error(void) {
    // If standard error is closed, the inode number stays 0, which no file has.
    (void)!fstat(STDERR_FILENO, &standard_error);
}

static bool is_standard_error(void) {
    struct stat now;
    return fstat(STDERR_FILENO, &now) == 0 && now.st_dev == standard_error.st_dev &&
           now.st_ino == standard_error.st_ino;
}

// Allocates nothing, raises no signal, and waits for the reader of a full pipe for a quarter of a second at most.
static void say(const char *text) {
    struct pollfd wait = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (is_standard_error() && poll(&wait, 1, 250) == 1 && (wait.revents & POLLOUT) != 0) {
        rxtrace_quiet_write(STDERR_FILENO, text, strlen(text));
    }
}

void rxtrace_say_not_recorded(void) {
    say("rxtrace: this process is not recorded: its limits leave too little memory (ulimit -v, ulimit -d)\n");
}

void rxtrace_say_no_more_recordings(void) {
    say("rxtrace: nothing more is recorded: this process has begun more than 1,073,741,822 recordings. Start it again\n");
}

void rxtrace_run_out_of_memory(void) {
    if (atomic_exchange(&rxtrace_shared.has_run_out, true)) return;
    say("rxtrace: nothing more is recorded: the process's limits leave too little memory (ulimit -v, ulimit -d)\n");
}

rxtrace_chunk *rxtrace_map_chunk(void) {
    // Twice the size, so that it contains an aligned chunk. The rest is unmapped.
    char *bytes = mmap(NULL, 2 * TRACE_CHUNK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
    if (bytes == MAP_FAILED) return NULL;
    char *chunk = (char *)(((uintptr_t)bytes + TRACE_CHUNK_BYTES - 1) & ~(uintptr_t)(TRACE_CHUNK_BYTES - 1));
    size_t before = (size_t)(chunk - bytes);
    if (before > 0) munmap(bytes, before);
    if (before < TRACE_CHUNK_BYTES) munmap(chunk + TRACE_CHUNK_BYTES, TRACE_CHUNK_BYTES - before);
#if defined(__linux__)
    // A forked child does not use the records: fork need not copy the page tables, and later writes need no copies of
    // pages.
    madvise(chunk, TRACE_CHUNK_BYTES, MADV_DONTFORK);
#endif
    return (rxtrace_chunk *)chunk;
}

void rxtrace_give_back_chunks(void) {
    pthread_mutex_lock(&rxtrace_shared.lock);
    rxtrace_chunk *chunk = rxtrace_shared.free_chunks;
    rxtrace_shared.free_chunks = NULL;
    pthread_mutex_unlock(&rxtrace_shared.lock);
    while (chunk != NULL) {
        rxtrace_chunk *next = atomic_load_explicit(&chunk->next, memory_order_relaxed);
        munmap(chunk, TRACE_CHUNK_BYTES);
        chunk = next;
    }
}
