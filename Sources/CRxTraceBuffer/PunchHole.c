#define _GNU_SOURCE
#include "PunchHole.h"

#include <fcntl.h>

bool rxtrace_give_back(int descriptor, uint64_t start, uint64_t count) {
#if defined(__linux__)
    return fallocate(descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)start, (off_t)count) == 0;
#else
    (void)descriptor, (void)start, (void)count;
    return false;
#endif
}
