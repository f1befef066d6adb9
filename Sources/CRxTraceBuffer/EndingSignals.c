// The signals that end a process by default, except SIGKILL.

#define _GNU_SOURCE
#include "CrashFlush.h"
#include "CrashState.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <ucontext.h>
#endif

// Crashes. They are watched even if the program handles them: a handler, such as a crash reporter's, ends the process
// too.
static const int crashes[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS};

// Requests to end. They are watched only if the program does not handle them: its handler may let the process go on.
static const int requests[] = {
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ,
#if defined(__linux__)
    SIGIO, SIGPWR,
#if defined(SIGSTKFLT)
    SIGSTKFLT,
#endif
#elif defined(SIGEMT)
    SIGEMT,
#endif
};

static struct sigaction previous[NSIG];

void (*rxtrace_notes_crash)(uintptr_t, const uintptr_t *);

static bool is_crash(int number) {
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
        if (crashes[i] == number) return true;
    }
    return false;
}

static void note_crash(const void *context) {
#if defined(__linux__) && defined(__x86_64__)
    const greg_t *registers = ((const ucontext_t *)context)->uc_mcontext.gregs;
    rxtrace_notes_crash((uintptr_t)registers[REG_RIP], (const uintptr_t *)registers[REG_RBP]);
#elif defined(__linux__) && defined(__aarch64__)
    const mcontext_t *registers = &((const ucontext_t *)context)->uc_mcontext;
    rxtrace_notes_crash((uintptr_t)registers->pc, (const uintptr_t *)registers->regs[29]);
#else
    (void)context;
#endif
}

// Whether the signal comes again when the handler returns and the faulting instruction is repeated. After a breakpoint
// or a forbidden system call, the program would go on instead.
static bool comes_again(int number, const siginfo_t *information) {
    bool is_of_instruction = number == SIGILL || number == SIGBUS || number == SIGFPE || number == SIGSEGV;
    return is_of_instruction && information != NULL && information->si_code > 0;
}

// Sends the signal again with the same information. It is delivered when the handler returns.
static void send_again(int number, siginfo_t *information) {
#if defined(__linux__)
    if (information != NULL) {
        // A process may send itself a signal as if the kernel had sent it.
        long status = syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), number, information);
        if (status == 0) return;
    }
#else
    (void)information;
#endif
    raise(number);
}

static void die(int number, siginfo_t *information, void *context) {
    int error = errno;
    if (rxtrace_notes_crash != NULL && is_crash(number)) note_crash(context);
    rxtrace_wait_for_writer();
    sigaction(number, &previous[number], NULL);
    if (!comes_again(number, information)) send_again(number, information);
    errno = error;
}

static void watch(int number, bool may_be_handled) {
    struct sigaction current;
    if (number >= NSIG || sigaction(number, NULL, &current) != 0) return;
    if (current.sa_sigaction == die || current.sa_handler == SIG_IGN) return;
    if (!may_be_handled && current.sa_handler != SIG_DFL) return;
    // SA_RESTART: the first process of a container is not ended by the signal, and goes on with the interrupted call.
    struct sigaction action = {.sa_sigaction = die, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
    sigemptyset(&action.sa_mask);
    previous[number] = current;
    sigaction(number, &action, NULL);
}

void rxtrace_watch_ending_signals(void) {
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) watch(crashes[i], true);
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) watch(requests[i], false);
#if defined(__linux__)
    // The C library uses the signals below SIGRTMIN itself.
    for (int number = SIGRTMIN; number <= SIGRTMAX; number++) watch(number, false);
#endif
}
