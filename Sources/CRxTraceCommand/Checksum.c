#include "CRxTraceCommand.h"

#include <string.h>

uint64_t rxtrace_command_checksum(const void *bytes, size_t count) {
    // Each step is a bijection of the sum so far, and of the bytes it takes in: a change within eight of them always shows.
    uint64_t sum = count;
    for (size_t offset = 0; offset < count; offset += sizeof(uint64_t)) {
        uint64_t word = 0;
        size_t left = count - offset;
        memcpy(&word, (const char *)bytes + offset, left < sizeof word ? left : sizeof word);
        sum = ((sum << 23 | sum >> 41) ^ word) * 0xD6E8FEB86659FD93;
    }
    return sum;
}
