// How each thread has read and written the words of plain memory last.

#ifndef C_TURN_WORD_USES_H
#define C_TURN_WORD_USES_H

#include "Turns.h"

#if HAS_TURNS

enum { WORD = 8 };                // bytes

typedef struct turn_word_use {
    uint32_t time;                // of its thread
    uint32_t code;                // where in the program's file
    uint16_t thread;
    uint8_t bytes;                // which of the word's, a bit for each
    bool is_write;
} turn_word_use;

/// Makes room. To be called before the process has threads.
void turn_begin_word_uses(void);

/// Notes a use. Calls `race` with it and each use of another thread that it does not come behind: `clock` has by thread the time up to
/// which it does.
void turn_note_word(uintptr_t word, turn_word_use now, const uint32_t *clock, void (*race)(turn_word_use now, turn_word_use before));

/// Forgets the uses of a word.
void turn_forget_word(uintptr_t word);

#endif

#endif
