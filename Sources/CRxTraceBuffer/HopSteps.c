#define _GNU_SOURCE
#include "HopSteps.h"

#if defined(__linux__)

#include <dlfcn.h>
#include <string.h>
#include <unwind.h>

enum { STEPS = 512, PROBES = 8 };

// The system's libraries are compiled without frame pointers. The distance from the return address of a call in one of
// their functions to the function's own return address is the same each time: it is learned by unwinding, which is
// slow, and then kept here.

static rxtrace_step steps[STEPS];
static OWN_LOCK pthread_mutex_t steps_lock = PTHREAD_MUTEX_INITIALIZER;

static size_t first_probe(uintptr_t address) { return (address * 0x9E3779B97F4A7C15ull >> 32) % STEPS; }

const rxtrace_step *rxtrace_known_step(uintptr_t address) {
    for (size_t probe = 0, index = first_probe(address); probe < PROBES; probe++, index = (index + 1) % STEPS) {
        uintptr_t found = atomic_load_explicit(&steps[index].address, memory_order_acquire);
        if (found == address) return &steps[index];
        if (found == 0) return NULL;
    }
    return NULL;
}

// A function whose frame has different sizes at different times ends all further walks.
static void look_at_step(rxtrace_step *known, const rxtrace_step *new) {
    bool is_same = known->return_distance == new->return_distance && known->frame_distance == new->frame_distance &&
                   known->has_frame == new->has_frame;
    if (is_same && rxtrace_expect(TRACE_ASSUMES_STEPS, true)) return;
    rxtrace_expect(TRACE_ASSUMES_STEPS, false);
    atomic_store_explicit(&known->varies, true, memory_order_relaxed);
}

static void add_step(uintptr_t address, rxtrace_step new) {
    rxtrace_step *known = (rxtrace_step *)rxtrace_known_step(address);
    if (known != NULL) return look_at_step(known, &new);
    for (size_t probe = 0, index = first_probe(address); probe < PROBES; probe++, index = (index + 1) % STEPS) {
        if (atomic_load_explicit(&steps[index].address, memory_order_relaxed) != 0) continue;
        steps[index].return_distance = new.return_distance;
        steps[index].frame_distance = new.frame_distance;
        steps[index].has_frame = new.has_frame;
        steps[index].is_operation = new.is_operation;
        atomic_store_explicit(&steps[index].address, address, memory_order_release);
        return;
    }
}

static bool is_operation(uintptr_t address) {
    Dl_info info;
    if (dladdr((const void *)(address - 1), &info) == 0 || info.dli_sname == NULL) return false;
    return strstr(info.dli_sname, "10Foundation14OperationQueueC") != NULL;
}

#if defined(__x86_64__)

typedef struct unwound {
    size_t count;
    uintptr_t addresses[DEEPEST];
    uintptr_t places[DEEPEST];    // where each address is kept
    uintptr_t frames[DEEPEST];    // the frame pointer at each address
} unwound;

static _Unwind_Reason_Code add_frame(struct _Unwind_Context *context, void *argument) {
    enum { FRAME_POINTER = 6 };
    unwound *found = argument;
    if (found->count == DEEPEST) return _URC_END_OF_STACK;
    found->addresses[found->count] = _Unwind_GetIP(context);
    found->places[found->count] = _Unwind_GetCFA(context) - sizeof(uintptr_t);
    found->frames[found->count] = _Unwind_GetGR(context, FRAME_POINTER);
    found->count++;
    return _URC_NO_REASON;
}

static rxtrace_step step_between(const unwound *found, size_t index) {
    uintptr_t place = found->places[index];
    uintptr_t next = found->places[index + 1];
    uintptr_t frame = found->frames[index];
    uintptr_t next_frame = found->frames[index + 1];
    rxtrace_step new = {.has_frame = true, .is_operation = rxtrace_owner_of(found->addresses[index]) == OF_FOUNDATION &&
                                                   is_operation(found->addresses[index])};
    if (frame > place && frame + sizeof(uintptr_t) == next && *(const uintptr_t *)frame == next_frame) return new;
    new.return_distance = (int32_t)(next - place);
    if (frame == next_frame) return new;
    // The function uses the frame pointer's register, and so has pushed it near its return address.
    for (uintptr_t kept = next - sizeof(uintptr_t); kept > place; kept -= sizeof(uintptr_t)) {
        if (*(const uintptr_t *)kept != next_frame) continue;
        new.frame_distance = (int32_t)(kept - place);
        return new;
    }
    new.has_frame = false;
    return new;
}

extern _Unwind_Reason_Code _Unwind_Backtrace(_Unwind_Trace_Fn, void *) __attribute__((weak));

__attribute__((noinline)) void rxtrace_learn_steps(const uintptr_t *frame) {
    unwound found = {.count = 0};
    if (_Unwind_Backtrace == NULL) return;
    _Unwind_Backtrace(add_frame, &found);
    // What the unwinder says is compared with the stack: first for the frame that is known, then for all others.
    size_t first = 0;
    while (first < found.count && found.places[first] != (uintptr_t)&frame[1]) first++;
    bool is_known = first < found.count && found.addresses[first] == frame[1] && found.frames[first] == frame[0];
    for (size_t index = first; is_known && index < found.count && found.places[index] < rxtrace_current->stack_high; index++) {
        if (*(const uintptr_t *)found.places[index] != found.addresses[index]) is_known = false;
        if (rxtrace_owner_of(found.addresses[index]) == OF_PROGRAM) break;
    }
    if (!rxtrace_expect(TRACE_ASSUMES_FRAMES, is_known)) return;
    rxtrace_step new[DEEPEST];
    size_t end = first;
    while (end + 1 < found.count && rxtrace_owner_of(found.addresses[end]) != OF_PROGRAM &&
           found.places[end + 1] > found.places[end]) {
        new[end] = step_between(&found, end);
        end++;
    }
    pthread_mutex_lock(&steps_lock);
    for (size_t index = first; index < end; index++) add_step(found.addresses[index], new[index]);
    pthread_mutex_unlock(&steps_lock);
}

#else

// Here frame pointers lead up the stack; a step tells only whether its function is an operation queue's.
void rxtrace_learn_steps(const uintptr_t *frame) {
    uintptr_t high = rxtrace_current->stack_high;
    for (int depth = 0; depth < DEEPEST; depth++) {
        uintptr_t address = frame[1];
        rxtrace_owner owner = rxtrace_owner_of(address);
        if (owner == OF_PROGRAM || owner == OF_RUNTIME || address == 0) return;
        bool is_of_queue = owner == OF_FOUNDATION && is_operation(address);
        pthread_mutex_lock(&steps_lock);
        add_step(address, (rxtrace_step){.has_frame = true, .is_operation = is_of_queue});
        pthread_mutex_unlock(&steps_lock);
        uintptr_t next = frame[0];
        if (next <= (uintptr_t)frame || next % sizeof(uintptr_t) != 0 || next + 2 * sizeof(uintptr_t) > high) return;
        frame = (const uintptr_t *)next;
    }
}

#endif

void rxtrace_let_go_of_steps(void) { steps_lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER; }

#else

void rxtrace_let_go_of_steps(void) {}

#endif
