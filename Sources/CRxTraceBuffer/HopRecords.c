#include "Hops.h"

// The numbers for hops, packed; 0 if hops are not recorded. Stored with release order after the images are found.
static _Atomic(uint32_t) hop_words;

static _Thread_local bool is_own_work;

enum { HAS_HOPS = 1, HAS_SITES = 2 };

void rxtrace_record_hops(rxtrace_hop_words words) {
    rxtrace_find_system_images();
    uint32_t flags = HAS_HOPS | (words.has_sites ? HAS_SITES : 0);
    atomic_store_explicit(
        &hop_words,
        (uint32_t)words.hop << 24 | (uint32_t)words.invoke << 16 | (uint32_t)words.first_label << 8 | flags,
        memory_order_release);
}

void rxtrace_ignore_hops(void) { atomic_store_explicit(&hop_words, 0, memory_order_relaxed); }

bool rxtrace_hand_on_own_work(bool is_own) {
    bool before = is_own_work;
    is_own_work = is_own;
    return before;
}

// The label of a hop: Foundation hands on work through Dispatch and pthreads, but has labels of its own.
static uint8_t label_of(uint8_t label, const rxtrace_asker *asker) {
    if (label == TRACE_HOP_OPERATION || !asker->is_foundation) return label;
    return label == TRACE_HOP_PTHREAD ? TRACE_HOP_THREAD : TRACE_HOP_FOUNDATION;
}

rxtrace_hop rxtrace_record_hop(uint8_t label, const uintptr_t *frame) {
    rxtrace_hop none = {false, 0};
    uint32_t words = atomic_load_explicit(&hop_words, memory_order_acquire);
    if (words == 0 || is_own_work) return none;
    // Only a thread that has joined the recording needs the walk up the stack.
    if (rxtrace_joined_thread() == NULL) return none;
    rxtrace_asker asker;
    rxtrace_find_asker(frame, &asker);
    if (!asker.is_program || asker.is_operation != (label == TRACE_HOP_OPERATION)) return none;
    rxtrace_details details = {.stack = asker.stack, .stack_count = (words & HAS_SITES) != 0 ? asker.count : 0};
    uint8_t number = (uint8_t)((words >> 8 & 0xff) + label_of(label, &asker));
    bool is_in_task = rxtrace_begin_task_work();
    rxtrace_ticketed opened = rxtrace_open_ticketed_with((uint8_t)(words >> 24), number, details);
    if (opened.call != 0) rxtrace_close_next(opened.call);
    if (is_in_task) rxtrace_end_task_work();
    return (rxtrace_hop){opened.ticket != 0, opened.ticket};
}

uint64_t rxtrace_begin_work_of_hop(uint64_t ticket, bool is_turn) {
    if (ticket == 0 || !rxtrace_is_on()) return 0;
    uint32_t words = atomic_load_explicit(&hop_words, memory_order_relaxed);
    return words == 0 ? 0 : rxtrace_open_work((uint8_t)(words >> 16), is_turn, ticket);
}

void rxtrace_end_work_of_hop(uint64_t call) {
    if (call != 0) rxtrace_close(call);
}

static _Thread_local uint64_t task_work;

bool rxtrace_begin_task_work(void) {
    const rxtrace_thread *thread = rxtrace_joined_thread();
    if (thread == NULL || thread->depth != 0) return false;
    task_work = rxtrace_begin_work_of_hop(rxtrace_ticket_of_task(), true);
    return task_work != 0;
}

uint8_t rxtrace_context_of_work(void) {
    uint8_t context = rxtrace_thread_context();
    return context == TRACE_UNDECIDED ? rxtrace_context_by(rxtrace_ticket_of_task()) : context;
}

uint64_t rxtrace_in_task_work(uint64_t call) {
    if (call == 0) {
        rxtrace_end_task_work();
        return 0;
    }
    if ((call & CHANGES) == 0) call = rxtrace_context_change(rxtrace_current, call, rxtrace_current->context);
    return call | IN_TASK_WORK;
}

void rxtrace_end_task_work(void) { rxtrace_end_work_of_hop(task_work); }
