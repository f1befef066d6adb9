#define _GNU_SOURCE
#include "TurnForkServer.h"

#if HAS_TURNS

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LONGEST_ORDER = 1 << 24 };  // bytes, the zero at its end included

static char *map_order(void) {
    void *memory = mmap(NULL, LONGEST_ORDER, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

char *turn_keep_order(const char *order) {
    size_t size = strlen(order) + 1;
    char *memory = size > LONGEST_ORDER ? NULL : map_order();
    return memory == NULL ? NULL : memcpy(memory, order, size);
}

bool turn_may_serve(void) {
    struct stat input;
    return fstat(STDIN_FILENO, &input) == 0 && S_ISSOCK(input.st_mode);
}

enum { FILES = 2 };

// Receives a length and the files that come with it. Ends the process where the other side has, or sends something else.
static uint32_t receive_length(int files[FILES]) {
    uint32_t length;
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(sizeof(int) * FILES)];
    } control;
    struct iovec part = {&length, sizeof length};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    ssize_t count;
    do { count = recvmsg(STDIN_FILENO, &message, MSG_WAITALL | MSG_CMSG_CLOEXEC); } while (count < 0 && errno == EINTR);
    const struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    bool has_files = head != NULL && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS &&
                     head->cmsg_len == CMSG_LEN(sizeof(int) * FILES);
    if (count != sizeof length || !has_files) _exit(0);
    memcpy(files, CMSG_DATA(head), sizeof(int) * FILES);
    return length;
}

// Ends the process where the other side has.
static void receive(void *bytes, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t count = recv(STDIN_FILENO, (char *)bytes + done, size - done, 0);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) _exit(0);
        done += (size_t)count;
    }
}

static void answer(int32_t number) {
    ssize_t count;
    do { count = send(STDIN_FILENO, &number, sizeof number, MSG_NOSIGNAL); } while (count < 0 && errno == EINTR);
    if (count != sizeof number) _exit(0);
}

// The child does not outlive the server, and has nothing to read.
static void begin_child(pid_t server, const int files[FILES]) {
    setpgid(0, 0);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != server) _exit(0);
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0) _exit(0);
    if (dup2(files[0], STDOUT_FILENO) < 0 || dup2(files[1], STDERR_FILENO) < 0) _exit(0);
    close(nothing);
}

// Others that the program starts may have them as their output for as long as they like; the next child has its own.
static void close_files(const int files[FILES]) {
    for (int index = 0; index < FILES; index++) {
        if (files[index] > STDERR_FILENO) close(files[index]);
    }
}

// The folder has a link per thread, beside its own two (linux/fs/proc/base.c, proc_task_getattr).
static bool has_other_threads(void) {
    struct stat threads;
    return stat("/proc/self/task", &threads) == 0 && threads.st_nlink > 3;
}

static void load_anew(char **arguments, const char *order) {
    if (setenv("RXTRACE_ORDER", order, true) == 0) execv("/proc/self/exe", arguments);
    _exit(1);
}

// The child stays a zombie, so that nobody else gets its number.
static int32_t status_at_end(pid_t child) {
    siginfo_t end;
    int failure;
    do { failure = waitid(P_PID, (id_t)child, &end, WEXITED | WNOWAIT); } while (failure != 0 && errno == EINTR);
    if (failure != 0) _exit(0);
    return end.si_code == CLD_EXITED ? (end.si_status & 0xff) << 8 : end.si_status & 0x7f;
}

char *turn_serve_orders(char **arguments) {
    // A signal of the terminal is the command's, which ends this process.
    setpgid(0, 0);
    char *order = map_order();
    pid_t server = getpid(), child = 0;
    for (;;) {
        int files[FILES];
        uint32_t length = receive_length(files);
        if (child > 0) waitpid(child, NULL, 0);
        if (order == NULL || length >= LONGEST_ORDER) _exit(0);
        receive(order, length);
        order[length] = 0;
        bool is_alone = !has_other_threads();
        child = fork();
        if (child == 0) {
            begin_child(server, files);
            close_files(files);
            if (!is_alone) load_anew(arguments, order);
            return order;
        }
        close_files(files);
        if (child < 0) _exit(0);
        answer(child);
        answer(status_at_end(child));
    }
}

#endif
