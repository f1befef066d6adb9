// Functions that stand in front of the system's only in a process under control.
//
// A file calls functions of other files through slots that hold their addresses (the global offset table). Under
// control, the addresses of ours are written into the slots before the program's code runs. Any other process is not
// changed.

#ifndef C_TURN_SLOTS_H
#define C_TURN_SLOTS_H

#include "Turns.h"

#if HAS_TURNS

/// A function of the system, and ours that stands in front of it.
typedef struct turn_function {
    const char *name;
    void *replacement;
    void **real;                  // set to the system's function
} turn_function;

/// Declares `real_name`, a pointer to the system's function `name`.
#define REAL(result, name, ...) static result (*real_##name)(__VA_ARGS__)

#define STANDS_FOR(name) {#name, (void *)turned_##name, (void **)&real_##name}

/// The last entry of each has no name.
extern const turn_function turn_thread_functions[], turn_lock_functions[], turn_condition_functions[],
    turn_semaphore_functions[], turn_futex_functions[], turn_descriptor_functions[], turn_timer_functions[],
    turn_clock_functions[], turn_process_functions[], turn_signal_functions[], turn_dispatch_functions[], turn_source_functions[],
    turn_queue_functions[],
    turn_output_functions[], turn_inside_functions[], turn_stream_functions[], turn_memory_functions[], turn_object_functions[];

struct dl_phdr_info;

/// Whether an address lies in a part of a file that has some flags (`PF_X`: code); 0 for any.
bool turn_is_within(const struct dl_phdr_info *file, uintptr_t address, uint32_t flags);

/// Where a file lies in memory.
turn_memory turn_bounds_of(const struct dl_phdr_info *file);

/// Whether the program brings its own definition of `malloc`.
bool turn_has_own_memory(void);

/// Finds the system's functions. Returns false if `syscall`, by which futexes wait, cannot be found.
bool turn_find_functions(void);

/// Fills the slots of all files that are loaded now. Returns how many slots were filled.
size_t turn_fill_slots(void);

/// Begins a function that stands in front of another one. Evaluates to the calling thread, as `turn_enter_from`.
#define ENTER() turn_enter_from(__builtin_frame_address(0))

#endif

#endif
