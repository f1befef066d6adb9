// The files that the process's code was loaded from. With them, another process can look up an address in a file.

#ifndef C_TRACE_IMAGES_H
#define C_TRACE_IMAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A loaded file of code: the program or a library.
typedef struct rxtrace_image {
    /// Where the file's address 0 lies in memory.
    uint64_t base;
    /// The file's first address in memory, and the address behind its last.
    uint64_t start, end;
    /// The build id that the linker gave the file's content. Empty if it gave none.
    uint8_t build[64];
    size_t build_count;
    /// Empty if there is no file, or if its path is longer.
    char path[1024];
} rxtrace_image;

/// How many images have been loaded so far. The number changes whenever the images may have changed.
uint64_t rxtrace_images_loaded(void);

/// Writes the first `room` images to `images`, without allocating. Returns how many images there are, which may be more
/// than `room`.
size_t rxtrace_copy_images(rxtrace_image *images, size_t room);

/// Whether an address lies in a library of the system or of Swift, not in the program or a library that came with it.
bool rxtrace_is_of_system(const void *address);

#endif
