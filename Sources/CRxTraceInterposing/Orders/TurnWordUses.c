#define _GNU_SOURCE
#include "TurnWordUses.h"

#if HAS_TURNS

#include <sys/mman.h>

// One word may take the place of another if a program uses more than there are: then races of the other are missed. Most programs use
// few, so that tables which are filled from their beginning, and by lines of memory, have few pages to be made.
enum { WORDS = 1 << 14, USES = 1 << 17, TRIES = 8, WORDS_OF_LINE = 8 };

typedef struct kept_use {
    turn_word_use use;
    uint32_t next;                // of the same word, or of those that are free; 0: none
} kept_use;

static struct word_uses {
    struct {
        uintptr_t word;
        uint32_t first;           // 0: none
    } words[WORDS];
    kept_use uses[USES];          // the first one is none
    uint32_t used, free;          // how many have been taken so far; the first of those that are free again
    size_t dropped;               // the entry that was emptied last to have some free
} *kept;

void turn_begin_word_uses(void) {
    void *memory = mmap(NULL, sizeof *kept, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    kept = memory == MAP_FAILED ? NULL : memory;
}

static void empty(size_t entry) {
    while (kept->words[entry].first != 0) {
        uint32_t first = kept->words[entry].first;
        kept->words[entry].first = kept->uses[first].next;
        kept->uses[first].next = kept->free;
        kept->free = first;
    }
}

static uint32_t take(void) {
    if (kept->free == 0 && kept->used < USES - 1) return ++kept->used;
    while (kept->free == 0) {
        kept->dropped = (kept->dropped + 1) % WORDS;
        empty(kept->dropped);
    }
    uint32_t taken = kept->free;
    kept->free = kept->uses[taken].next;
    return taken;
}

static size_t entry_of(uintptr_t word) {
    uintptr_t line = word / WORD / WORDS_OF_LINE;
    size_t hashed = (size_t)(line * 0x9E3779B97F4A7C15ull >> 32) % (WORDS / WORDS_OF_LINE);
    return hashed * WORDS_OF_LINE + word / WORD % WORDS_OF_LINE;
}

// The word's entry; `WORDS` if it has none. To be made, it is the first one of several that is empty, or the last of them.
static size_t find(uintptr_t word, bool makes) {
    size_t entry = 0;
    for (size_t try = 0; try < TRIES; try++) {
        // The same place in the next line: those of this one are its own words'.
        entry = (entry_of(word) + try * WORDS_OF_LINE) % WORDS;
        if (kept->words[entry].word == word) return entry;
        if (kept->words[entry].word == 0) break;
    }
    if (!makes) return WORDS;
    empty(entry);
    kept->words[entry].word = word;
    return entry;
}

void turn_note_word(uintptr_t word, turn_word_use now, const uint32_t *clock, void (*race)(turn_word_use now, turn_word_use before)) {
    if (kept == NULL) return;
    size_t entry = find(word, true);
    kept_use *own = NULL;
    for (uint32_t index = kept->words[entry].first; index != 0; index = kept->uses[index].next) {
        kept_use *other = &kept->uses[index];
        turn_word_use before = other->use;
        if (before.thread == now.thread) {
            if (before.is_write == now.is_write) own = other;
            continue;
        }
        bool meets = (before.bytes & now.bytes) != 0 && (before.is_write || now.is_write);
        if (meets && before.time > clock[before.thread]) race(now, before);
    }
    if (own == NULL) {
        uint32_t taken = take();
        own = &kept->uses[taken];
        *own = (kept_use){.use = {0}, .next = kept->words[entry].first};
        kept->words[entry].first = taken;
    }
    now.bytes |= own->use.bytes;
    own->use = now;
}

void turn_forget_word(uintptr_t word) {
    if (kept == NULL) return;
    size_t entry = find(word, false);
    if (entry != WORDS) empty(entry);
}

#endif
