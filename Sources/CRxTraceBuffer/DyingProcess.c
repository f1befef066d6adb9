#include "DyingProcess.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

enum { CRASHES = 7, REQUESTS = 4, SIGNALS = CRASHES + REQUESTS, LONGEST_WAIT = 3000 };

static const int signals[SIGNALS] = {
    SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, // crashes
    SIGINT, SIGTERM, SIGHUP, SIGQUIT,                          // requests
};
static struct sigaction previous[SIGNALS];
static atomic_bool is_dying, may_die;

bool rxtrace_is_dying(void) { return atomic_load(&is_dying); }

void rxtrace_may_die(void) { atomic_store(&may_die, true); }

// Only what is safe whatever the thread was doing: it may hold any lock. The recording's own thread does the writing.
static void die(int number, siginfo_t *information, void *context) {
    (void)context;
    int error = errno;
    atomic_store(&is_dying, true);
    for (int waited = 0; waited < LONGEST_WAIT && !atomic_load(&may_die); waited++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    for (int i = 0; i < SIGNALS; i++) {
        if (signals[i] == number) sigaction(number, &previous[i], NULL);
    }
    // A fault comes again when its instruction is tried again; a signal that was sent has to be sent again.
    if (information == NULL || information->si_code <= 0) raise(number);
    errno = error;
}

void rxtrace_outlive_signals(void) {
    struct sigaction action = {.sa_sigaction = die, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    atomic_store(&may_die, false);
    for (int i = 0; i < SIGNALS; i++) {
        struct sigaction current;
        if (sigaction(signals[i], NULL, &current) != 0) continue;
        if (current.sa_sigaction == die || current.sa_handler == SIG_IGN) continue;
        // Who handles a request to end need not end.
        if (i >= CRASHES && current.sa_handler != SIG_DFL) continue;
        previous[i] = current;
        sigaction(signals[i], &action, NULL);
    }
}
