#define _GNU_SOURCE
#include "TurnLog.h"
#include "RawCalls.h"
#include "TurnOrder.h"
#include "TurnTime.h"

#if HAS_TURNS

#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static turn_log *kept;
static uint32_t check = 2166136261u;

turn_log *turn_get_log(void) { return kept; }

void turn_open_log(const char *path) {
    int file = path == NULL || *path == 0 ? -1 : open(path, O_RDWR | O_CLOEXEC);
    int flags = file < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
    if (file >= 0 && ftruncate(file, sizeof(turn_log)) != 0) flags = MAP_PRIVATE | MAP_ANONYMOUS;
    void *memory = mmap(NULL, sizeof(turn_log), PROT_READ | PROT_WRITE, flags | MAP_NORESERVE,
                        flags & MAP_ANONYMOUS ? -1 : file, 0);
    if (file >= 0) close(file);
    if (memory == MAP_FAILED) return;
    // Most of the file is a hole: nothing is to be read ahead.
    madvise(memory, sizeof(turn_log), MADV_RANDOM);
    kept = memory;
    kept->lost_way = NO_TURN;
    kept->place_count = 1;
    kept->magic = 0x3172656472787201;
    kept->first_time = kept->last_time = turn_now();
}

static void add_to_check(uint32_t value) { check = (check ^ value) * 16777619u; }

void turn_log_turn(turn_thread *const *threads, size_t count, size_t choice, bool is_of_waking) {
    const turn_thread *usual = threads[0], *chosen = threads[choice];
    if (kept == NULL) return;
    add_to_check((uint32_t)count);
    add_to_check(usual->number << 8 | usual->kind);
    add_to_check(chosen->number << 8 | chosen->kind);
    if (kept->turn_count < LOGGED_TURNS) {
        kept->turns[kept->turn_count] = (logged_turn){
            (uint16_t)count, (uint16_t)choice, (uint16_t)usual->number, (uint16_t)chosen->number, usual->kind,
            chosen->kind, is_of_waking, usual->place, chosen->place, check, usual->work_at, chosen->work_at, {0}};
        for (size_t index = 0; index < count && index < TURN_CANDIDATES; index++) {
            kept->turns[kept->turn_count].threads[index] = (uint16_t)threads[index]->number;
        }
    }
    kept->turn_count++;
    kept->check = check;
    kept->wanted_left = turn_wanted_left();
    kept->last_time = turn_now();
}

static bool is_at(uint32_t place, const uint64_t *stack) {
    return memcmp(kept->places[place], stack, sizeof kept->places[place]) == 0;
}

// The number of a stack of addresses, which are relative to where the program's file lies in memory, in the work that was handed on
// at a place. Work that hands itself on again and again is at one place.
static uint32_t number_of(const uint64_t *stack, uint32_t within) {
    uint32_t count = kept->place_count;
    for (uint32_t outer = within; outer != 0; outer = kept->within[outer]) {
        if (is_at(outer, stack)) return outer;
    }
    for (uint32_t index = 1; index < count; index++) {
        if (kept->within[index] == within && is_at(index, stack)) return index;
    }
    if (count == LOGGED_PLACES) return 0;
    memcpy(kept->places[count], stack, sizeof kept->places[count]);
    kept->within[count] = within;
    kept->place_count = count + 1;
    return count;
}

size_t turn_program_stack(turn_thread *self, const uintptr_t *frame, unsigned long *stack, size_t limit) {
    if (self->is_background || !rxtrace_is_on()) return 0;
    // Joining the recording may make the writer's thread, which is part of this point.
    self->hushed++;
    bool has_joined = rxtrace_joins_recording();
    self->hushed--;
    self->frame = frame;
    if (!has_joined) return 0;
    bool before = self->is_inside;
    self->is_inside = true;
    size_t count = rxtrace_program_stack(frame, stack, limit);
    self->is_inside = before;
    return count;
}

uint32_t turn_place(turn_thread *self, const uintptr_t *frame) { return turn_place_within(self, frame, self->work_at); }

static uint32_t number_of_addresses(const unsigned long *found, size_t count, uint32_t within) {
    if (count == 0) return 0;
    uint64_t stack[PLACE_DEPTH] = {0};
    for (size_t index = 0; index < count; index++) stack[index] = found[index] - kept->base;
    return number_of(stack, within);
}

uint32_t turn_place_within(turn_thread *self, const uintptr_t *frame, uint32_t within) {
    unsigned long found[PLACE_DEPTH];
    size_t count = kept == NULL ? 0 : turn_program_stack(self, frame, found, PLACE_DEPTH);
    return number_of_addresses(found, count, within);
}

uint32_t turn_place_of_crash(turn_thread *self, uintptr_t instruction, const uintptr_t *frame) {
    if (kept == NULL || self->is_background || !rxtrace_is_on()) return 0;
    unsigned long found[PLACE_DEPTH];
    size_t count = 0;
    // A place is told by what stands before a return address.
    if (rxtrace_is_programs((const void *)instruction)) found[count++] = instruction + 1;
    if (turn_is_of_stack(self, frame)) count += turn_program_stack(self, frame, found + count, PLACE_DEPTH - count);
    return number_of_addresses(found, count, self->work_at);
}

uint32_t turn_place_at(turn_thread *self, const void *function) {
    if (kept == NULL || self->is_background || !rxtrace_is_on() || !rxtrace_is_programs(function)) return 0;
    // A place is told by what stands before a return address.
    uint64_t stack[PLACE_DEPTH] = {(uintptr_t)function + 1 - kept->base};
    return number_of(stack, self->work_at);
}

void turn_write_text(const char *text) {
    size_t length = strlen(text);
    if (kept == NULL || kept->text_count + length > LOG_TEXT) return;
    memcpy(kept->text + kept->text_count, text, length);
    kept->text_count += (uint32_t)length;
}

void turn_write_number(uint64_t number) {
    char digits[21], *next = digits + sizeof digits - 1;
    *next = 0;
    do *--next = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    turn_write_text(next);
}

#endif
