// How much of the calling thread's stack the recorder may use.

#ifndef C_STACK_ROOM_H
#define C_STACK_ROOM_H

#include <stdbool.h>
#include <stdint.h>

/// The address of the calling function's frame.
static inline __attribute__((always_inline)) uintptr_t rxtrace_stack_address(void) {
    return (uintptr_t)__builtin_frame_address(0);
}

/// The address below which the recorder's recursive code must not go: `spared` bytes above the lowest address of the
/// calling thread's stack. The system is asked for the stack once per thread.
///
/// On a stack that the system does not know, such as a fiber's, the address is 8,192 bytes below the caller.
uintptr_t rxtrace_stack_lowest(uintptr_t spared);

#endif
