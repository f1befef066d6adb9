#define _GNU_SOURCE
#include "TurnSteps.h"
#include "TurnLog.h"
#include "TurnQueues.h"
#include "TurnRaces.h"
#include "TurnState.h"

#if HAS_TURNS

// What one step touches at most; beyond that it counts as touching everything.
enum { MOST_TOUCHES = 256, WORD = 8, MOST_WORDS = 64 };

static uint64_t touches[MOST_TOUCHES]; // as `touches` in TurnLog.h
static size_t touch_count;
static bool touches_all;
// Bits of `are_steps_lost`: whatever a thread does, or as long as the program has told nothing.
enum { LOST = 1, UNTOLD = 2 };

enum { TASKS = 2, DISPATCH, POOL_WORDS };
static const char pool[POOL_WORDS], outside; // of `pool`, one for each turn_pool_use, and for tasks and what libdispatch keeps

static bool is_of_step(void) {
    turn_thread *self = turn_current;
    return turns_on() && self != NULL && self == turns.holder && !self->is_inside && !self->is_background;
}

// What the recorder does by itself is none of the step's.
bool turn_is_noted(void) { return is_of_step() && !rxtrace_is_suppressed(); }

static void add_use(uint64_t address, uint64_t use) {
    if (touches_all) return;
    for (size_t index = touch_count; index > 0; index--) {
        uint64_t *known = &touches[index - 1];
        if ((*known & ~TOUCH_LETS_GO) >> 1 != address) continue;
        bool only_lets_go = *known & use & TOUCH_LETS_GO;
        *known |= use;
        if (!only_lets_go) *known &= ~TOUCH_LETS_GO;
        return;
    }
    if (touch_count == MOST_TOUCHES) touches_all = true;
    else touches[touch_count++] = address << 1 | use;
}

static void add(uint64_t address, bool is_write) { add_use(address, is_write); }

void turn_touch(const volatile void *what, bool is_write) {
    if (!turn_is_noted()) return;
    add((uint64_t)(uintptr_t)what, is_write);
    turn_go_through(what, is_write);
}

void turn_touch_let_go(const volatile void *lock, bool is_write) {
    if (!turn_is_noted()) return;
    add_use((uint64_t)(uintptr_t)lock, TOUCH_LETS_GO | is_write);
    turn_lead_to(lock);
}

static void add_bytes(const volatile void *start, size_t size, bool is_write) {
    uintptr_t first = (uintptr_t)start / WORD * WORD, end = (uintptr_t)start + size;
    if (size > MOST_WORDS * WORD) touches_all = true;
    else for (uintptr_t word = first; word < end; word += WORD) add(word, is_write);
}

void turn_touch_bytes(const volatile void *start, size_t size, bool is_write) {
    if (turn_is_noted()) add_bytes(start, size, is_write);
}

void turn_touch_accessed(const volatile void *start, size_t size, bool is_write) {
    if (is_of_step()) add_bytes(start, size, is_write);
}

// What the library and the runtime do at the end of the process, no other thread sees: none goes on.
void turn_touch_all(void) {
    if (turn_is_noted() && turns.last_of_all == NULL) touches_all = true;
}

// Work that is taken comes behind the handing on of all work; nothing else does.
void turn_touch_pool(turn_pool_use use) {
    if (turn_is_noted()) add((uint64_t)(uintptr_t)&pool[use], true);
    if (use == POOL_IS_GIVEN) turn_lead_to(pool);
    else turn_come_behind(pool);
}

static void use_more(uint32_t use) {
    turn_log *log = turn_get_log();
    if (log != NULL && turn_is_noted()) log->uses_more |= use;
}

void turn_use_more_than_queues(void) { use_more(MORE_THAN_QUEUES); }
void turn_use_more_than_tasks(void) { use_more(MORE_THAN_TASKS); }

turn_gift turn_note_gift(void) {
    turn_log *log = turn_get_log();
    return (turn_gift){log == NULL ? 0 : log->step_count, turns.seen_steps};
}

static bool is_just_now(turn_gift gift) { return gift.step != 0 && gift.seen_steps == turns.seen_steps; }

// What a queue hands out one by one comes behind what came from it before, on the same thread. All other work is with a thread of the
// pool as soon as the step ends that hands it on, before any other step begins; or that which has it come otherwise, as by a timer or a
// group, and wakes a thread for it.
void turn_note_taken(turn_thread *self, turn_gift gift, const void *queue_before) {
    bool is_woken = is_just_now(self->wake);
    if (is_woken || is_just_now(gift)) {
        self->woken_by = is_woken ? self->wake.step : gift.step;
        self->begins = BEGINS_WORK | (is_woken ? self->wake_begins : 0);
    } else if (queue_before != self->queue || !turn_is_serial(self->queue)) {
        use_more(MORE_THAN_THREADS);
    }
}

void turn_touch_task(const void *task) {
    if (task == NULL || !turn_is_noted()) return;
    add((uint64_t)(uintptr_t)&pool[TASKS], true);
    add((uint64_t)(uintptr_t)task, true);
}

// None of it leads to what others do: who cancels a source may do so while its handler runs.
void turn_touch_dispatch(void) {
    if (!turn_is_noted()) return;
    add((uint64_t)(uintptr_t)&pool[POOL_IS_GIVEN], true);
    add((uint64_t)(uintptr_t)&pool[POOL_IS_TAKEN], true);
    add((uint64_t)(uintptr_t)&pool[DISPATCH], true);
}

void turn_touch_key(turn_thread *self, const void *key) {
    // By itself the function has said what it touches that locks or unlocks what it was called with.
    if (self->hushed == 0 && self->entered == ENTERED_TOLD && self->entered_for == key) return;
    if (self->hushed > 0 && self->whole == TURN_HAND_ON) return turn_touch_pool(POOL_IS_GIVEN);
    bool is_of_runtime = self->hushed == 0 && turn_is_asked_by_runtime(self);
    if (is_of_runtime) turn_touch_pool(POOL_IS_TAKEN);
    // Tasks of one group meet at its lock, and so do those that have one stream.
    if (is_of_runtime && rxtrace_is_called_by_tasks(self->frame)) add((uint64_t)(uintptr_t)key, true);
    else if (!is_of_runtime) turn_touch(key, true);
}

// The step under way is in the log from its beginning: the last one never ends.
static logged_step *current;

static void end_step(turn_log *log) {
    if (current == NULL || touches_all) return;
    if (log->touch_count + touch_count > LOGGED_TOUCHES) return turn_lose_steps();
    current->touches_all = 0;
    current->first_touch = log->touch_count;
    current->touch_count = (uint32_t)touch_count;
    for (size_t index = 0; index < touch_count; index++) log->touches[log->touch_count++] = touches[index];
}

void turn_begin_step(turn_thread *next) {
    turn_log *log = turn_get_log();
    bool is_on_the_way = next != NULL && next != turn_current && !next->is_at_point;
    if (!is_on_the_way) turns.seen_steps++;
    if (log == NULL || turns.last_of_all != NULL) return;
    turn_end_part();
    end_step(log);
    // The program's main function tells at once, if its code was compiled to do so.
    log->are_steps_lost = turn_program_tells() ? log->are_steps_lost & ~UNTOLD : log->are_steps_lost | UNTOLD;
    log->pool = (uint64_t)(uintptr_t)pool;
    touch_count = 0;
    touches_all = false;
    current = NULL;
    if (log->step_count == LOGGED_STEPS) return turn_lose_steps();
    uint16_t thread = next == NULL ? UINT16_MAX : (uint16_t)next->number;
    current = &log->steps[log->step_count++];
    *current = (logged_step){thread, 1, 0, log->turn_count, 0, 0, next == NULL ? 0 : next->woken_by};
    if (next == NULL) return;
    current->begins = next->begins;
    next->woken_by = next->begins = 0;
}

void turn_touch_events(void) {
    static const char events;
    if (turn_is_noted()) add((uint64_t)(uintptr_t)&events, true);
}

void turn_touch_operations(void) {
    static const char operations;
    if (turn_is_noted()) add((uint64_t)(uintptr_t)&operations, true);
}

void turn_touch_entered(turn_thread *self) {
    turn_touch_task(rxtrace_current_task());
    switch (self->entered) {
    case ENTERED_EVENTS: turn_touch_events(); break;
    case ENTERED_POOL: turn_touch_pool(POOL_IS_TAKEN); break;
    case ENTERED_DISPATCH: turn_touch_dispatch(); break;
    case ENTERED_LOCK: turn_touch_key(self, self->entered_for); break;
    case ENTERED_ANYTHING: turn_touch_all(); break;
    default: break;
    }
}

void turn_note_woken(turn_thread *thread) {
    turn_log *log = turn_get_log();
    if (thread != turn_current) turn_lead_thread(thread);
    if (log == NULL || (thread == turn_current && !turns.jumps)) return;
    thread->wake = turn_note_gift();
    thread->woken_by = thread->wake.step;
    thread->begins = thread->wake_begins = turns.jumps ? IS_BEHIND_ALL : 0;
}

// The process ends in the step under way: what it touches has to be in the log.
static void end_at_once(void) {
    turn_log *log = turn_get_log();
    turn_end_access();
    if (log != NULL) end_step(log);
}

void turn_touch_at_end(void) {
    if (turns.last_of_all == turn_current && current != NULL) current->touches_all = 1;
}

void turn_lose_steps(void) {
    turn_log *log = turn_get_log();
    if (log != NULL) log->are_steps_lost |= LOST;
}

void turn_lose_steps_of_end(void) {
    if (is_of_step() && turns.last_of_all == NULL) turn_lose_steps();
}

void turn_touch_outside(bool is_end) {
    turn_touch(&outside, is_end);
    if (is_end) end_at_once();
}

#endif
