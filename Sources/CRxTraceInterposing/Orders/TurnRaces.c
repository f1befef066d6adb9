#define _GNU_SOURCE
#include "TurnRaces.h"
#include "TurnLog.h"
#include "TurnQueues.h"
#include "TurnState.h"
#include "TurnSteps.h"
#include "TurnTaskMemory.h"
#include "TurnVariables.h"
#include "TurnWordUses.h"

#if HAS_TURNS

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unwind.h>

// How many threads' uses are known, and how much of a large piece of memory. One address may take the place of another of what leads
// to where, so that a race is taken to be one that is none, which makes a point more.
enum { RACERS = 64, KEYS = 1 << 12, MOST_WORDS = 64 };

// By thread, up to which of its times somebody comes behind it (Flanagan and Freund, FastTrack, PLDI 2009). A thread's time goes on
// whenever it has let others know of it.
typedef struct race_clock {
    uint32_t of[RACERS];
} race_clock;

// The clocks are taken one by one, so that few pages are used.
static struct races {
    race_clock threads[RACERS], ends;
    struct {
        const volatile void *what;
        size_t clock; // 0: none
    } keys[KEYS];
    size_t clock_count;
    const void *actors[RACERS], *tasks[RACERS], *queues[RACERS]; // by thread, those that it was last on
    race_clock clocks[KEYS + 1]; // the first one is none
} *races;

// A bit for each place, by its number. Two places may have one number: then there are points before both.
static uint64_t wanted[RACE_PLACES / 64];
static bool wants_any;

static void add_place(uint64_t *places, size_t place) { places[place / 64] |= UINT64_C(1) << place % 64; }

static bool has_place(const uint64_t *places, size_t place) { return places[place / 64] >> place % 64 & 1; }

void turn_begin_races(void) {
    void *memory = mmap(NULL, sizeof *races, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    races = memory == MAP_FAILED ? NULL : memory;
    for (size_t thread = 0; races != NULL && thread < RACERS; thread++) races->threads[thread].of[thread] = 1;
    turn_begin_word_uses();
}

// The clock of the thread that has the turn, if it is the calling one and does something of its own; otherwise NULL.
static race_clock *own_clock(void) {
    bool is_known = races != NULL && turn_is_noted() && turn_current->number < RACERS;
    return is_known ? &races->threads[turn_current->number] : NULL;
}

static void join(race_clock *behind, const race_clock *before) {
    for (size_t thread = 0; thread < RACERS && thread < turns.thread_count; thread++) {
        if (behind->of[thread] < before->of[thread]) behind->of[thread] = before->of[thread];
    }
}

static size_t entry_of(const volatile void *what) {
    return (size_t)(((uintptr_t)what >> 2) * 0x9E3779B97F4A7C15ull >> 40) % KEYS;
}

void turn_come_behind(const volatile void *what) {
    race_clock *own = own_clock();
    if (own == NULL) return;
    size_t entry = entry_of(what);
    if (races->keys[entry].what == what) join(own, &races->clocks[races->keys[entry].clock]);
}

static void lead(race_clock *own, race_clock *there) {
    join(there, own);
    own->of[turn_current->number]++;
}

void turn_lead_to(const volatile void *what) {
    race_clock *own = own_clock();
    if (own == NULL) return;
    turn_end_access();
    size_t entry = entry_of(what);
    if (races->keys[entry].clock == 0) races->keys[entry].clock = ++races->clock_count;
    race_clock *there = &races->clocks[races->keys[entry].clock];
    if (races->keys[entry].what != what) *there = (race_clock){0};
    races->keys[entry].what = what;
    lead(own, there);
}

void turn_lead_thread(const turn_thread *woken) {
    race_clock *own = own_clock();
    if (own == NULL || woken->number >= RACERS) return;
    turn_end_access();
    lead(own, &races->threads[woken->number]);
}

// An actor goes on on one thread at a time, and so does a task, and a serial queue.
static void leave(const void **last, const void *next) {
    if (*last != NULL && *last != next) turn_lead_to(*last);
    *last = next;
}

static void enter(const void **last, const void *next) {
    leave(last, next);
    if (next != NULL) turn_come_behind(next);
}

void turn_end_part(void) {
    race_clock *own = own_clock();
    if (own == NULL) return;
    turn_end_access();
    lead(own, &races->ends);
    if (turn_is_serial(turn_current->queue)) turn_lead_to(turn_current->queue);
    leave(&races->actors[turn_current->number], NULL);
    leave(&races->tasks[turn_current->number], NULL);
    leave(&races->queues[turn_current->number], NULL);
}

void turn_come_behind_ends(void) {
    race_clock *own = own_clock();
    if (own != NULL) join(own, &races->ends);
}

extern int main(int, char **) __attribute__((weak));

// By its distance from the main function, which is the same whatever else is linked to the program's code.
static uint32_t code_at(uintptr_t address) { return (uint32_t)(address - (uintptr_t)main); }

// A number that stays the same where other functions of the program change: by how far the code stands behind the beginning of its
// function, and by how that begins: a few instructions without addresses, which make room for its variables.
static size_t new_place_of(uint32_t code) {
    enum { BEGINNING = 12 };
    uintptr_t address = (uintptr_t)main + (uintptr_t)(intptr_t)(int32_t)code;
    const uint8_t *function = _Unwind_FindEnclosingFunction((void *)(address - 1));
    uint64_t number = function == NULL ? code : address - (uintptr_t)function;
    for (size_t index = 0; function != NULL && index < BEGINNING && function + index < (const uint8_t *)address; index++) {
        number = (number ^ function[index]) * 0x100000001B3ull;
    }
    return (size_t)(number * 0x9E3779B97F4A7C15ull >> (64 - RACE_BITS));
}

static size_t place_of(uint32_t code) {
    enum { KNOWN = 1 << 10 };
    static _Atomic(uint64_t) known[KNOWN]; // the code, and the number behind it, with 1 added
    uint64_t before = atomic_load_explicit(&known[code % KNOWN], memory_order_relaxed);
    if (before != 0 && before >> 32 == code) return (size_t)(uint32_t)before - 1;
    size_t place = new_place_of(code);
    atomic_store_explicit(&known[code % KNOWN], (uint64_t)code << 32 | (place + 1), memory_order_relaxed);
    return place;
}

static void note_race(turn_word_use now, turn_word_use before) {
    turn_log *log = turn_get_log();
    if (log == NULL) return;
    add_place(log->races, place_of(before.code));
    add_place(log->races, place_of(now.code));
}

// Which bytes of a word lie between two addresses.
static uint8_t bytes_between(uintptr_t word, uintptr_t start, uintptr_t end) {
    uint32_t all = (1u << WORD) - 1;
    uint32_t before = start > word ? (1u << (start - word)) - 1 : 0;
    uint32_t up_to = end < word + WORD ? (1u << (end - word)) - 1 : all;
    return (uint8_t)(up_to & ~before);
}

// Before there are other threads, nobody uses it at once. What lies in an `async let` is the memory of its task's functions.
static void note(const volatile void *start, size_t size, bool is_write, uintptr_t code) {
    const race_clock *own = own_clock();
    if (own == NULL || turns.enabled <= 1 || turn_is_of_let((uintptr_t)start)) return;
    uintptr_t first = (uintptr_t)start, end = size > MOST_WORDS * WORD ? first + MOST_WORDS * WORD : first + size;
    uint32_t self = turn_current->number;
    turn_word_use now = {own->of[self], code_at(code), (uint16_t)self, 0, is_write};
    for (uintptr_t word = first / WORD * WORD; word < end; word += WORD) {
        now.bytes = bytes_between(word, first, end);
        turn_note_word(word, now, own->of, note_race);
    }
}

// The variable that was begun to be read or written last, and not told of since.
static struct begun_access {
    const volatile void *variable;
    size_t size;
    bool is_write;
    uintptr_t code;
} begun;

void turn_end_access(void) {
    const volatile void *variable = begun.variable;
    begun.variable = NULL;
    if (variable == NULL) return;
    turn_touch_accessed(variable, begun.size, begun.is_write);
    note(variable, begun.size, begun.is_write, begun.code);
}

// The thread may be on another actor or task than before.
static void enter_all(void) {
    if (turns.enabled <= 1 || own_clock() == NULL) return;
    enter(&races->actors[turn_current->number], (const void *)turn_current_actor());
    enter(&races->tasks[turn_current->number], rxtrace_current_task());
    const void *queue = turn_current->sync_queue;
    enter(&races->queues[turn_current->number], turn_is_serial(queue) ? queue : NULL);
}

void turn_note_plain(const volatile void *start, size_t size, bool is_write, uintptr_t code) {
    enter_all();
    // It may tell whether a value was made (swift_once).
    if (!is_write) turn_come_behind(start);
    note(start, size, is_write, code);
}

static bool has_no_room(void) {
    const turn_log *log = turn_get_log();
    return log != NULL && log->turn_count >= LOGGED_TURNS;
}

// A loop may have no end of them. What is not in the log no order can change.
void turn_reach_plain(const volatile void *start, uintptr_t code, bool is_write, const uintptr_t *frame) {
    if (!wants_any || !has_place(wanted, place_of(code_at(code))) || has_no_room()) return;
    turn_thread *self = turn_enter_told(frame);
    if (self == NULL) return;
    // What was begun is told of now, and what comes behind the point.
    struct begun_access before = begun;
    if (before.variable == start) begun.variable = NULL;
    turn_point(self, is_write ? TURN_PLAIN_WRITE : TURN_PLAIN_READ);
    if (before.variable == start) begun = before;
    turn_show();
}

void turn_begin_access(const volatile void *variable, size_t size, bool is_write, const uintptr_t *frame) {
    bool goes_on = begun.variable == variable;
    if (goes_on) is_write |= begun.is_write;
    else turn_end_access();
    // Of the library's own code, nothing else is told; of a variable whose size is not known, not enough.
    bool is_told = turn_is_noted() && turn_is_own_code(frame[1]);
    if (!is_told || size == SIZE_MAX) turn_touch_accessed(variable, size, is_write);
    if (!is_told) return;
    turn_reach_plain(variable, frame[1], is_write, frame);
    enter_all();
    begun.variable = variable;
    if (size == SIZE_MAX) size = WORD;
    begun.size = goes_on && begun.size > size ? begun.size : size;
    begun.is_write = is_write;
    begun.code = frame[1];
}

void turn_note_told(const volatile void *start, bool is_write) {
    if (begun.variable == start && begun.size <= WORD && begun.is_write <= is_write) begun.variable = NULL;
}

void turn_forget_plain(const void *start, size_t size) {
    if (own_clock() == NULL || turns.enabled <= 1) return;
    for (size_t offset = 0; offset < size && offset < MOST_WORDS * WORD; offset += WORD) turn_forget_word((uintptr_t)start + offset);
}

const char *turn_read_races(const char *text) {
    static const char word[] = "races-";
    if (strncmp(text, word, sizeof word - 1) != 0) return text;
    for (text += sizeof word - 1; *text != 0 && *text != '-'; text += RACE_DIGITS) {
        char digits[RACE_DIGITS + 1] = {0};
        strncpy(digits, text, RACE_DIGITS);
        add_place(wanted, strtoul(digits, NULL, 16) % RACE_PLACES);
        wants_any = true;
    }
    return *text == '-' ? text + 1 : text;
}

#endif
