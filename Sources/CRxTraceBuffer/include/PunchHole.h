// Freeing a part of a file.

#ifndef C_FILE_HOLES_H
#define C_FILE_HOLES_H

#include <stdbool.h>
#include <stdint.h>

/// Frees the disk space of a part of a file, in bytes. The part then reads as zeros; the file keeps its length. Returns
/// false if the file system cannot do that.
bool rxtrace_give_back(int descriptor, uint64_t start, uint64_t count);

#endif
