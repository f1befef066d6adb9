// How far down the calling thread's stack may be gone.

#ifndef C_STACK_ROOM_H
#define C_STACK_ROOM_H

#include <stdbool.h>
#include <stdint.h>

/// Where the calling function stands on its stack.
static inline __attribute__((always_inline)) uintptr_t rxtrace_stack_address(void) {
    return (uintptr_t)__builtin_frame_address(0);
}

/// The address below which code of the recorder's that calls itself goes no further: so many bytes above the end of the
/// calling thread's stack, which is asked for once a thread.
///
/// On a stack that is none of the system's making, as a fiber has, the end is not known: then it is a few thousand bytes
/// below the caller.
uintptr_t rxtrace_stack_lowest(uintptr_t spared);

#endif
