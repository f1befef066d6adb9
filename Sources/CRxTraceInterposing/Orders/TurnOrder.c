#include "TurnOrder.h"
#include "TurnLog.h"
#include "TurnRaces.h"
#include "TurnState.h"

#if HAS_TURNS

#include <stdlib.h>
#include <string.h>

typedef enum order_kind { IN_LIST, AT_RANDOM, BY_PRIORITY } order_kind;

enum { LARGEST_DEPTH = 8 };

static order_kind kind;
static const char *rest;              // the part of the list that is not read yet
static uint64_t before_next;          // usual turns before the next entry
static size_t next_choice;
static uint32_t wanted_left;
static uint64_t chance = 1;
static uint32_t turn;
static uint32_t changes[LARGEST_DEPTH];
static size_t depth;
static uint32_t priorities[TURN_THREADS];

// xorshift64*: https://doi.org/10.18637/jss.v008.i14
static uint64_t draw(void) {
    chance ^= chance >> 12;
    chance ^= chance << 25;
    chance ^= chance >> 27;
    return chance * 2685821657736338717ull >> 16;
}

static void read_next(void) {
    next_choice = 0;
    if (rest == NULL || *rest < '0' || *rest > '9') {
        rest = NULL;
        return;
    }
    before_next = 0;
    while (*rest >= '0' && *rest <= '9') before_next = before_next * 10 + (uint64_t)(*rest++ - '0');
    next_choice = 1;
    if (*rest >= 'a' && *rest <= 'z') next_choice = (size_t)(*rest++ - 'a') + 1;
    if (*rest == '.') rest++;
}

static const char *read_number(const char *text, uint64_t *number) {
    char *end;
    *number = strtoull(text, &end, 10);
    return *end == ':' ? end + 1 : end;
}

// Reads what others may see of a thread.
static const char *read_seen(const char *text) {
    static const char *const words[] = {"each-", "begins-", "ends-", "drops-", "parts-", "locks-", "timers-"};
    for (uint32_t index = 0; index < sizeof words / sizeof *words; index++) {
        size_t length = strlen(words[index]);
        if (strncmp(text, words[index], length) != 0) continue;
        turns.sees |= 1u << index;
        text += length;
    }
    return text;
}

void turn_read_order(const char *text) {
    uint64_t seed = 0, points = 0, length = 1;
    text = turn_read_races(read_seen(text));
    const char *colon = strchr(text, ':');
    const char *words = colon == NULL ? "" : colon + 1;
    if (strncmp(text, "random:", 7) == 0) {
        kind = AT_RANDOM;
        read_number(words, &seed);
    } else if (strncmp(text, "depth:", 6) == 0) {
        kind = BY_PRIORITY;
        read_number(read_number(read_number(words, &seed), &points), &length);
    } else {
        rest = words;
        for (const char *next = words; *next != 0; next++) wanted_left += *next == '.';
        wanted_left += *words != 0;
        read_next();
        return;
    }
    chance = (seed + 1) * 0x9e3779b97f4a7c15ull | 1;
    for (int round = 0; round < 8; round++) draw();
    depth = points > LARGEST_DEPTH ? LARGEST_DEPTH : (size_t)points;
    for (size_t index = 0; index < depth; index++) changes[index] = (uint32_t)(draw() % (length == 0 ? 1 : length));
}

static size_t choose_by_list(size_t count) {
    if (next_choice == 0) return 0;
    if (before_next > 0) {
        before_next--;
        return 0;
    }
    size_t choice = next_choice;
    wanted_left--;
    read_next();
    if (choice < count) return choice;
    turn_log *log = turn_get_log();
    if (log != NULL && log->lost_way == NO_TURN) log->lost_way = turn;
    return 0;
}

static uint32_t *priority(const turn_thread *thread) {
    uint32_t *kept = &priorities[thread->number % TURN_THREADS];
    if (*kept == 0) *kept = (uint32_t)(1000 + draw() % 1000000);
    return kept;
}

// The thread with the highest priority goes on. At the chosen turns, its priority first falls below all others
// (Burckhardt et al., A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs, ASPLOS 2010).
static size_t choose_by_priority(turn_thread *const *threads, size_t count) {
    for (int round = 0;; round++) {
        size_t best = 0;
        for (size_t index = 1; index < count; index++) {
            if (*priority(threads[index]) > *priority(threads[best])) best = index;
        }
        bool falls = false;
        for (size_t index = 0; round == 0 && index < depth; index++) {
            if (changes[index] != turn) continue;
            *priority(threads[best]) = (uint32_t)(index + 1);
            falls = true;
        }
        if (!falls) return best;
    }
}

size_t turn_choose(turn_thread *const *threads, size_t count) {
    size_t choice = 0;
    switch (kind) {
    case IN_LIST: choice = choose_by_list(count); break;
    case AT_RANDOM: choice = (size_t)(draw() % count); break;
    case BY_PRIORITY: choice = choose_by_priority(threads, count); break;
    }
    turn++;
    return choice;
}

uint32_t turn_wanted_left(void) { return wanted_left; }

#endif
