#include "WriteWithoutSignals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

ssize_t rxtrace_quiet_write(int descriptor, const void *bytes, size_t count) {
    sigset_t signals, before, pending;
    sigemptyset(&signals);
    sigaddset(&signals, SIGXFSZ);
    sigaddset(&signals, SIGPIPE);
    // A signal that is pending already is the program's own, and stays pending.
    sigpending(&pending);
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    ssize_t written = write(descriptor, bytes, count);
    int error = errno;
    if (written < 0 && (error == EFBIG || error == EPIPE)) {
        int number = error == EFBIG ? SIGXFSZ : SIGPIPE;
        sigset_t raised;
        sigemptyset(&raised);
        sigaddset(&raised, number);
#if defined(__linux__)
        if (!sigismember(&pending, number)) sigtimedwait(&raised, NULL, &(struct timespec){0});
#else
        int taken;
        sigpending(&signals);
        if (!sigismember(&pending, number) && sigismember(&signals, number)) sigwait(&raised, &taken);
#endif
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return written;
}
