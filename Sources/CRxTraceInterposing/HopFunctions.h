// Defining functions that stand in front of the system's, and finding the system's.

#ifndef C_HOP_FUNCTIONS_H
#define C_HOP_FUNCTIONS_H

#if defined(__linux__)

#include <stdatomic.h>
#include <stdbool.h>

/// Marks a function that stands in front of the system's function of the same name. It counts as OF_RUNTIME: a call
/// that one such function makes to another is not the program's.
#define REPLACES_SYSTEM __attribute__((weak, visibility("default"), section("rxtrace_work")))

/// The function that a definition of ours goes on to: `other` if not NULL, or else the definition in the libraries.
/// Kept in `known`. NULL if there is none.
void *rxtrace_next_function(_Atomic(void *) *known, const char *name, void *other);

/// As `rxtrace_next_function`, but ends the process with a message if there is none.
void *rxtrace_needed_function(_Atomic(void *) *known, const char *name, void *other);

/// Whether a queue of Dispatch is the one by which Swift runs its tasks, or one of the system's: any thread of the pool takes what
/// they have.
bool rxtrace_is_of_pool(void *queue);

/// The task in the record of an `async let`; NULL if it is not known where it lies.
void *rxtrace_task_of_let(void *const *let);

/// Begins the definition of a function that stands in front of the system's. It is weak: a definition in the program or
/// in a static library takes precedence. NEXT(name) is the function it goes on to: a sanitizer's, or else the system's.
#define REPLACE(result, name, ...)                                                                          \
    extern result __interceptor_##name(__VA_ARGS__) __attribute__((weak));                                  \
    static _Atomic(void *) known_##name;                                                                    \
    typedef result (*function_##name)(__VA_ARGS__);                                                         \
    REPLACES_SYSTEM result name(__VA_ARGS__)

#define NEXT(name)                                                                                          \
    ((function_##name)rxtrace_needed_function(&known_##name, #name, (void *)__interceptor_##name))

/// As NEXT, but NULL if there is none.
#define NEXT_IF_ANY(name)                                                                                   \
    ((function_##name)rxtrace_next_function(&known_##name, #name, (void *)__interceptor_##name))

#endif

#endif
