// Whether the calling thread is making objects that the library needs for its own use.

#ifndef C_TRACE_INSIDE_H
#define C_TRACE_INSIDE_H

#include <stdbool.h>

extern _Thread_local bool rxtrace_inside;

static inline bool rxtrace_is_inside(void) { return rxtrace_inside; }

/// Sets what `rxtrace_is_inside` returns. Returns the former value, for the caller to restore.
static inline bool rxtrace_set_inside(bool inside) {
    bool before = rxtrace_inside;
    rxtrace_inside = inside;
    return before;
}

#endif
