// Reads and writes of pipes and sockets. Those with every end in this process are switching points, and are waited for under
// control; who waits for others goes outside.

#define _GNU_SOURCE
#include "RawCalls.h"
#include "TurnDescriptors.h"
#include "TurnInside.h"
#include "TurnSlots.h"
#include "TurnTime.h"

#if HAS_TURNS

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

REAL(ssize_t, read, int, void *, size_t);
REAL(ssize_t, readv, int, const struct iovec *, int);
REAL(ssize_t, recv, int, void *, size_t, int);
REAL(ssize_t, recvfrom, int, void *, size_t, int, struct sockaddr *, socklen_t *);
REAL(ssize_t, recvmsg, int, struct msghdr *, int);
REAL(ssize_t, write, int, const void *, size_t);
REAL(ssize_t, writev, int, const struct iovec *, int);
REAL(ssize_t, send, int, const void *, size_t, int);
REAL(ssize_t, sendto, int, const void *, size_t, int, const struct sockaddr *, socklen_t);
REAL(ssize_t, sendmsg, int, const struct msghdr *, int);
REAL(int, shutdown, int, int);

static bool may_wait(int descriptor, int flags) {
    return (flags & MSG_DONTWAIT) == 0 && (fcntl(descriptor, F_GETFL) & O_NONBLOCK) == 0;
}

// A socket may have a limit of its own.
static uint64_t deadline_of(int descriptor, int limit) {
    struct timeval time;
    socklen_t size = sizeof time;
    if (getsockopt(descriptor, SOL_SOCKET, limit, &time, &size) != 0 || (time.tv_sec == 0 && time.tv_usec == 0)) return TURN_NEVER;
    struct timespec span = {time.tv_sec, time.tv_usec * 1000};
    return turn_deadline_in(&span);
}

// Stops before a read (POLLIN) or a write (POLLOUT), and waits as long as it would wait. Returns false if the limit has come.
static bool stop(turn_thread *self, int descriptor, short events, int flags) {
    if (!may_wait(descriptor, flags)) {
        turn_point(self, TURN_DESCRIPTORS);
        return true;
    }
    struct pollfd polled = {descriptor, events, 0};
    uint64_t deadline = deadline_of(descriptor, events == POLLIN ? SO_RCVTIMEO : SO_SNDTIMEO);
    if (turn_await_ready(self, &polled, 1, deadline, true)) return true;
    errno = EAGAIN;
    return false;
}

// Before a read of what is no pipe or socket, or of one with ends outside.
static void stop_elsewhere(turn_thread *self, int descriptor, int flags) {
    struct pollfd polled = {descriptor, POLLIN, 0};
    if (!may_wait(descriptor, flags) || raw_poll(&polled, 1) != 0) return;
    if (!turn_is_outside(descriptor)) turn_await_ready(self, &polled, 1, TURN_NEVER, false);
    else if (!self->is_background) turn_go_outside(self);
}

// `call` reads, and `flags` are its own.
#define READ(descriptor, flags, call)                                                                       \
    turn_thread *self = turn_enter_descriptor(descriptor, __builtin_frame_address(0));                      \
    bool is_inside = self != NULL && turn_is_inside(descriptor);                                            \
    if (is_inside && !stop(self, descriptor, POLLIN, flags)) return -1;                                     \
    if (self != NULL && !is_inside) stop_elsewhere(self, descriptor, flags);                                \
    ssize_t count = call;                                                                                   \
    if (is_inside) turn_change_descriptors();                                                               \
    return count;

static ssize_t turned_read(int descriptor, void *bytes, size_t limit) {
    READ(descriptor, 0, real_read(descriptor, bytes, limit))
}

static ssize_t turned_readv(int descriptor, const struct iovec *parts, int limit) {
    READ(descriptor, 0, real_readv(descriptor, parts, limit))
}

static ssize_t receive(int descriptor, void *bytes, size_t limit, int flags) {
    READ(descriptor, flags, real_recv(descriptor, bytes, limit, flags))
}

// To wait for all of the bytes is to read until they have come.
static ssize_t turned_recv(int descriptor, void *bytes, size_t limit, int flags) {
    if (!turns_on() || (flags & MSG_WAITALL) == 0 || (flags & MSG_PEEK) != 0) return receive(descriptor, bytes, limit, flags);
    size_t done = 0;
    while (done < limit) {
        ssize_t count = receive(descriptor, (char *)bytes + done, limit - done, flags & ~MSG_WAITALL);
        if (count <= 0) return done > 0 ? (ssize_t)done : count;
        done += (size_t)count;
    }
    return (ssize_t)done;
}

static ssize_t turned_recvfrom(
    int descriptor, void *bytes, size_t limit, int flags, struct sockaddr *address, socklen_t *size) {
    READ(descriptor, flags, real_recvfrom(descriptor, bytes, limit, flags, address, size))
}

static ssize_t turned_recvmsg(int descriptor, struct msghdr *message, int flags) {
    READ(descriptor, flags, real_recvmsg(descriptor, message, flags))
}

// Writes as much as there is room for.
static ssize_t write_now(int descriptor, const void *bytes, size_t count) {
    int flags = fcntl(descriptor, F_GETFL);
    fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
    ssize_t written = real_write(descriptor, bytes, count);
    int error = errno;
    fcntl(descriptor, F_SETFL, flags);
    errno = error;
    return written;
}

static ssize_t send_now(int descriptor, const void *bytes, size_t count, int flags) {
    return real_send(descriptor, bytes, count, flags | MSG_DONTWAIT);
}

// A write that waits for room writes all of its bytes, part by part as there is room.
#define WRITE_ALL(flags, call, rest)                                                                        \
    bool waits = may_wait(descriptor, flags);                                                               \
    size_t done = 0;                                                                                        \
    do {                                                                                                    \
        if (!stop(self, descriptor, POLLOUT, flags)) return done > 0 ? (ssize_t)done : -1;                  \
        ssize_t written = call;                                                                             \
        if (written < 0 && waits && errno == EAGAIN) written = rest;                                        \
        turn_change_descriptors();                                                                          \
        if (written < 0) return done > 0 ? (ssize_t)done : -1;                                              \
        done += (size_t)written;                                                                            \
    } while (waits && done < count);                                                                        \
    return (ssize_t)done;

static ssize_t turned_write(int descriptor, const void *bytes, size_t count) {
    turn_thread *self = turn_enter_descriptor(descriptor, __builtin_frame_address(0));
    if (self == NULL) return real_write(descriptor, bytes, count);
    if (!turn_is_inside(descriptor)) {
        if (descriptor == 1 || descriptor == 2) turn_point(self, TURN_OUTPUT);
        ssize_t written = real_write(descriptor, bytes, count);
        turn_change_descriptors();
        return written;
    }
    WRITE_ALL(0, write_now(descriptor, (const char *)bytes + done, count - done),
              real_write(descriptor, (const char *)bytes + done, count - done))
}

static ssize_t turned_send(int descriptor, const void *bytes, size_t count, int flags) {
    turn_thread *self = ENTER();
    if (self == NULL || !turn_is_inside(descriptor)) return real_send(descriptor, bytes, count, flags);
    WRITE_ALL(flags, send_now(descriptor, (const char *)bytes + done, count - done, flags),
              real_send(descriptor, (const char *)bytes + done, count - done, flags))
}

// What waits for room midway, waits in the kernel.
#define WRITE(descriptor, flags, call)                                                                      \
    turn_thread *self = ENTER();                                                                            \
    bool is_inside = self != NULL && turn_is_inside(descriptor);                                            \
    if (is_inside && !stop(self, descriptor, POLLOUT, flags)) return -1;                                    \
    ssize_t count = call;                                                                                   \
    if (self != NULL) turn_change_descriptors();                                                            \
    return count;

static ssize_t turned_writev(int descriptor, const struct iovec *parts, int limit) {
    WRITE(descriptor, 0, real_writev(descriptor, parts, limit))
}

static ssize_t turned_sendto(
    int descriptor, const void *bytes, size_t limit, int flags, const struct sockaddr *address, socklen_t size) {
    WRITE(descriptor, flags, real_sendto(descriptor, bytes, limit, flags, address, size))
}

static ssize_t turned_sendmsg(int descriptor, const struct msghdr *message, int flags) {
    // It may send descriptors.
    if (message->msg_controllen > 0 && !turn_is_inside(descriptor)) turn_share_descriptors();
    WRITE(descriptor, flags, real_sendmsg(descriptor, message, flags))
}

static int turned_shutdown(int descriptor, int way) {
    turn_thread *self = ENTER();
    if (self != NULL && turn_is_inside(descriptor)) turn_point(self, TURN_DESCRIPTORS);
    int status = real_shutdown(descriptor, way);
    if (self != NULL) turn_change_descriptors();
    return status;
}

const turn_function turn_stream_functions[] = {
    STANDS_FOR(read),  STANDS_FOR(readv),  STANDS_FOR(recv), STANDS_FOR(recvfrom), STANDS_FOR(recvmsg),  STANDS_FOR(write),
    STANDS_FOR(writev), STANDS_FOR(send), STANDS_FOR(sendto), STANDS_FOR(sendmsg), STANDS_FOR(shutdown), {NULL, NULL, NULL}};

#endif
