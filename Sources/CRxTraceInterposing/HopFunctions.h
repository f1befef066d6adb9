// Finding the definition of a system's function behind the program's own.

#ifndef C_HOP_FUNCTIONS_H
#define C_HOP_FUNCTIONS_H

#if defined(__linux__)

#include <stdatomic.h>

/// Marks a function that is one of the system's as well. It stands beside those that run work: where the system does one
/// thing by another, that is not the program's doing.
#define REPLACES_SYSTEM __attribute__((weak, visibility("default"), section("rxtrace_work")))

/// The next definition of a function: `other`, where there is one, or else that of the libraries behind the program;
/// found once. NULL where there is none.
void *rxtrace_next_function(_Atomic(void *) *known, const char *name, void *other);

/// As that, for a function that is about to be called: who calls one links one.
void *rxtrace_needed_function(_Atomic(void *) *known, const char *name, void *other);

/// Declares a function of the system's that the program defines, too, unless it has another definition: one that is
/// linked statically, or of the program's own, has precedence. NEXT(name) is the system's, a sanitizer's first.
#define REPLACE(result, name, ...)                                                                          \
    extern result __interceptor_##name(__VA_ARGS__) __attribute__((weak));                                  \
    static _Atomic(void *) known_##name;                                                                    \
    typedef result (*function_##name)(__VA_ARGS__);                                                         \
    REPLACES_SYSTEM result name(__VA_ARGS__)

#define NEXT(name)                                                                                          \
    ((function_##name)rxtrace_needed_function(&known_##name, #name, (void *)__interceptor_##name))

/// NULL where there is none.
#define NEXT_IF_ANY(name)                                                                                   \
    ((function_##name)rxtrace_next_function(&known_##name, #name, (void *)__interceptor_##name))

#endif

#endif
