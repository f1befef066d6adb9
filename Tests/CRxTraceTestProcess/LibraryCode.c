#include "CRxTraceTestProcess.h"

#if defined(__linux__)

extern void dispatch_async_f(void *queue, void *context, void (*work)(void *));
extern void *dispatch_get_global_queue(long identifier, unsigned long flags);

void *rxtrace_test_queue(void) { return dispatch_get_global_queue(0, 0); }

#if defined(__x86_64__)

// As compilers make it where frame pointers are left out: the register holds something else.
__asm__(".pushsection rxtrace_library, \"ax\", @progbits\n"
        ".globl rxtrace_test_hand_on\n"
        ".type rxtrace_test_hand_on, @function\n"
        "rxtrace_test_hand_on:\n"
        ".cfi_startproc\n"
        "pushq %rbp\n"
        ".cfi_def_cfa_offset 16\n"
        ".cfi_offset %rbp, -16\n"
        "xorl %ebp, %ebp\n"
        "call dispatch_async_f@PLT\n"
        "popq %rbp\n"
        ".cfi_def_cfa_offset 8\n"
        "ret\n"
        ".cfi_endproc\n"
        ".size rxtrace_test_hand_on, . - rxtrace_test_hand_on\n"
        ".popsection\n");

#else

__attribute__((section("rxtrace_library"))) void rxtrace_test_hand_on(
    void *queue, void *context, void (*work)(void *)) {
    dispatch_async_f(queue, context, work);
    // Not the last thing it does: it stays on the stack.
    __asm__ volatile("");
}

#endif

#endif
