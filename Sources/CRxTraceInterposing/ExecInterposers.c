// `_exit` and `exec`, which leave a program without running exit handlers: the recording is written before.

#define _GNU_SOURCE
#include "CrashFlush.h"
#include "SwitchingPoint.h"
#include "HopFunctions.h"
#include "InterposingParts.h"

void rxtrace_link_leaving(void) {}

#if defined(__linux__)

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// A statically linked program has no other definition of these functions, so they call the kernel.

static __attribute__((noreturn)) void leave(int status) {
    for (;;) syscall(SYS_exit_group, status);
}

REPLACE(void, _exit, int status) {
    rxtrace_reach(TURN_ENDS);
    rxtrace_write_before_ending();
    function__exit next = NEXT_IF_ANY(_exit);
    if (next != NULL) next(status);
    leave(status);
}

REPLACE(void, _Exit, int status) {
    rxtrace_reach(TURN_ENDS);
    rxtrace_write_before_ending();
    function__Exit next = NEXT_IF_ANY(_Exit);
    if (next != NULL) next(status);
    leave(status);
}

static int become(const char *path, char *const arguments[], char *const environment[]);

REPLACE(int, execve, const char *path, char *const arguments[], char *const environment[]) {
    rxtrace_write_before_leaving();
    return become(path, arguments, environment);
}

static int become(const char *path, char *const arguments[], char *const environment[]) {
    function_execve next = NEXT_IF_ANY(execve);
    if (next != NULL) return next(path, arguments, environment);
    return (int)syscall(SYS_execve, path, arguments, environment);
}

// As the C library does: a file that the kernel cannot execute (ENOEXEC) is run as a shell script.
static int run_script(const char *path, char *const arguments[], char *const environment[]) {
    size_t count = 0;
    while (arguments[count] != NULL) count++;
    char *words[count + 2];
    words[0] = (char *)"/bin/sh";
    words[1] = (char *)path;
    // The script's arguments, and the NULL at their end.
    for (size_t index = 1; index <= count; index++) words[index + 1] = arguments[index];
    return become(words[0], words, environment);
}

static int become_any(const char *path, char *const arguments[], char *const environment[]) {
    become(path, arguments, environment);
    return errno == ENOEXEC ? run_script(path, arguments, environment) : -1;
}

static int search(const char *name, char *const arguments[], char *const environment[]) {
    if (strchr(name, '/') != NULL) return become_any(name, arguments, environment);
    const char *folders = getenv("PATH");
    if (folders == NULL) folders = "/bin:/usr/bin";
    int error = ENOENT;
    for (const char *start = folders;; start++) {
        const char *end = strchrnul(start, ':');
        size_t length = (size_t)(end - start);
        char path[4096];
        if (length + 1 + strlen(name) < sizeof path) {
            memcpy(path, start, length);
            if (length > 0) path[length++] = '/';
            strcpy(path + length, name);
            become_any(path, arguments, environment);
            if (errno == EACCES) error = EACCES;
            else if (errno != ENOENT && errno != ENOTDIR) return -1;
        }
        start = end;
        if (*start == 0) break;
    }
    errno = error;
    return -1;
}

REPLACE(int, execv, const char *path, char *const arguments[]) {
    rxtrace_write_before_leaving();
    function_execv next = NEXT_IF_ANY(execv);
    return next != NULL ? next(path, arguments) : become(path, arguments, environ);
}

REPLACE(int, execvpe, const char *name, char *const arguments[], char *const environment[]) {
    rxtrace_write_before_leaving();
    function_execvpe next = NEXT_IF_ANY(execvpe);
    return next != NULL ? next(name, arguments, environment) : search(name, arguments, environment);
}

REPLACE(int, execvp, const char *name, char *const arguments[]) {
    rxtrace_write_before_leaving();
    function_execvp next = NEXT_IF_ANY(execvp);
    return next != NULL ? next(name, arguments) : search(name, arguments, environ);
}

REPLACE(int, fexecve, int file, char *const arguments[], char *const environment[]) {
    rxtrace_write_before_leaving();
    function_fexecve next = NEXT_IF_ANY(fexecve);
    return next != NULL ? next(file, arguments, environment)
                        : (int)syscall(SYS_execveat, file, "", arguments, environment, 0x1000 /* AT_EMPTY_PATH */);
}

static size_t count_words(va_list words) {
    size_t count = 0;
    while (va_arg(words, char *) != NULL) count++;
    return count;
}

// Declares `list`, an array of the function's variadic arguments from `first` on.
#define LIST_OF_WORDS(first)                                                                                \
    va_list words;                                                                                          \
    va_start(words, first);                                                                                 \
    size_t count = first == NULL ? 0 : 1 + count_words(words);                                              \
    va_end(words);                                                                                          \
    char *list[count + 1];                                                                                  \
    list[0] = (char *)first;                                                                                \
    va_start(words, first);                                                                                 \
    for (size_t index = 1; index <= count; index++) list[index] = va_arg(words, char *)

REPLACES_SYSTEM int execl(const char *path, const char *first, ...) {
    LIST_OF_WORDS(first);
    va_end(words);
    return execv(path, list);
}

REPLACES_SYSTEM int execlp(const char *name, const char *first, ...) {
    LIST_OF_WORDS(first);
    va_end(words);
    return execvp(name, list);
}

REPLACES_SYSTEM int execle(const char *path, const char *first, ...) {
    LIST_OF_WORDS(first);
    char *const *environment = va_arg(words, char *const *);
    va_end(words);
    return execve(path, list, environment);
}

#endif
