#include "CRxTraceCommand.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static const int faults[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
static int terminal = -1;
static struct termios before;
static const char *farewell;
static size_t length;

// Only what signal-safety(7) allows.
static void restore(int number) {
    if (farewell) {
        ssize_t written = write(terminal, farewell, length);
        (void)written;
        tcsetattr(terminal, TCSANOW, &before);
    }
    signal(number, SIG_DFL);
    raise(number);
}

void rxtrace_command_guard_terminal(int descriptor, const struct termios *mode, const char *text) {
    farewell = NULL;
    if (text) {
        terminal = descriptor;
        before = *mode;
        length = strlen(text);
        farewell = text;
    }
    for (size_t index = 0; index < sizeof faults / sizeof *faults; index++) {
        signal(faults[index], text ? restore : SIG_DFL);
    }
}
