#ifndef CRXTRACE_FILES_H
#define CRXTRACE_FILES_H

#include <stddef.h>
#include <stdint.h>

/// A file of this package that is built in.
typedef struct {
    /// The file's name without its folder, such as `Timer.swift`.
    const char *name;
    const char *text;
} rxtrace_file;

/// The files of the folder `Rendering/Page/Source`: the modules of the page's script in their order, its style, and the page around
/// them. Behind the last one is one without a name.
const rxtrace_file *rxtrace_page_files(void);

/// The samples' source files. Behind the last one is one without a name.
const rxtrace_file *rxtrace_sample_files(void);

/// The checksum of bytes behind those of which it is `sum`. `bytes` may be NULL if `count` is 0.
uint64_t rxtrace_checksum(uint64_t sum, const void *bytes, size_t count);

#endif
