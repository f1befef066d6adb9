#include "HopSteps.h"

#if defined(__linux__)

// Walks from the function with the frame up through its callers. `is_exact`: steps are learned on the whole way, and
// the walk ends at a step that cannot be. Otherwise they are learned up to the program's code, and unknown steps beyond
// it go by frame pointers.
static void find_code(const uintptr_t *frame, rxtrace_asker *asker, size_t limit, bool is_exact) {
    static const rxtrace_step by_frame_pointer = {.has_frame = true};
    uintptr_t high = rxtrace_current->stack_high;
    uintptr_t place = (uintptr_t)&frame[1];
    uintptr_t pointer = frame[0];
    bool has_learned = false;
    *asker = (rxtrace_asker){.is_program = false};
    for (int depth = 0; depth < DEEPEST; depth++) {
        uintptr_t address = *(const uintptr_t *)place;
        rxtrace_owner owner = rxtrace_owner_of(address);
        if (owner == OF_RUNTIME || address == 0) return;
        const rxtrace_step *step = &by_frame_pointer;
        if (owner == OF_PROGRAM) {
            asker->is_program = true;
            asker->stack[asker->count++] = address;
            // Further steps can be learned from this function's frame on.
            frame = (const uintptr_t *)pointer;
            asker->frame = frame;
            if (asker->count == limit) return;
            has_learned = has_learned && !is_exact;
        } else {
            step = rxtrace_known_step(address);
            bool is_due = step == NULL ? is_exact || !asker->is_program : rxtrace_is_to_be_looked_at(step);
            if (is_due && !has_learned) {
                has_learned = true;
                rxtrace_learn_steps(frame);
                step = rxtrace_known_step(address);
            }
            if (step != NULL && atomic_load_explicit(&step->varies, memory_order_relaxed)) return;
            if (step == NULL && is_exact) return;
            if (step == NULL) step = &by_frame_pointer;
            if (!asker->is_program && owner == OF_FOUNDATION) {
                asker->is_foundation = true;
                asker->is_operation = step->is_operation;
            }
        }
        if (step->return_distance == 0) {
            if (pointer <= place || pointer % sizeof(uintptr_t) != 0 || pointer + 2 * sizeof(uintptr_t) > high) return;
            place = pointer + sizeof(uintptr_t);
            pointer = *(const uintptr_t *)pointer;
            continue;
        }
        uintptr_t next = place + (uintptr_t)(intptr_t)step->return_distance;
        if (next <= place || next + sizeof(uintptr_t) > high) return;
        if (!step->has_frame) {
            pointer = 0;
        } else if (step->frame_distance != 0) {
            pointer = *(const uintptr_t *)(place + (uintptr_t)step->frame_distance);
        }
        place = next;
    }
}

void rxtrace_find_asker(const uintptr_t *frame, rxtrace_asker *asker) {
    find_code(frame, asker, HOP_STACK_LIMIT, false);
}

void rxtrace_find_releaser(const uintptr_t *frame, rxtrace_asker *asker) {
    uintptr_t high = rxtrace_current->stack_high;
    *asker = (rxtrace_asker){.is_program = false};
    rxtrace_find_system_images();
    // The innermost frames of the program belong to the object's deinit, which the runtime called.
    while (frame[1] != 0 && rxtrace_owner_of(frame[1]) == OF_PROGRAM) {
        uintptr_t above = frame[0];
        if (above <= (uintptr_t)frame || above % sizeof(uintptr_t) != 0 || above + 2 * sizeof(uintptr_t) > high) return;
        frame = (const uintptr_t *)above;
    }
    find_code(frame, asker, RELEASE_STACK_LIMIT, true);
}

#else

void rxtrace_find_asker(const uintptr_t *frame, rxtrace_asker *asker) {
    (void)frame;
    *asker = (rxtrace_asker){.is_program = false};
}

void rxtrace_find_releaser(const uintptr_t *frame, rxtrace_asker *asker) { rxtrace_find_asker(frame, asker); }

#endif
