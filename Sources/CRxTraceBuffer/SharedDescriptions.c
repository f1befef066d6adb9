#include "TraceState.h"
#include "TraceCalls.h"

#include <stdlib.h>
#include <string.h>

// The nested calls of a chain hand on one element, or the few that its operators made of it.
enum { MOST_DESCRIPTIONS = 16 };

struct rxtrace_descriptions {
    size_t count;
    rxtrace_description all[MOST_DESCRIPTIONS];
};

const rxtrace_description *rxtrace_find_description(const void *type, const void *bits, size_t size) {
    const rxtrace_thread *thread = rxtrace_current;
    if (thread->described == 0 || thread->epoch != rxtrace_current_epoch()) return NULL;
    const struct rxtrace_descriptions *known = thread->descriptions;
    for (size_t index = known->count; index > 0; index--) {
        const rxtrace_description *one = &known->all[index - 1];
        if (one->type == type && one->size == size && memcmp(one->bits, bits, size) == 0) return one;
    }
    return NULL;
}

static bool set_text(rxtrace_description *one, const uint8_t *text, size_t count) {
    if (one->room < count) {
        uint8_t *room = realloc(one->text, count);
        if (room == NULL) return false;
        one->text = room;
        one->room = count;
    }
    if (count > 0) memcpy(one->text, text, count);
    one->count = count;
    return true;
}

void rxtrace_share_description(uint64_t call, const void *type, const void *bits, size_t size, const uint8_t *text,
                               size_t count, bool is_cut) {
    rxtrace_thread *thread = rxtrace_current;
    if (!rxtrace_has_record(call) || size > TRACE_SHARED_BYTES || !rxtrace_has_joined(thread)) return;
    if (thread->descriptions == NULL) thread->descriptions = calloc(1, sizeof *thread->descriptions);
    struct rxtrace_descriptions *known = thread->descriptions;
    if (known == NULL || known->count == MOST_DESCRIPTIONS) return;
    rxtrace_description *one = &known->all[known->count];
    if (!set_text(one, text, count)) return;
    one->type = type;
    one->size = size;
    memcpy(one->bits, bits, size);
    one->depth = thread->described = thread->depth;
    one->is_cut = is_cut;
    known->count++;
}

void rxtrace_forget_descriptions(rxtrace_thread *thread) {
    struct rxtrace_descriptions *known = thread->descriptions;
    if (known == NULL) return;
    while (known->count > 0 && known->all[known->count - 1].depth > thread->depth) known->count--;
    thread->described = known->count > 0 ? known->all[known->count - 1].depth : 0;
}

void rxtrace_free_descriptions(rxtrace_thread *thread) {
    if (thread->descriptions == NULL) return;
    for (size_t index = 0; index < MOST_DESCRIPTIONS; index++) free(thread->descriptions->all[index].text);
    free(thread->descriptions);
    thread->descriptions = NULL;
}

// A word holds a type's address, whose low three bits are 0, and the note in these bits. Types share places by hash.
enum { NOTES = 4096, NOTE_BITS = 7 };
static _Atomic(uintptr_t) notes[NOTES];

static _Atomic(uintptr_t) *note_of(const void *type) {
    uintptr_t address = (uintptr_t)type;
    return &notes[(address >> 4 ^ address >> 16) % NOTES];
}

uint8_t rxtrace_type_note(const void *type) {
    uintptr_t note = atomic_load_explicit(note_of(type), memory_order_relaxed);
    return (note & ~(uintptr_t)NOTE_BITS) == (uintptr_t)type ? (uint8_t)(note & NOTE_BITS) : 0;
}

void rxtrace_note_type(const void *type, uint8_t note) {
    if (((uintptr_t)type & NOTE_BITS) != 0) return;
    atomic_store_explicit(note_of(type), (uintptr_t)type | (note & NOTE_BITS), memory_order_relaxed);
}
