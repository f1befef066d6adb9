#define _GNU_SOURCE
#include "CRxTraceCommand.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/personality.h>
#include <sys/prctl.h>
#endif

// Runs in the forked child: only what signal-safety(7) allows. Returns only on failure, the error number.
static int become(const char *path, char *const *arguments, char *const *environment, const int files[3],
                  pid_t parent, bool has_fixed_addresses) {
#if defined(__linux__)
    // If the kernel refuses, addresses differ from run to run, as usual.
    if (has_fixed_addresses) personality(ADDR_NO_RANDOMIZE);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
    // The parent may have ended before the signal was set.
    if (getppid() != parent) _exit(127);
#else
    (void)parent;
    (void)has_fixed_addresses;
#endif
    for (int own = 0; own < 3; own++) {
        if (files[own] >= 0 && dup2(files[own], own) < 0) return errno;
    }
    // A handler of the parent's would have the child outlive a signal that came before `execve`.
    for (int number = 1; number < NSIG; number++) {
        struct sigaction action;
        if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN) signal(number, SIG_DFL);
    }
    signal(SIGPIPE, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(path, arguments, environment);
    return errno;
}

int rxtrace_command_start(pid_t *child, const char *path, char *const *arguments, char *const *environment, int input,
                          int output, int errors, bool has_fixed_addresses) {
    // The child writes to the pipe why `execve` failed. If it succeeds, it closes the pipe.
    int report[2];
    if (pipe(report) != 0) return errno;
    if (fcntl(report[0], F_SETFD, FD_CLOEXEC) != 0 || fcntl(report[1], F_SETFD, FD_CLOEXEC) != 0) {
        int code = errno;
        close(report[0]);
        close(report[1]);
        return code;
    }
    pid_t parent = getpid();
    // What comes while the child is made is the child's once it has no handler of the parent's.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t started = fork();
    if (started == 0) {
        const int files[3] = {input, output, errors};
        int code = become(path, arguments, environment, files, parent, has_fixed_addresses);
        ssize_t written = write(report[1], &code, sizeof code);
        (void)written;
        _exit(127);
    }
    int code = started < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(report[1]);
    if (started > 0) {
        ssize_t count;
        do { count = read(report[0], &code, sizeof code); } while (count < 0 && errno == EINTR);
        if (count != sizeof code) code = 0;
        *child = started;
    }
    close(report[0]);
    return code;
}

void rxtrace_command_adopt_orphans(void) {
#if defined(__linux__)
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}
