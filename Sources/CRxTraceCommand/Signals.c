#include "CRxTraceCommand.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t pipe_end = -1;

// Only what signal-safety(7) allows.
static void tell(int number) {
    int code = errno;
    const unsigned char byte = (unsigned char)number;
    ssize_t written = write(pipe_end, &byte, 1);
    (void)written;
    errno = code;
}

static bool is_ignored(int number) {
    struct sigaction action;
    return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

void rxtrace_command_pipe_signals(const int *signals, size_t count, int descriptor) {
    pipe_end = descriptor;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = tell;
    action.sa_flags = SA_RESTART;
    sigset_t handled;
    sigemptyset(&handled);
    for (size_t index = 0; index < count; index++) {
        if (is_ignored(signals[index])) continue;
        sigaction(signals[index], &action, NULL);
        sigaddset(&handled, signals[index]);
    }
    pthread_sigmask(SIG_UNBLOCK, &handled, NULL);
}
