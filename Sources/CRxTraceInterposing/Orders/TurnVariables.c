#define _GNU_SOURCE
#include "TurnVariables.h"
#include "TurnCalls.h"
#include "TurnLog.h"
#include "TurnObjects.h"
#include "TurnState.h"
#include "TurnTaskMemory.h"

#if HAS_TURNS

#include <pthread.h>
#include <sys/mman.h>

extern char __executable_start[] __attribute__((weak, visibility("hidden")));
extern char _end[] __attribute__((weak, visibility("hidden")));

// A word of the program's file has a byte in each of these: 0, or which thread it was, or that there were several.
enum { WORD = 8, SEVERAL = 255 };

static uint8_t *readers, *writers;
static uintptr_t lowest_stack = UINTPTR_MAX, highest_stack;

bool turn_is_of_file(const volatile void *address) {
    return (uintptr_t)address >= (uintptr_t)__executable_start && (uintptr_t)address < (uintptr_t)_end;
}

static bool is_watched(uintptr_t address) { return readers != NULL && turn_is_of_file((const void *)address); }

void turn_note_stack(turn_thread *self) {
    pthread_attr_t attributes;
    void *start = NULL;
    size_t size = 0;
    bool before = self->is_inside;
    self->is_inside = true;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        if (pthread_attr_getstack(&attributes, &start, &size) != 0) size = 0;
        pthread_attr_destroy(&attributes);
    }
    self->is_inside = before;
    self->stack_start = (uintptr_t)start;
    self->stack_end = (uintptr_t)start + size;
    if (size == 0) return;
    turn_take();
    if (self->stack_start < lowest_stack) lowest_stack = self->stack_start;
    if (self->stack_end > highest_stack) highest_stack = self->stack_end;
    turn_release();
}

void turn_begin_variables(turn_thread *self) {
    turn_note_stack(self);
    size_t words = (size_t)(_end - __executable_start) / WORD + 1;
    void *memory = mmap(NULL, 2 * words, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return;
    readers = memory;
    writers = readers + words;
}

void turn_ask_to_be_seen(rxtrace_seen seen) {
    turns.sees |= seen;
    turn_log *log = turn_get_log();
    if (log != NULL) log->sees |= seen;
}

static bool is_of_another(uint8_t noted, uint8_t self) { return noted != 0 && noted != self; }

// Notes who reads or writes a word, and whether the other of both was another thread's.
static void note(const turn_thread *self, uintptr_t address, uint8_t *own, const uint8_t *other) {
    size_t word = (address - (uintptr_t)__executable_start) / WORD;
    uint8_t number = self->number < SEVERAL - 1 ? (uint8_t)(self->number + 1) : SEVERAL;
    if (is_of_another(other[word], number) || (number == SEVERAL && other[word] == SEVERAL)) turn_ask_for_each_read();
    own[word] = is_of_another(own[word], number) ? SEVERAL : number;
}

static bool is_on_own_stack(const turn_thread *self, uintptr_t address, const uintptr_t *frame) {
    return address >= (uintptr_t)frame && address < self->stack_end;
}

static bool is_on_others_stack(const turn_thread *self, uintptr_t address) {
    if (address < lowest_stack || address >= highest_stack) return false;
    for (uint32_t index = 0; index < turns.thread_count; index++) {
        const turn_thread *thread = &turns.threads[index];
        bool is_alive = thread->state != TURN_FREE && thread->state != TURN_ENDED;
        if (thread != self && is_alive && address >= thread->stack_start && address < thread->stack_end) return true;
    }
    return false;
}

static void note_words(const turn_thread *self, uintptr_t address, size_t size, bool is_write) {
    for (uintptr_t word = address & ~(uintptr_t)(WORD - 1); word < address + size && is_watched(word); word += WORD) {
        note(self, word, is_write ? writers : readers, is_write ? readers : writers);
    }
}

// Before the program has made a thread, nothing that its first thread does can be seen.
bool turn_note_access(const volatile void *memory, size_t size, bool is_write, const uintptr_t *frame) {
    turn_thread *self = turn_current;
    uintptr_t address = (uintptr_t)memory;
    if (self == NULL || (turns.sees & SEES_READS) != 0 || turns.enabled <= 1) return true;
    if (is_on_own_stack(self, address, frame)) return false;
    // Of a thread that owes no point it matters only before the library goes on (TurnLibrary.c).
    bool matters = turn_is_owed || (!self->has_shown && turns.uses_library);
    if (matters && (turn_is_own_object(self, address, size) || turn_is_own_group(self, address))) return false;
    if (matters && turn_is_of_own_task(self, address, size)) return false;
    if (is_on_others_stack(self, address) || turn_is_of_others_task(self, address)) turn_ask_for_each_read();
    if (!is_watched(address)) {
        return is_write || !matters || !(turn_is_known_value(memory) || turn_is_of_return(address, size));
    }
    if (!is_write && !matters) return true;
    if (size == SIZE_MAX) size = turn_bytes_of_variable(self, address);
    if (size == SIZE_MAX) turn_ask_for_each_read();
    else note_words(self, address, size, is_write);
    return is_write;
}

#endif
