// Tells when an object of a Swift class is about to be destroyed, and when it has been.
//
// The pointer to a class's deallocating deinit stands two words before the address point of its metadata (Swift ABI,
// docs/ABI/TypeMetadata.rst, "Class Metadata"). The runtime calls the deinit, in the Swift calling convention and with
// the object as the context, when the last strong reference goes (`_swift_release_dealloc`). The pointer is replaced,
// once per class, by a function that calls the original. A subclass has metadata and such a pointer of its own.
//
// `rxtrace_deallocation_observe_class` reports that this is unsupported on Apple systems and elsewhere with pointer
// authentication, where the pointer may be signed, and on big-endian machines, where it is untested.

#ifndef C_RX_TRACE_DEALLOCATION_H
#define C_RX_TRACE_DEALLOCATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum rxtrace_deallocation_status {
    DEALLOCATION_OBSERVED,
    DEALLOCATION_UNSUPPORTED_PLATFORM,
    /// The object's type is not a Swift class.
    DEALLOCATION_NOT_A_CLASS,
    /// The class's metadata lies in memory that cannot be made writable.
    DEALLOCATION_PROTECTED_MEMORY,
    DEALLOCATION_OUT_OF_MEMORY,
} rxtrace_deallocation_status;

/// Called before the deinit of each object of an observed class, on the thread that released the object. Returns NULL
/// for an object that is not watched, or else the argument for `rxtrace_deallocation_end`.
typedef void *(*rxtrace_deallocation_begin)(const void *object);
/// Called after the deinit, when the object's memory has been freed.
typedef void (*rxtrace_deallocation_end)(void *watch);

/// Has `begin` and `end` called for all objects of exactly this object's class, for good. All calls must pass the same
/// `begin` and `end`.
rxtrace_deallocation_status rxtrace_deallocation_observe_class(const void *object, rxtrace_deallocation_begin begin, rxtrace_deallocation_end end);

/// Whether the object is being destroyed, because its last strong reference has gone.
bool rxtrace_deallocation_has_begun(const void *object);

/// Whether the address lies on the calling thread's stack. The optimiser puts objects there that do not leave their
/// function, and destroys them without calling the deallocating deinit of their class.
bool rxtrace_deallocation_is_on_stack(const void *address);

/// Writes a pointer into memory that may be write-protected, and restores the protection. Not thread-safe: the caller
/// holds a lock. Returns false, and changes nothing, if the system forbids the write.
bool rxtrace_deallocation_write_pointer(void **place, void *value);

#endif
