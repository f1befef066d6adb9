#define _GNU_SOURCE
#include "TurnCalls.h"
#include "../HopFunctions.h"
#include "TurnCrash.h"
#include "TurnFiles.h"
#include "TurnNames.h"
#include "TurnOwed.h"
#include "TurnReleases.h"
#include "TurnShared.h"
#include "TurnSlots.h"
#include "TurnState.h"
#include "TurnSteps.h"
#include "TurnTasks.h"

#if HAS_TURNS

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>

// What functions of quiet files do (TurnFiles.h) others do not see, but for these: of unsafe pointers to what is changed or not,
// typed, raw, and to several; of managed buffers and key paths.
static const char *const loud_functions[] = {
    "$sSp", "$sSP", "$sSv", "$sSV", "$sSr", "$sSR", "$sSw", "$sSW", "$ss13ManagedBuffer", "$ss20ManagedBufferPointer",
    "swift_getAt", "swift_setAt", "swift_modifyAt", "swift_readAt", NULL};

// What a function of libdispatch's semaphores, groups, queues and sources does has points of its own, or needs none (TurnDispatch.c,
// TurnSources.c, QueueHops.c), and so has a sleep (TurnClocks.c), and what Foundation's locks and run loops do (TurnLocks.c,
// TurnConditions.c, TurnDescriptors.c). Nobody sees that a thread was made early. An iterator of a stream takes that one's lock. The
// others only answer a value, a global queue, a quality of service, a time, a task, an executor or an error, or serve the task's own
// memory.
static const char *const known_functions[] = {
    "$s8Dispatch0A9SemaphoreC", "dispatch_semaphore_",
    "$s8Dispatch0A5GroupC", "dispatch_group_",
    "$s8Dispatch0A5QueueC4main", "$s8Dispatch0A5QueueC6global", "$s8Dispatch0A5QueueC5label", "$s8Dispatch0A5QueueC3qos",
    "$s8Dispatch0A5QueueC10AttributesV", "$s8Dispatch0A5QueueC4sync", "$s8Dispatch0A5QueueC5async", "$s8Dispatch0A5QueueC10asyncAfter",
    "$s8Dispatch0A3QoSV", "$s8Dispatch0A13WorkItemFlagsV",
    "$s8Dispatch0A4TimeV", "$s8Dispatch0A8WallTimeV", "$s8Dispatch0A12TimeIntervalO", "$s8Dispatch1poi", "$s8Dispatch1soi",
    "$s8Dispatch0A11SourceTimerPAAE", "$s8Dispatch0A6SourceC09makeTimerB0", "$s8Dispatch0A6SourceC10TimerFlagsV",
    "$s8Dispatch0A14SourceProtocolPAAE15setEventHandler", "$s8Dispatch0A14SourceProtocolPAAE16setCancelHandler",
    "$s8Dispatch0A14SourceProtocolPAAE22setRegistrationHandler", "$s8Dispatch0A14SourceProtocolPAAE6cancel",
    "$s8Dispatch0A14SourceProtocolPAAE6resume", "$s8Dispatch0A14SourceProtocolPAAE8activate",
    "$s8Dispatch0A6ObjectC6resume", "$s8Dispatch0A6ObjectC8activate",
    "$s10Foundation6ThreadC09detachNewB0", "$s10Foundation6ThreadC5sleep",
    "$s10Foundation6NSLockC", "$s10Foundation15NSRecursiveLockC", "$s10Foundation11NSConditionC",
    "$s10Foundation9NSLockingPAAE8withLock",
    "$sScA15unownedExecutor", "$sScM6shared", "$sS2cEycfC", "$sScS17makeAsyncIterator", "$sScs17makeAsyncIterator",
    "$sScS_15bufferingPolicy", "$sScs_15bufferingPolicy", "$sScS10makeStream", "$sScs10makeStream",
    "$sScS8IteratorV4next", "$sScs8IteratorV4next",
    "$s20FoundationEssentials4DateV", "CFRunLoopGetCurrent", "CFRunLoopTimerCreateWithHandler", "CFRunLoopTimerInvalidate",
    "CFRunLoopAddTimer", "CFRunLoopPerformBlock", "CFRunLoopStop", "CFRunLoopWakeUp", "CFRunLoopRunInMode",
    "swift_task_alloc", "swift_task_dealloc", "swift_task_getCurrent", "swift_task_getJobTaskId", "swift_task_getMainExecutor", NULL};

// In these files, what the program reads without a call is the metadata of types. That which is made at run time is in the first of
// them too (swift/stdlib/public/runtime/Metadata.cpp).
static bool is_of_metadata_alone(const char *path) {
    static const char *const files[] = {"libswiftCore.", "libswift_Concurrency.", NULL};
    const char *name = path == NULL ? NULL : strrchr(path, '/');
    return name != NULL && turn_begins_with_one_of(name + 1, files);
}

bool turn_is_known_value(const volatile void *address) {
    static const char *const names[] = {"$s8Dispatch0A3QoSV", "$s8Dispatch0A13WorkItemFlagsV", NULL};
    Dl_info info;
    if (dladdr((const void *)address, &info) == 0) return false;
    bool is_constant = info.dli_sname != NULL && turn_begins_with_one_of(info.dli_sname, names);
    return is_constant || is_of_metadata_alone(info.dli_fname);
}

// So does a function that answers the metadata of a type (swift/docs/ABI/Mangling.rst).
static bool is_of_metadata(const char *name) {
    size_t length = strlen(name);
    return length > 4 && strncmp(name, "$s", 2) == 0 && strcmp(name + length - 2, "Ma") == 0;
}

static bool is_quiet(uintptr_t function, const char *name) {
    if (turn_begins_with_one_of(name, known_functions) || is_of_metadata(name)) return true;
    // If it was the last reference, the object's end may show.
    if (turn_is_release(name)) return false;
    return turn_is_of_quiet_file(function) && !turn_begins_with_one_of(name, loud_functions);
}

// In front of a function stands a piece of code that calls `turn_stop_before_call` with the function's address in a register that
// no call keeps a value in: r11, or x16. It leaves all others as they were, also those that the runtime's functions keep beyond
// what the platform's convention says, and the stack.
enum { PIECE_BYTES = 32, PIECES = 2048 };

void turn_stop_before_call(void);

// The arguments of `swift_task_switch` are the function by which the task goes on, and the actor.
static void reach_use(turn_thread *self, turn_use use, const uintptr_t *frame, uintptr_t first_argument, uintptr_t second_argument) {
    switch (use) {
    case USES_STREAM: self->stream_frame = frame; break;
    case USES_ACTOR: turn_switch_actor(self, second_argument, (const void *)first_argument); break;
    case USES_END: turn_reach_crash(self); break;
    default: turn_point(self, use == USES_FLAG ? TURN_FLAG : TURN_SHARED);
    }
}

// Where a function has to do with tasks or operations alone, that is what the step touches; a stream's function has a lock.
static bool touches_these_alone(turn_use use, uintptr_t first_argument, uintptr_t second_argument) {
    switch (use) {
    case USES_TASK: turn_touch_awaited((const void *)second_argument); return true;
    case USES_CONTINUATION: turn_touch_continuations(); return true;
    case USES_LET: turn_touch_awaited(rxtrace_task_of_let((void *const *)first_argument)); return true;
    case USES_ACTOR: turn_touch_switch(second_argument); return true;
    case USES_OPERATIONS: turn_touch_operations(); return true;
    case USES_STREAM: return true;
    default: return false;
    }
}

__attribute__((used, visibility("hidden"))) void turn_pay_before_call(
    const uintptr_t *frame, const void *function, uintptr_t first_argument, uintptr_t second_argument) {
    turn_use use = turn_noted_use(function);
    bool is_own_point = turn_has_own_point(use);
    if (is_own_point) {
        bool is_told = use == USES_STREAM || use == USES_ACTOR;
        turn_thread *self = is_told ? turn_enter_told(frame) : turn_enter_from(frame);
        if (self != NULL) reach_use(self, use, frame, first_argument, second_argument);
    } else if (use != USES_UNTOLD && turn_is_owed && !turn_is_quiet_release(function, first_argument)) {
        turn_pay(frame);
    }
    // What ends with an object tells itself what it does, and so does this library, where it calls what is the standard library's alone.
    bool is_of_library = !turn_is_own_code(frame[1]) && (use == USES_UNTOLD || turn_is_of_quiet_file((uintptr_t)function));
    bool is_release = use == USES_NOTHING && turn_is_release_function(function);
    if (is_release) {
        turn_touch_released(first_argument);
    } else if (touches_these_alone(use, first_argument, second_argument)) {
        turn_show();
    } else if (is_own_point || !is_of_library) {
        turn_show();
        turn_touch_all();
    }
}

#if defined(__x86_64__)

enum { STOP_AT = 16 };

__asm__(".text\n"
        ".p2align 4\n"
        ".hidden turn_stop_before_call\n"
        ".globl turn_stop_before_call\n"
        ".type turn_stop_before_call, @function\n"
        "turn_stop_before_call:\n"
        "    pushq %rbp\n"
        "    movq %rsp, %rbp\n"
        "    pushq %rdi\n    pushq %rsi\n    pushq %rdx\n    pushq %rcx\n"
        "    pushq %r8\n    pushq %r9\n    pushq %rax\n    pushq %r10\n    pushq %r11\n    pushq %r11\n"
        "    subq $128, %rsp\n"
        "    movups %xmm0, (%rsp)\n    movups %xmm1, 16(%rsp)\n    movups %xmm2, 32(%rsp)\n    movups %xmm3, 48(%rsp)\n"
        "    movups %xmm4, 64(%rsp)\n    movups %xmm5, 80(%rsp)\n    movups %xmm6, 96(%rsp)\n    movups %xmm7, 112(%rsp)\n"
        "    movq %rsi, %rcx\n"
        "    movq %rdi, %rdx\n"
        "    movq %r11, %rsi\n"
        "    movq %rbp, %rdi\n"
        "    call turn_pay_before_call\n"
        "    movups (%rsp), %xmm0\n    movups 16(%rsp), %xmm1\n    movups 32(%rsp), %xmm2\n    movups 48(%rsp), %xmm3\n"
        "    movups 64(%rsp), %xmm4\n    movups 80(%rsp), %xmm5\n    movups 96(%rsp), %xmm6\n    movups 112(%rsp), %xmm7\n"
        "    addq $128, %rsp\n"
        "    popq %r11\n    popq %r11\n    popq %r10\n    popq %rax\n    popq %r9\n    popq %r8\n"
        "    popq %rcx\n    popq %rdx\n    popq %rsi\n    popq %rdi\n"
        "    popq %rbp\n"
        "    jmp *%r11\n"
        ".size turn_stop_before_call, . - turn_stop_before_call\n");

// movabs $function, %r11; jmp *(%rip), which is followed by the address to jump to.
static void write_piece(uint8_t *piece, uint64_t function, uint64_t stop) {
    static const uint8_t load[] = {0x49, 0xBB}, jump[] = {0xFF, 0x25, 0, 0, 0, 0};
    memcpy(piece, load, sizeof load);
    memcpy(piece + 2, &function, sizeof function);
    memcpy(piece + 10, jump, sizeof jump);
    memcpy(piece + STOP_AT, &stop, sizeof stop);
}

#else

enum { STOP_AT = 24 };

__asm__(".text\n"
        ".p2align 4\n"
        ".hidden turn_stop_before_call\n"
        ".globl turn_stop_before_call\n"
        ".type turn_stop_before_call, %function\n"
        "turn_stop_before_call:\n"
        "    stp x29, x30, [sp, #-288]!\n"
        "    mov x29, sp\n"
        "    stp x0, x1, [sp, #16]\n    stp x2, x3, [sp, #32]\n    stp x4, x5, [sp, #48]\n    stp x6, x7, [sp, #64]\n"
        "    stp x8, x16, [sp, #80]\n"
        "    stp q0, q1, [sp, #96]\n    stp q2, q3, [sp, #128]\n    stp q4, q5, [sp, #160]\n    stp q6, q7, [sp, #192]\n"
        "    stp x9, x10, [sp, #224]\n    stp x11, x12, [sp, #240]\n    stp x13, x14, [sp, #256]\n    str x15, [sp, #272]\n"
        "    mov x3, x1\n"
        "    mov x2, x0\n"
        "    mov x1, x16\n"
        "    mov x0, x29\n"
        "    bl turn_pay_before_call\n"
        "    ldp x9, x10, [sp, #224]\n    ldp x11, x12, [sp, #240]\n    ldp x13, x14, [sp, #256]\n    ldr x15, [sp, #272]\n"
        "    ldp q6, q7, [sp, #192]\n    ldp q4, q5, [sp, #160]\n    ldp q2, q3, [sp, #128]\n    ldp q0, q1, [sp, #96]\n"
        "    ldp x8, x16, [sp, #80]\n"
        "    ldp x6, x7, [sp, #64]\n    ldp x4, x5, [sp, #48]\n    ldp x2, x3, [sp, #32]\n    ldp x0, x1, [sp, #16]\n"
        "    ldp x29, x30, [sp], #288\n"
        "    br x16\n"
        ".size turn_stop_before_call, . - turn_stop_before_call\n");

// ldr x16, function; ldr x17, stop; br x17; nop, which are followed by both addresses.
static void write_piece(uint8_t *piece, uint64_t function, uint64_t stop) {
    static const uint32_t code[] = {0x58000090, 0x580000B1, 0xD61F0220, 0xD503201F};
    memcpy(piece, code, sizeof code);
    memcpy(piece + 16, &function, sizeof function);
    memcpy(piece + STOP_AT, &stop, sizeof stop);
}

#endif

// Whether a slot has such a piece already.
static bool is_piece(const void *function) {
    uint64_t stop;
    memcpy(&stop, (const uint8_t *)function + STOP_AT, sizeof stop);
    return stop == (uint64_t)(uintptr_t)turn_stop_before_call;
}

// Where the program has Foundation within it (CodeOwners.c), its calls go through no slot. Both are the same otherwise.
extern const char __start_rxtrace_foundation[] __attribute__((weak, visibility("hidden")));
extern const char __stop_rxtrace_foundation[] __attribute__((weak, visibility("hidden")));

static uint8_t *pieces;           // those that are being written; NULL for none
static size_t piece_count;
static bool misses_calls;

bool turn_sees_calls(void) { return !misses_calls && __start_rxtrace_foundation == __stop_rxtrace_foundation; }

// The memory may have to become code, which some systems forbid.
static bool begin_pieces(void) {
    size_t size = (size_t)PIECE_BYTES * PIECES;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return false;
    bool may_be_code = mprotect(memory, size, PROT_READ | PROT_EXEC) == 0;
    if (!may_be_code || mprotect(memory, size, PROT_READ | PROT_WRITE) != 0) {
        munmap(memory, size);
        return false;
    }
    pieces = memory;
    piece_count = 0;
    return true;
}

void *turn_seen_call(void *function, const char *name) {
    turn_use use = turn_use_of((uintptr_t)function, name);
    bool is_seen = use == USES_UNTOLD || use == USES_END || !is_quiet((uintptr_t)function, name);
    if (function == NULL || !is_seen || is_piece(function)) return NULL;
    bool has_room = pieces != NULL ? piece_count < PIECES : !misses_calls && begin_pieces();
    if (has_room && use != USES_NOTHING) has_room = turn_note_use(function, use);
    if (!has_room) {
        misses_calls = true;
        return NULL;
    }
    if (turn_is_release(name)) turn_note_release(function, name);
    uint8_t *piece = pieces + PIECE_BYTES * piece_count++;
    write_piece(piece, (uint64_t)(uintptr_t)function, (uint64_t)(uintptr_t)turn_stop_before_call);
    return piece;
}

void turn_seal_calls(void) {
    if (pieces == NULL) return;
    __builtin___clear_cache((char *)pieces, (char *)pieces + PIECE_BYTES * PIECES);
    mprotect(pieces, (size_t)PIECE_BYTES * PIECES, PROT_READ | PROT_EXEC);
    pieces = NULL;
}

#endif
