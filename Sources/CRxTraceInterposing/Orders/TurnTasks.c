#include "TurnTasks.h"
#include "TurnLog.h"
#include "TurnRaces.h"
#include "TurnReleases.h"
#include "TurnState.h"
#include "TurnSteps.h"

#if HAS_TURNS

// The layouts are those of Job, AsyncTask and NullaryContinuationJob (swift/include/swift/ABI/Task.h), and of
// ContinuationAsyncContext: a job's flags begin with its kind (MetadataValues.h), a task's context comes first behind what it has of
// a job, and a continuation's context ends with where the task goes on.
enum { FLAGS = 4, CONTEXT = 8, CONTINUED = 9, EXECUTOR = 6 };
enum { KIND = 0xFF, IS_TASK = 0, IS_ACTOR = 0xC0, LAST_OF_ACTORS = 0xC2, RESUMES = 0xC3 };

// A task may take the place of another, whose later parts are then told without their place.
static struct {
    const void *task;
    uint32_t place;
} made[1 << 10];

static size_t entry_of(const void *task) { return ((uintptr_t)task >> 4) * 0x9E3779B97F4A7C15ull >> 54; }

void turn_note_task(const void *task, uint32_t place) {
    turn_take();
    made[entry_of(task)].task = task;
    made[entry_of(task)].place = place;
    turn_release();
}

static uint32_t place_of(const void *task) {
    turn_take();
    size_t entry = entry_of(task);
    uint32_t place = made[entry].task == task ? made[entry].place : 0;
    turn_release();
    return place == 0 ? 0 : place | OF_LATER_PART;
}

// A group may take the place of another one. Where one of their tasks has answered something, all are taken to.
enum { GROUPS = 64, WORDS_OF_GROUP = 32 };

static struct {
    uintptr_t group;
    bool answers_nothing;
} groups[GROUPS];
static size_t group_count;

void turn_note_answers(const void *group, bool answers_nothing) {
    size_t index = 0;
    while (index < group_count && groups[index].group != (uintptr_t)group) index++;
    if (index == GROUPS) return;
    if (index == group_count) {
        groups[group_count].group = (uintptr_t)group;
        groups[group_count++].answers_nothing = true;
    }
    groups[index].answers_nothing &= answers_nothing;
}

bool turn_is_of_answers_alike(const void *lock) {
    for (size_t index = 0; index < group_count; index++) {
        uintptr_t distance = (uintptr_t)lock - groups[index].group;
        if (distance < WORDS_OF_GROUP * sizeof(void *)) return groups[index].answers_nothing && !turns.throws_in_groups;
    }
    return false;
}

const uintptr_t *turn_task_resumed_by(const uintptr_t *job, uintptr_t *executor) {
    if ((job[FLAGS] & KIND) != RESUMES) return NULL;
    const uintptr_t *task = (const uintptr_t *)job[CONTINUED];
    if (task == NULL || (task[FLAGS] & KIND) != IS_TASK) return NULL;
    const uintptr_t *context = (const uintptr_t *)task[CONTEXT];
    if (context == NULL) return NULL;
    *executor = context[EXECUTOR];
    return task;
}

const void *turn_task_of_job(const uintptr_t *job) {
    uintptr_t executor;
    return (job[FLAGS] & KIND) == IS_TASK ? job : turn_task_resumed_by(job, &executor);
}

// All tasks have one class.
static bool is_task(const void *object) {
    const void *const *current = rxtrace_current_task();
    uintptr_t address = (uintptr_t)object;
    bool is_address = address > UINT32_MAX && address % sizeof(void *) == 0 && turn_is_readable(address);
    return current != NULL && is_address && *(const void *const *)object == *current;
}

void turn_touch_continuations(void) {
    static const char continuations;
    turn_touch(&continuations, true);
}

void turn_touch_awaited(const void *task) {
    if (!is_task(task)) return turn_touch_all();
    turn_come_behind(task);
    turn_touch_task(task);
}

void turn_touch_switch(uintptr_t actor) {
    uintptr_t before = turn_current_actor(), main_actor = turn_main_actor();
    bool is_known = actor == 0 || actor == main_actor;
    if (is_known && (before == 0 || before == main_actor)) return;
    turn_use_more_than_tasks();
    turn_touch_all();
}

uint32_t turn_place_of_job(const uintptr_t *job) {
    uintptr_t executor;
    uintptr_t kind = job[FLAGS] & KIND;
    if (kind == IS_TASK) return place_of(job);
    if (kind >= IS_ACTOR && kind <= LAST_OF_ACTORS) return OF_ACTOR;
    const uintptr_t *task = turn_task_resumed_by(job, &executor);
    return task == NULL ? 0 : place_of(task);
}

#endif
