// Futexes, by which libdispatch and Swift's `Mutex` wait, through the function `syscall`.

#define _GNU_SOURCE
#include "TurnProcess.h"
#include "TurnSlots.h"
#include "TurnSteps.h"
#include "TurnTime.h"

#if HAS_TURNS

#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>

REAL(long, syscall, long, ...);

static long fail(int error) {
    errno = error;
    return -1;
}

static uint64_t deadline_of(int operation, const struct timespec *time) {
    if (time == NULL) return TURN_NEVER;
    if ((operation & FUTEX_CMD_MASK) == FUTEX_WAIT) return turn_deadline_in(time);
    if ((operation & FUTEX_CMD_MASK) == FUTEX_LOCK_PI) return turn_deadline(time, CLOCK_REALTIME);
    return turn_deadline(time, (operation & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC);
}

static long wait_for(turn_thread *self, _Atomic(uint32_t) *word, uint32_t expected, uint64_t deadline) {
    if (atomic_load(word) != expected) return fail(EAGAIN);
    // By this, libdispatch waits for a queue that another thread runs.
    rxtrace_turn_kind kind = turn_is_asked_by_runtime(self) ? TURN_SYNC : TURN_FUTEX;
    return turn_block(self, word, deadline, kind) ? 0 : fail(ETIMEDOUT);
}

// Locks a word that holds the number of the thread that has locked it (FUTEX_LOCK_PI).
static long take(turn_thread *self, _Atomic(uint32_t) *word, uint64_t deadline) {
    uint32_t owner = atomic_load(word);
    if ((owner & FUTEX_TID_MASK) == (uint32_t)self->kernel_number) return fail(EDEADLK);
    if ((owner & FUTEX_TID_MASK) == 0) {
        atomic_store(word, (uint32_t)self->kernel_number);
        return 0;
    }
    atomic_fetch_or(word, FUTEX_WAITERS);
    return turn_block(self, word, deadline, TURN_FUTEX) ? 0 : fail(ETIMEDOUT);
}

static long hand_over(_Atomic(uint32_t) *word) {
    bool others;
    turn_thread *next = turn_wake_first(word, &others);
    atomic_store(word, next == NULL ? 0 : (uint32_t)next->kernel_number | (others ? FUTEX_WAITERS : 0));
    return 0;
}

static long turned_syscall(long number, long a, long b, long c, long d, long e, long f) {
    const uintptr_t *frame = __builtin_frame_address(0);
    turn_thread *self = number == SYS_futex    ? turn_enter_for((const void *)a, frame)
                        : number == SYS_gettid ? turn_enter_told(frame)
                                               : turn_enter_from(frame);
    if (self == NULL) return real_syscall(number, a, b, c, d, e, f);
    if (number == SYS_getrandom) return turn_draw_bytes((void *)a, (size_t)b);
    if (number != SYS_futex) return real_syscall(number, a, b, c, d, e, f);
    _Atomic(uint32_t) *word = (_Atomic(uint32_t) *)a;
    const struct timespec *time = (const struct timespec *)d;
    switch ((int)b & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET: return wait_for(self, word, (uint32_t)c, deadline_of((int)b, time));
    case FUTEX_WAKE:
    case FUTEX_WAKE_BITSET: return turn_wake(word, (int)c);
    case FUTEX_LOCK_PI:
    case FUTEX_LOCK_PI2: return take(self, word, deadline_of((int)b, time));
    case FUTEX_TRYLOCK_PI: {
        uint32_t none = 0;
        return atomic_compare_exchange_strong(word, &none, (uint32_t)self->kernel_number) ? 0 : fail(EAGAIN);
    }
    case FUTEX_UNLOCK_PI: return hand_over(word);
    default: return real_syscall(number, a, b, c, d, e, f);
    }
}

const turn_function turn_futex_functions[] = {STANDS_FOR(syscall), {NULL, NULL, NULL}};

#endif
