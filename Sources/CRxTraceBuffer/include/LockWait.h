// Futexes, for the locks that are written in Swift.

#ifndef C_LOCK_WAIT_H
#define C_LOCK_WAIT_H

#include <stdint.h>

#if defined(__linux__)
/// Sleeps until the word is woken, if its value is still `expected`. May wake spuriously.
void rxtrace_lock_wait(const void *word, uint32_t expected);

/// Wakes one of the threads that sleep on the word.
void rxtrace_lock_wake(const void *word);
#endif

/// Hints to the processor that the caller spins.
static inline void rxtrace_lock_spin(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

#endif
