// Parts of a file that are not wanted any more.

#ifndef C_FILE_HOLES_H
#define C_FILE_HOLES_H

#include <stdbool.h>
#include <stdint.h>

/// Gives a part of a file back to its file system: it reads as zeros, and the file stays as long. False where that cannot
/// be.
bool rxtrace_give_back(int descriptor, uint64_t start, uint64_t count);

#endif
