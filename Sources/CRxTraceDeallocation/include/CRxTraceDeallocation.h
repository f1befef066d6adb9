// Tells when an object of a Swift class is about to be destroyed, and when it has been.
//
// The pointer to a class's deallocating deinit stands two words before the address point of its metadata (Swift ABI,
// docs/ABI/TypeMetadata.rst, "Class Metadata"); the runtime calls it, in the Swift calling convention and with the object
// as the context, when the last strong reference goes (`_swift_release_dealloc`). It is replaced, once for each class, by
// a function that calls the one it replaced. Subclasses have metadata, and such a pointer, of their own.
//
// Where that cannot be done, `rxtrace_deallocation_observe_class` says so: on Apple systems (pointers there may be signed),
// wherever else pointers are authenticated, and on big-endian machines, where nobody has tried.

#ifndef C_RX_TRACE_DEALLOCATION_H
#define C_RX_TRACE_DEALLOCATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum rxtrace_deallocation_status {
    DEALLOCATION_OBSERVED,
    DEALLOCATION_UNSUPPORTED_PLATFORM,
    /// The object's type is not a class of Swift's.
    DEALLOCATION_NOT_A_CLASS,
    /// The class lies in memory that must not be changed.
    DEALLOCATION_PROTECTED_MEMORY,
    DEALLOCATION_OUT_OF_MEMORY,
} rxtrace_deallocation_status;

/// Called before the deinit of each object of an observed class, on the thread that let go of it. Returns NULL for an
/// object that nobody watches, or the argument for `rxtrace_deallocation_end`.
typedef void *(*rxtrace_deallocation_begin)(const void *object);
/// Called when the object is gone.
typedef void (*rxtrace_deallocation_end)(void *watch);

/// Has `begin` and `end` called for all objects of exactly this object's class, for good. They are the same in all calls.
rxtrace_deallocation_status rxtrace_deallocation_observe_class(const void *object, rxtrace_deallocation_begin begin, rxtrace_deallocation_end end);

/// Whether the object is being destroyed: its last strong reference has gone.
bool rxtrace_deallocation_has_begun(const void *object);

/// Whether the address lies on the calling thread's stack, where the optimiser puts objects that do not leave their
/// function. It destroys these without asking their class.
bool rxtrace_deallocation_is_on_stack(const void *address);

/// Writes a pointer into memory that may be write-protected, and leaves the protection as it was. Callers take turns.
/// Returns false, and changes nothing, where the system forbids it.
bool rxtrace_deallocation_write_pointer(void **place, void *value);

#endif
