#define _GNU_SOURCE
#include "SignalStack.h"

#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>

// Enough for other libraries' handlers, too. Untouched pages take no memory.
enum { SIGNAL_STACK_BYTES = 64 << 10 };

static _Thread_local void *given;

void rxtrace_take_signal_stack(void) {
    stack_t current;
    if (given != NULL || sigaltstack(NULL, &current) != 0 || (current.ss_flags & SS_DISABLE) == 0) return;
    void *bytes = mmap(NULL, SIGNAL_STACK_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (bytes == MAP_FAILED) return;
    stack_t stack = {.ss_sp = bytes, .ss_size = SIGNAL_STACK_BYTES};
    if (sigaltstack(&stack, NULL) == 0) given = bytes;
    else munmap(bytes, SIGNAL_STACK_BYTES);
}

void rxtrace_leave_signal_stack(void) {
    if (given == NULL) return;
    stack_t current;
    // Another library may have installed its own stack since.
    if (sigaltstack(NULL, &current) == 0 && current.ss_sp == given) {
        stack_t none = {.ss_flags = SS_DISABLE};
        sigaltstack(&none, NULL);
    }
    munmap(given, SIGNAL_STACK_BYTES);
    given = NULL;
}
