// The files that the code in memory comes from: they turn an address into one of a file, which any process can look up.

#ifndef C_TRACE_IMAGES_H
#define C_TRACE_IMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A file of code in memory: the program, or a library it has loaded.
typedef struct rxtrace_image {
    /// The address of the file's own address 0.
    uint64_t base;
    /// The first address it takes, and the one behind its last.
    uint64_t start, end;
    /// The number the linker gave its content; no bytes where it gave none.
    uint8_t build[64];
    size_t build_count;
    /// Empty where it has no file, or one of a longer path.
    char path[1024];
} rxtrace_image;

/// How many images were loaded so far: another number than before means that there are others.
uint64_t rxtrace_images_loaded(void);

/// Writes the images to `images`, which has room for `room`. Takes no memory of its own, so that it may be called
/// wherever code is loaded.
///
/// Returns how many there are; some are missing where that is more than `room`.
size_t rxtrace_copy_images(rxtrace_image *images, size_t room);

/// Whether an address is one of a library that came with the system or with Swift, rather than of the program or a
/// library of its own.
bool rxtrace_is_of_system(const void *address);

#endif
