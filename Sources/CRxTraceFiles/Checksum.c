// The checksum of recordings (docs/recording-format.md), in C: a debug build spent a quarter of its commands' time on it in Swift.

#include "CRxTraceFiles.h"

#include <string.h>

enum { WORD = sizeof(uint64_t) };

// The number that up to eight bytes are, the first one the lowest.
static uint64_t word_at(const void *bytes, size_t count) {
    uint64_t word = 0;
    memcpy(&word, bytes, count);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static uint64_t add(uint64_t sum, uint64_t word) { return ((sum << 23 | sum >> 41) ^ word) * 0xD6E8FEB86659FD93; }

uint64_t rxtrace_checksum(uint64_t sum, const void *bytes, size_t count) {
    const unsigned char *next = bytes;
    size_t left = count;
    for (; left >= WORD; left -= WORD, next += WORD) sum = add(sum, word_at(next, WORD));
    sum = add(sum, left == 0 ? 0 : word_at(next, left));
    return add(sum, count);
}
