#define _GNU_SOURCE
#include "CRxTraceCommand.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

// Elsewhere than on Linux, a write to a socket whose other side has ended is made quiet per socket, below.
#if defined(__linux__)
enum { QUIET = MSG_NOSIGNAL };
#else
enum { QUIET = 0 };
#endif

int rxtrace_command_make_sockets(int ends[2]) {
#if defined(SOCK_CLOEXEC)
    // A program that another thread starts meanwhile does not have them either.
    return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0 ? 0 : errno;
#else
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return errno;
    for (int index = 0; index < 2; index++) {
        int code = fcntl(ends[index], F_SETFD, FD_CLOEXEC) != 0 ? errno : 0;
#if defined(SO_NOSIGPIPE)
        const int is_quiet = 1;
        if (setsockopt(ends[index], SOL_SOCKET, SO_NOSIGPIPE, &is_quiet, sizeof is_quiet) != 0) code = errno;
#endif
        if (code == 0) continue;
        close(ends[0]);
        close(ends[1]);
        return code;
    }
    return 0;
#endif
}

bool rxtrace_command_send(int end, const void *bytes, size_t count) {
    while (count > 0) {
        ssize_t sent = send(end, bytes, count, QUIET);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) return false;
        bytes = (const char *)bytes + sent;
        count -= (size_t)sent;
    }
    return true;
}

bool rxtrace_command_send_files(int end, uint32_t number, int first, int second) {
    const int files[] = {first, second};
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(sizeof files)];
    } control;
    memset(&control, 0, sizeof control);
    control.head.cmsg_level = SOL_SOCKET;
    control.head.cmsg_type = SCM_RIGHTS;
    control.head.cmsg_len = CMSG_LEN(sizeof files);
    memcpy(CMSG_DATA(&control.head), files, sizeof files);
    struct iovec part = {&number, sizeof number};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t sent;
    do { sent = sendmsg(end, &message, QUIET); } while (sent < 0 && errno == EINTR);
    return sent == sizeof number;
}

bool rxtrace_command_receive(int end, void *bytes, size_t count) {
    while (count > 0) {
        ssize_t received = recv(end, bytes, count, 0);
        if (received < 0 && errno == EINTR) continue;
        if (received <= 0) return false;
        bytes = (char *)bytes + received;
        count -= (size_t)received;
    }
    return true;
}
