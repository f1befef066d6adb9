#include "HopBlocks.h"

#if defined(__linux__)

#include <pthread.h>
#include <string.h>

enum { IS_BLOCK = 7, HAS_COPY_AND_DISPOSE = 1 << 25, LARGEST_ITEM = 512 };

// Weak, because a program without blocks may not link their runtime.
extern void *_NSConcreteStackBlock[] __attribute__((weak));
extern void _Block_object_assign(void *to, const void *from, int kind) __attribute__((weak));
extern void _Block_object_dispose(const void *object, int kind) __attribute__((weak));
extern void _Block_release(const void *block) __attribute__((weak));
extern long dispatch_block_testcancel(rxtrace_block *block) __attribute__((weak));

static bool has_blocks(void) {
    return _NSConcreteStackBlock != NULL && _Block_object_assign != NULL && _Block_object_dispose != NULL &&
           _Block_release != NULL;
}

static void copy(void *to, const void *from) {
    _Block_object_assign(&((rxtrace_wrapped_block *)to)->work, ((const rxtrace_wrapped_block *)from)->work, IS_BLOCK);
}

static void dispose(const void *block) {
    _Block_object_dispose(((const rxtrace_wrapped_block *)block)->work, IS_BLOCK);
}

static const rxtrace_block_descriptor descriptor = {0, sizeof(rxtrace_wrapped_block), copy, dispose};

static RUNS_WORK void run(rxtrace_wrapped_block *wrapped, uint64_t ticket, bool is_turn) {
    turn_begin_work(atomic_load_explicit(&wrapped->place, memory_order_relaxed), wrapped->gift);
    // libdispatch has checked for cancellation, but another thread may have cancelled the item at the switching point
    // above.
    bool is_late = turns_on() && wrapped->item != NULL && dispatch_block_testcancel != NULL;
    if (is_late && dispatch_block_testcancel(wrapped->item) != 0) return;
    // So it has for a source that is due, which the handler of another one may have cancelled there.
    if (turn_is_cancelled(wrapped->source)) return;
    uint64_t call = rxtrace_begin_work_of_hop(ticket, is_turn);
    wrapped->work->invoke(wrapped->work);
    rxtrace_end_work_of_hop(call);
}

static RUNS_WORK void run_block(rxtrace_block *block) {
    rxtrace_wrapped_block *wrapped = (rxtrace_wrapped_block *)block;
    run(wrapped, atomic_load_explicit(&wrapped->ticket, memory_order_relaxed), false);
}

static RUNS_WORK void run_turn(rxtrace_block *block) {
    rxtrace_wrapped_block *wrapped = (rxtrace_wrapped_block *)block;
    run(wrapped, atomic_load_explicit(&wrapped->ticket, memory_order_relaxed), true);
}

// In place of a ticket, if several hops hand on one item.
static const uint64_t SEVERAL = UINT64_MAX;

static RUNS_WORK void run_item(rxtrace_block *block) {
    rxtrace_wrapped_block *wrapped = (rxtrace_wrapped_block *)block;
    uint64_t ticket = atomic_load_explicit(&wrapped->ticket, memory_order_relaxed);
    if (ticket != SEVERAL) ticket = atomic_exchange_explicit(&wrapped->ticket, 0, memory_order_relaxed);
    run(wrapped, ticket == SEVERAL ? 0 : ticket, false);
}

static rxtrace_block *wrap(rxtrace_wrapped_block *wrapped, rxtrace_block *work, void (*invoke)(rxtrace_block *),
                           uint64_t ticket) {
    if (!has_blocks()) return work;
    wrapped->head = (rxtrace_block){_NSConcreteStackBlock, HAS_COPY_AND_DISPOSE, 0, invoke, &descriptor};
    wrapped->work = work;
    wrapped->item = NULL;
    wrapped->source = NULL;
    wrapped->gift = turn_gift_of(NULL);
    atomic_init(&wrapped->ticket, ticket);
    atomic_init(&wrapped->place, 0);
    return &wrapped->head;
}

rxtrace_block *rxtrace_wrap_block(rxtrace_wrapped_block *wrapped, rxtrace_block *work, uint64_t ticket, bool is_turn) {
    return wrap(wrapped, work, is_turn ? run_turn : run_block, ticket);
}

rxtrace_block *rxtrace_wrap_item(rxtrace_wrapped_block *wrapped, rxtrace_block *work, uint64_t ticket) {
    return wrap(wrapped, work, run_item, ticket);
}

// A work item is a block of libdispatch that contains the block it was made of. The invoke function of work items, and
// where they keep the other block, are read from an item made for that purpose.
static struct {
    void (*invoke)(rxtrace_block *);
    size_t place;                 // 0 if unknown
} item;

static pthread_once_t item_once = PTHREAD_ONCE_INIT;
typedef rxtrace_block *(*item_maker)(unsigned long, rxtrace_block *);
// The argument of `look_at_item`, which any of the threads that hand on blocks may run.
static _Atomic(item_maker) make_item;

static void do_nothing(rxtrace_block *block) { (void)block; }

static void look_at_item(void) {
    static const rxtrace_block_descriptor plain = {0, sizeof(rxtrace_block), NULL, NULL};
    enum { IS_GLOBAL = 1 << 28 };
    static rxtrace_block work = {NULL, IS_GLOBAL, 0, do_nothing, &plain};
    rxtrace_block *made = atomic_load_explicit(&make_item, memory_order_relaxed)(0, &work);
    if (!rxtrace_expect(TRACE_ASSUMES_ITEMS, made != NULL)) return;
    item.invoke = made->invoke;
    size_t size = made->descriptor->size < LARGEST_ITEM ? made->descriptor->size : LARGEST_ITEM;
    for (size_t place = sizeof *made; place + sizeof(void *) <= size; place += sizeof(void *)) {
        const rxtrace_block *kept;
        memcpy(&kept, (const char *)made + place, sizeof kept);
        if (kept == &work) item.place = place;
    }
    if (!rxtrace_expect(TRACE_ASSUMES_ITEMS, item.place != 0)) item.place = 0;
    _Block_release(made);
}

bool rxtrace_is_item(const rxtrace_block *block, rxtrace_block *(*make)(unsigned long, rxtrace_block *)) {
    if (make == NULL || !has_blocks()) return true;
    atomic_store_explicit(&make_item, make, memory_order_relaxed);
    pthread_once(&item_once, look_at_item);
    return item.invoke == NULL || block->invoke == item.invoke;
}

// Our block inside a work item. NULL if the item was made of another block.
static rxtrace_wrapped_block *wrapped_in(rxtrace_block *made) {
    if (item.place == 0 || made->invoke != item.invoke) return NULL;
    rxtrace_wrapped_block *wrapped;
    memcpy(&wrapped, (const char *)made + item.place, sizeof wrapped);
    return wrapped == NULL || wrapped->head.invoke != run_item ? NULL : wrapped;
}

void rxtrace_keep_item(rxtrace_block *made) {
    rxtrace_wrapped_block *wrapped = made == NULL ? NULL : wrapped_in(made);
    if (wrapped != NULL) wrapped->item = made;
}

void rxtrace_hand_on_item(rxtrace_block *handed, uint64_t ticket, const turn_thread *turn) {
    rxtrace_wrapped_block *wrapped = wrapped_in(handed);
    if (wrapped == NULL) return;
    atomic_store_explicit(&wrapped->place, turn_handed_within(turn), memory_order_relaxed);
    if (turn != NULL) wrapped->gift = turn_gift_of(turn);
    if (ticket == 0) return;
    uint64_t none = 0;
    if (!atomic_compare_exchange_strong_explicit(&wrapped->ticket, &none, ticket, memory_order_relaxed,
                                                 memory_order_relaxed)) {
        atomic_store_explicit(&wrapped->ticket, SEVERAL, memory_order_relaxed);
    }
}

#endif
