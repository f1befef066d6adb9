#define _GNU_SOURCE
#include "TurnQueues.h"
#include "../HopFunctions.h"
#include "TurnSlots.h"
#include "TurnState.h"
#include "TurnSteps.h"
#include "TurnVariables.h"

#if HAS_TURNS

#include <dlfcn.h>

typedef void *object;

REAL(object, dispatch_queue_create, const char *, object);
REAL(object, dispatch_queue_create_with_target, const char *, object, object);
REAL(object, dispatch_queue_attr_make_with_qos_class, object, unsigned, int);
REAL(object, dispatch_queue_attr_make_with_autorelease_frequency, object, unsigned long);
REAL(void, dispatch_set_target_queue, object, object);

enum { QUEUES = 64, ATTRIBUTES = 16 };

// A queue may take the place of one that is no more.
static struct {
    const void *queue;
    bool is_used;                 // work was handed to it as if nobody saw that
} concurrent[QUEUES];
static size_t count;

// They begin their work one by one. A queue that is made where one was that is no more is noted anew.
static turn_addresses serial;

// Attributes with which a queue is concurrent, and active from the beginning.
static const void *attributes[ATTRIBUTES];
static size_t attribute_count;

static bool is_concurrent(object attribute) {
    static const void *first;
    if (first == NULL) first = dlsym(RTLD_DEFAULT, "_dispatch_queue_attr_concurrent");
    if (attribute == NULL) return false;
    bool is_known = attribute == first;
    for (size_t index = 0; index < attribute_count; index++) is_known |= attributes[index] == attribute;
    return is_known;
}

static object note_attribute(object attribute, object made) {
    if (is_concurrent(attribute) && !is_concurrent(made) && attribute_count < ATTRIBUTES) attributes[attribute_count++] = made;
    return made;
}

static void forget(const void *queue) {
    for (size_t index = 0; index < count; index++) {
        if (concurrent[index].queue == queue) concurrent[index--] = concurrent[--count];
    }
}

static object note_queue(object queue, object attribute, object target) {
    if (queue == NULL || !turns_on()) return queue;
    turn_take();
    forget(queue);
    if (!is_concurrent(attribute)) turn_add_address(&serial, queue);
    else if (turn_has_address(&serial, queue)) *turn_entry_of(&serial, queue) = 0;
    bool is_of_pool = target == NULL || rxtrace_is_of_pool(target);
    if (is_concurrent(attribute) && is_of_pool && count < QUEUES) {
        concurrent[count].is_used = false;
        concurrent[count++].queue = queue;
    }
    turn_release();
    return queue;
}

bool turn_begins_in_any_order(const void *queue) {
    if ((turns.sees & SEES_READS) != 0 || turns.makes_barriers) return false;
    for (size_t index = 0; index < count; index++) {
        if (concurrent[index].queue == queue) return concurrent[index].is_used = true;
    }
    return false;
}

void turn_touch_queue(const void *queue) {
    if (queue == NULL) turn_touch_all();
    else if (!rxtrace_is_of_pool((void *)queue) && !turn_begins_in_any_order(queue)) turn_touch(queue, true);
}

bool turn_is_serial(const void *queue) {
    static const void *main_queue;
    if (queue == NULL) return false;
    if (main_queue == NULL) main_queue = dlsym(RTLD_DEFAULT, "_dispatch_main_q");
    return queue == main_queue || turn_has_address(&serial, queue);
}

void turn_note_held_back(const void *queue) {
    if (!turns_on()) return;
    turn_take();
    for (size_t index = 0; index < count; index++) {
        if (concurrent[index].queue == queue && concurrent[index].is_used) turn_ask_for_each_read();
    }
    forget(queue);
    turn_release();
}

void turn_note_barrier(void) {
    while (count > 0) turn_note_held_back(concurrent[0].queue);
    turns.makes_barriers = true;
}

static object turned_dispatch_queue_create(const char *label, object attribute) {
    return note_queue(real_dispatch_queue_create(label, attribute), attribute, NULL);
}

static object turned_dispatch_queue_create_with_target(const char *label, object attribute, object target) {
    return note_queue(real_dispatch_queue_create_with_target(label, attribute, target), attribute, target);
}

static object turned_dispatch_queue_attr_make_with_qos_class(object attribute, unsigned quality, int priority) {
    return note_attribute(attribute, real_dispatch_queue_attr_make_with_qos_class(attribute, quality, priority));
}

static object turned_dispatch_queue_attr_make_with_autorelease_frequency(object attribute, unsigned long frequency) {
    return note_attribute(attribute, real_dispatch_queue_attr_make_with_autorelease_frequency(attribute, frequency));
}

static void turned_dispatch_set_target_queue(object queue, object target) {
    turn_note_held_back(queue);
    real_dispatch_set_target_queue(queue, target);
}

const turn_function turn_queue_functions[] = {
    STANDS_FOR(dispatch_queue_create),
    STANDS_FOR(dispatch_queue_create_with_target),
    STANDS_FOR(dispatch_queue_attr_make_with_qos_class),
    STANDS_FOR(dispatch_queue_attr_make_with_autorelease_frequency),
    STANDS_FOR(dispatch_set_target_queue),
    {NULL, NULL, NULL}};

#endif
