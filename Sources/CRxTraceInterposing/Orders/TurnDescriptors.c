// Waits for descriptors. Events, timers and pipes are waited for under control. A socket's bytes come from outside of
// the process, so the thread that waits for them goes outside.

#define _GNU_SOURCE
#include "RawCalls.h"
#include "TurnSlots.h"
#include "TurnState.h"
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
REAL(int, eventfd_write, int, uint64_t);
REAL(int, eventfd_read, int, uint64_t *);
REAL(ssize_t, write, int, const void *, size_t);
REAL(ssize_t, read, int, void *, size_t);
REAL(int, close, int);

static uint64_t milliseconds(int count) {
    if (count < 0) return TURN_NEVER;
    return turn_now() + (uint64_t)count * 1000000;
}

static bool is_outside(int descriptor) {
    struct stat about;
    if (descriptor < 0 || fstat(descriptor, &about) != 0) return false;
    // Standard input is written by another process.
    return descriptor == 0 || S_ISSOCK(about.st_mode) || S_ISCHR(about.st_mode);
}

// Waits until one of the descriptors is ready or the deadline has come. Returns whether one is ready.
static bool await(turn_thread *self, struct pollfd *descriptors, size_t count, uint64_t deadline) {
    for (;;) {
        if (raw_poll(descriptors, count) > 0) return true;
        if (deadline <= turn_now()) return false;
        if (deadline != TURN_NEVER && turn_is_asked_by_program(self)) turn_expect_until(deadline);
        self->polled = descriptors;
        self->polled_count = count;
        turn_block(self, NULL, deadline, TURN_DESCRIPTORS);
        self->polled = NULL;
    }
}

static int turned_epoll_wait(int queue, struct epoll_event *events, int limit, int timeout) {
    turn_thread *self = ENTER();
    if (self == NULL || timeout == 0) return real_epoll_wait(queue, events, limit, timeout);
    struct pollfd descriptor = {queue, POLLIN, 0};
    uint64_t deadline = milliseconds(timeout);
    for (;;) {
        bool is_ready = await(self, &descriptor, 1, deadline);
        int count = real_epoll_wait(queue, events, limit, 0);
        if (count != 0 || !is_ready) return count;
    }
}

// The descriptors that some queue of events watches, whose bytes come from outside.
enum { WATCHED = 4096 };
static bool is_watched[WATCHED];
static uint32_t watched_count;

static bool can_be_watched(int descriptor) { return descriptor >= 0 && descriptor < WATCHED; }

static void set_watched(int descriptor, bool watched) {
    if (!can_be_watched(descriptor) || is_watched[descriptor] == watched) return;
    is_watched[descriptor] = watched;
    watched_count = watched ? watched_count + 1 : watched_count - 1;
}

bool turn_is_outside_watched(void) { return watched_count > 0; }

static void note_outside(void) {
    turn_take();
    turn_note_outside(NULL);
    turn_release();
}

static int turned_epoll_ctl(int queue, int operation, int descriptor, struct epoll_event *event) {
    int status = real_epoll_ctl(queue, operation, descriptor, event);
    if (!turns_on()) return status;
    bool asks = operation != EPOLL_CTL_DEL && event != NULL && (event->events & (EPOLLIN | EPOLLOUT | EPOLLPRI)) != 0;
    bool watches = status == 0 && asks && is_outside(descriptor);
    if (watches && !(can_be_watched(descriptor) && is_watched[descriptor])) note_outside();
    if (status == 0) set_watched(descriptor, watches);
    turn_change_descriptors();
    return status;
}

static bool has_outside(const struct pollfd *descriptors, nfds_t count) {
    for (nfds_t index = 0; index < count; index++) {
        if (is_outside(descriptors[index].fd)) return true;
    }
    return false;
}

static int turned_poll(struct pollfd *descriptors, nfds_t count, int timeout) {
    turn_thread *self = ENTER();
    if (self == NULL || timeout == 0) return real_poll(descriptors, count, timeout);
    if (has_outside(descriptors, count)) {
        turn_go_outside(self);
        return real_poll(descriptors, count, timeout);
    }
    await(self, descriptors, count, milliseconds(timeout));
    return real_poll(descriptors, count, 0);
}

static int turned_ppoll(struct pollfd *descriptors, nfds_t count, const struct timespec *time, const sigset_t *signals) {
    turn_thread *self = ENTER();
    if (self == NULL || (time != NULL && turn_nanoseconds(time) == 0)) {
        return real_ppoll(descriptors, count, time, signals);
    }
    if (has_outside(descriptors, count)) {
        turn_go_outside(self);
        return real_ppoll(descriptors, count, time, signals);
    }
    await(self, descriptors, count, time == NULL ? TURN_NEVER : turn_deadline_in(time));
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
    await(self, descriptors, count, time == NULL ? TURN_NEVER : turn_deadline_in(&span));
    struct timeval none = {0, 0};
    return real_select(limit, readers, writers, others, &none);
}

static int turned_eventfd_write(int descriptor, uint64_t value) {
    int status = real_eventfd_write(descriptor, value);
    if (turns_on()) turn_change_descriptors();
    return status;
}

static ssize_t turned_write(int descriptor, const void *bytes, size_t count) {
    turn_thread *self = ENTER();
    if (self != NULL && (descriptor == 1 || descriptor == 2)) turn_point(self, TURN_OUTPUT);
    ssize_t written = real_write(descriptor, bytes, count);
    if (self != NULL) turn_change_descriptors();
    return written;
}

// Whether a read of the descriptor waits under control: the other end of an event or a pipe may be in this process.
static bool waits(turn_thread *self, int descriptor, struct pollfd *polled) {
    if (self == NULL || is_outside(descriptor)) return false;
    *polled = (struct pollfd){descriptor, POLLIN, 0};
    return (fcntl(descriptor, F_GETFL) & O_NONBLOCK) == 0;
}

static ssize_t turned_read(int descriptor, void *bytes, size_t count) {
    turn_thread *self = ENTER();
    struct pollfd polled;
    if (waits(self, descriptor, &polled)) await(self, &polled, 1, TURN_NEVER);
    return real_read(descriptor, bytes, count);
}

static int turned_eventfd_read(int descriptor, uint64_t *value) {
    turn_thread *self = ENTER();
    struct pollfd polled;
    if (waits(self, descriptor, &polled)) await(self, &polled, 1, TURN_NEVER);
    return real_eventfd_read(descriptor, value);
}

static int turned_close(int descriptor) {
    if (turns_on()) {
        turn_close_timer(descriptor);
        set_watched(descriptor, false);
    }
    int status = real_close(descriptor);
    if (turns_on()) turn_change_descriptors();
    return status;
}

const turn_function turn_descriptor_functions[] = {
    STANDS_FOR(epoll_wait),    STANDS_FOR(epoll_ctl),    STANDS_FOR(poll),  STANDS_FOR(ppoll),
    STANDS_FOR(select),        STANDS_FOR(eventfd_write), STANDS_FOR(eventfd_read), STANDS_FOR(write), STANDS_FOR(read),
    STANDS_FOR(close),         {NULL, NULL, NULL}};

#endif
