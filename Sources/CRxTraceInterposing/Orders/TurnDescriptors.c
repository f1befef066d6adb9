// Waits for descriptors. Events, timers, and pipes and sockets with every end in this process are waited for under control. What
// others tell comes from outside of the process, so the thread that waits for it goes outside.

#define _GNU_SOURCE
#include "TurnDescriptors.h"
#include "RawCalls.h"
#include "TurnInside.h"
#include "TurnSlots.h"
#include "TurnState.h"
#include "TurnSteps.h"
#include "TurnTime.h"

#if HAS_TURNS

#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/stat.h>

REAL(int, epoll_wait, int, struct epoll_event *, int, int);
REAL(int, epoll_ctl, int, int, int, struct epoll_event *);
REAL(int, poll, struct pollfd *, nfds_t, int);
REAL(int, ppoll, struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
REAL(int, select, int, fd_set *, fd_set *, fd_set *, struct timeval *);
REAL(int, eventfd, unsigned, int);
REAL(int, eventfd_write, int, uint64_t);
REAL(int, eventfd_read, int, uint64_t *);
REAL(int, close, int);

// Events and timers are of no kind of file.
static bool is_event(int descriptor) {
    struct stat about;
    return fstat(descriptor, &about) == 0 && (about.st_mode & S_IFMT) == 0;
}

turn_thread *turn_enter_descriptor(int descriptor, const uintptr_t *frame) {
    return turns_on() && is_event(descriptor) ? turn_enter_events(frame) : turn_enter_from(frame);
}

static turn_thread *enter_all(const struct pollfd *descriptors, nfds_t count, const uintptr_t *frame) {
    bool are_events = turns_on();
    for (nfds_t index = 0; index < count && are_events; index++) are_events = is_event(descriptors[index].fd);
    return are_events ? turn_enter_events(frame) : turn_enter_from(frame);
}

static uint64_t milliseconds(int count) {
    if (count < 0) return TURN_NEVER;
    return turn_now() + (uint64_t)count * 1000000;
}

bool turn_await_ready(turn_thread *self, struct pollfd *descriptors, size_t count, uint64_t deadline, bool is_point) {
    for (bool has_stopped = false;;) {
        if (raw_poll(descriptors, count) > 0) {
            if (has_stopped || !is_point) return true;
            turn_point(self, TURN_DESCRIPTORS);
            has_stopped = true;
            continue;
        }
        if (deadline <= turn_now()) return false;
        if (deadline != TURN_NEVER && turn_is_asked_by_program(self)) turn_expect_until(deadline);
        self->polled = descriptors;
        self->polled_count = count;
        self->polls_inside = is_point;
        turn_block(self, NULL, deadline, TURN_DESCRIPTORS);
        self->polled = NULL;
        self->polls_inside = false;
        has_stopped = true;
    }
}

enum { WATCHED = 4096 };

static bool can_be_watched(int descriptor) { return descriptor >= 0 && descriptor < WATCHED; }

// Queues of events, and those that have watched anything but events and timers, such as another queue.
static bool is_queue[WATCHED], has_watched_more[WATCHED];

static bool watches_events(int queue) { return can_be_watched(queue) && !has_watched_more[queue]; }

static void note_watched_by(int queue, int descriptor) {
    if (!can_be_watched(queue)) return;
    is_queue[queue] = true;
    if (!is_event(descriptor) || !can_be_watched(descriptor) || is_queue[descriptor]) has_watched_more[queue] = true;
}

static int turned_epoll_wait(int queue, struct epoll_event *events, int limit, int timeout) {
    const uintptr_t *frame = __builtin_frame_address(0);
    turn_thread *self = watches_events(queue) ? turn_enter_events(frame) : turn_enter_from(frame);
    if (self == NULL || timeout == 0) return real_epoll_wait(queue, events, limit, timeout);
    struct pollfd descriptor = {queue, POLLIN, 0};
    self->is_manager = turn_is_asked_by_runtime(self);
    uint64_t deadline = milliseconds(timeout);
    for (;;) {
        bool is_ready = turn_await_ready(self, &descriptor, 1, deadline, false);
        int count = real_epoll_wait(queue, events, limit, 0);
        if (count != 0 || !is_ready) return count;
    }
}

// The descriptors that some queue of events watches: those whose bytes come from outside, and those where that may change.
typedef enum watch { UNWATCHED, WATCHED_INSIDE, WATCHED_OUTSIDE } watch;
static uint8_t watches[WATCHED];
static uint32_t watched_count;
static bool looks_outside;

static void set_watched(int descriptor, watch wanted) {
    if (!can_be_watched(descriptor)) return;
    watched_count += (wanted == WATCHED_OUTSIDE) - (watches[descriptor] == WATCHED_OUTSIDE);
    watches[descriptor] = (uint8_t)wanted;
}

// For itself, libdispatch makes an event, one for the main thread's run loop if that asks for it, and its timers
// (src/event/event_epoll.c). What it watches besides is the program's.
enum { EVENTS = 16 };
static int events_of_runtime[EVENTS];
static size_t event_count;
static bool runtime_polls_others;

bool turn_runtime_polls_others(void) { return runtime_polls_others; }

static int turned_eventfd(unsigned value, int flags) {
    turn_thread *self = turn_enter_told(__builtin_frame_address(0));
    int descriptor = real_eventfd(value, flags);
    bool is_of_runtime = self != NULL && turn_is_asked_by_runtime(self);
    if (is_of_runtime && event_count < EVENTS) events_of_runtime[event_count++] = descriptor;
    return descriptor;
}

static bool is_event_of_runtime(int descriptor) {
    for (size_t index = 0; index < event_count; index++) {
        if (events_of_runtime[index] == descriptor) return true;
    }
    return false;
}

bool turn_is_outside_watched(void) { return watched_count > 0 || looks_outside; }

static void note_outside(void) {
    turn_take();
    turn_note_outside(NULL);
    turn_release();
}

void turn_look_outside(void) {
    bool is_new = false;
    for (int descriptor = 0; descriptor < WATCHED; descriptor++) {
        if (watches[descriptor] != WATCHED_INSIDE) continue;
        set_watched(descriptor, WATCHED_OUTSIDE);
        is_new = true;
    }
    for (uint32_t index = 0; index < turns.thread_count; index++) {
        const turn_thread *thread = &turns.threads[index];
        if (thread->state != TURN_BLOCKED || !thread->polls_inside) continue;
        is_new = looks_outside = true;
    }
    if (is_new) note_outside();
}

static void note_watched(const turn_thread *self, int descriptor) {
    struct itimerspec unused;
    bool is_own = is_event_of_runtime(descriptor) || turn_get_timer(descriptor, &unused);
    if (self != NULL && turn_is_asked_by_runtime(self) && !is_own) runtime_polls_others = true;
}

static int turned_epoll_ctl(int queue, int operation, int descriptor, struct epoll_event *event) {
    turn_thread *self = turn_enter_told(__builtin_frame_address(0));
    int status = real_epoll_ctl(queue, operation, descriptor, event);
    if (!turns_on()) return status;
    note_watched(self, descriptor);
    note_watched_by(queue, descriptor);
    bool asks = operation != EPOLL_CTL_DEL && event != NULL && (event->events & (EPOLLIN | EPOLLOUT | EPOLLPRI)) != 0;
    bool watches_any = status == 0 && asks;
    bool is_outside = watches_any && turn_is_outside(descriptor);
    if (is_outside && !(can_be_watched(descriptor) && watches[descriptor] == WATCHED_OUTSIDE)) note_outside();
    if (is_outside) set_watched(descriptor, WATCHED_OUTSIDE);
    else if (status == 0) set_watched(descriptor, watches_any && turn_is_inside(descriptor) ? WATCHED_INSIDE : UNWATCHED);
    turn_change_descriptors();
    return status;
}

static bool has_outside(const struct pollfd *descriptors, nfds_t count) {
    for (nfds_t index = 0; index < count; index++) {
        if (turn_is_outside(descriptors[index].fd)) return true;
    }
    return false;
}

static bool has_inside(const struct pollfd *descriptors, nfds_t count) {
    for (nfds_t index = 0; index < count; index++) {
        if (turn_is_inside(descriptors[index].fd)) return true;
    }
    return false;
}

static int turned_poll(struct pollfd *descriptors, nfds_t count, int timeout) {
    turn_thread *self = enter_all(descriptors, count, __builtin_frame_address(0));
    if (self == NULL) return real_poll(descriptors, count, timeout);
    bool is_point = has_inside(descriptors, count);
    if (timeout == 0 && is_point) turn_point(self, TURN_DESCRIPTORS);
    if (timeout == 0) return real_poll(descriptors, count, timeout);
    if (has_outside(descriptors, count)) {
        turn_go_outside(self);
        return real_poll(descriptors, count, timeout);
    }
    turn_await_ready(self, descriptors, count, milliseconds(timeout), is_point);
    return real_poll(descriptors, count, 0);
}

static int turned_ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *time, const sigset_t *signals) {
    turn_thread *self = enter_all(descriptors, count, __builtin_frame_address(0));
    if (self == NULL || (time != NULL && turn_nanoseconds(time) == 0)) {
        return real_ppoll(descriptors, count, time, signals);
    }
    if (has_outside(descriptors, count)) {
        turn_go_outside(self);
        return real_ppoll(descriptors, count, time, signals);
    }
    uint64_t deadline = time == NULL ? TURN_NEVER : turn_deadline_in(time);
    turn_await_ready(self, descriptors, count, deadline, has_inside(descriptors, count));
    struct timespec none = {0, 0};
    return real_ppoll(descriptors, count, &none, signals);
}

static int turned_select(int limit, fd_set *readers, fd_set *writers, fd_set *others, struct timeval *time) {
    turn_thread *self = ENTER();
    bool waits = time == NULL || time->tv_sec != 0 || time->tv_usec != 0;
    if (self == NULL || !waits || limit > FD_SETSIZE) return real_select(limit, readers, writers, others, time);
    struct pollfd descriptors[FD_SETSIZE];
    size_t count = 0;
    for (int descriptor = 0; descriptor < limit; descriptor++) {
        short events = 0;
        if (readers != NULL && FD_ISSET(descriptor, readers)) events |= POLLIN;
        if (writers != NULL && FD_ISSET(descriptor, writers)) events |= POLLOUT;
        if (others != NULL && FD_ISSET(descriptor, others)) events |= POLLPRI;
        if (events != 0) descriptors[count++] = (struct pollfd){descriptor, events, 0};
    }
    if (has_outside(descriptors, count)) {
        turn_go_outside(self);
        return real_select(limit, readers, writers, others, time);
    }
    struct timespec span = {0, 0};
    if (time != NULL) span = (struct timespec){time->tv_sec, time->tv_usec * 1000};
    uint64_t deadline = time == NULL ? TURN_NEVER : turn_deadline_in(&span);
    turn_await_ready(self, descriptors, count, deadline, has_inside(descriptors, count));
    struct timeval none = {0, 0};
    return real_select(limit, readers, writers, others, &none);
}

// By one, libdispatch has the main thread's run loop do what was handed to the main queue.
static int turned_eventfd_write(int descriptor, uint64_t value) {
    turn_enter_events(__builtin_frame_address(0));
    if (turns_on()) turn_touch_events();
    int status = real_eventfd_write(descriptor, value);
    if (turns_on()) turn_change_descriptors();
    return status;
}

// Whether a read of the descriptor waits.
static bool waits(turn_thread *self, int descriptor, struct pollfd *polled) {
    *polled = (struct pollfd){descriptor, POLLIN, 0};
    return self != NULL && (fcntl(descriptor, F_GETFL) & O_NONBLOCK) == 0;
}

static int turned_eventfd_read(int descriptor, uint64_t *value) {
    turn_thread *self = turn_enter_events(__builtin_frame_address(0));
    struct pollfd polled;
    if (waits(self, descriptor, &polled)) turn_await_ready(self, &polled, 1, TURN_NEVER, false);
    return real_eventfd_read(descriptor, value);
}

static int turned_close(int descriptor) {
    if (turns_on()) {
        turn_thread *self = ENTER();
        if (self != NULL && turn_is_inside(descriptor)) turn_point(self, TURN_DESCRIPTORS);
        turn_close_timer(descriptor);
        set_watched(descriptor, UNWATCHED);
    }
    int status = real_close(descriptor);
    if (turns_on()) turn_change_descriptors();
    return status;
}

const turn_function turn_descriptor_functions[] = {
    STANDS_FOR(eventfd),    STANDS_FOR(epoll_wait), STANDS_FOR(epoll_ctl),     STANDS_FOR(poll),         STANDS_FOR(ppoll),
    STANDS_FOR(select),     STANDS_FOR(eventfd_write), STANDS_FOR(eventfd_read), STANDS_FOR(close),
    {NULL, NULL, NULL}};

#endif
