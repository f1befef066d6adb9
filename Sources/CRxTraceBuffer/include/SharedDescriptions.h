// Descriptions of values that are handed on unchanged: each is made once.

#ifndef C_SHARED_DESCRIPTIONS_H
#define C_SHARED_DESCRIPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rxtrace_thread;

/// The longest value, in bytes of its own, whose description is shared.
enum { TRACE_SHARED_BYTES = 256 };

/// A value that a call which the thread is in was handed, and the text that was kept of it.
typedef struct rxtrace_description {
    const void *type;
    size_t size;
    uint8_t bits[TRACE_SHARED_BYTES];
    uint32_t depth;                   // the thread's within the call
    bool is_cut;
    uint8_t *text;
    size_t count, room;
} rxtrace_description;

/// The description of a value that a call was handed which the calling thread is still in; NULL where there is none.
///
/// The bits of a value say what it is only as long as that one is alive: whoever shares a description keeps the value
/// alive and unchanged for as long as the call is open, and shares only values of types whose bits, and the memory that
/// they own, tell all of the value.
const rxtrace_description *rxtrace_find_description(const void *type, const void *bits, size_t size);

/// Shares the text of a value that a call was handed, until that is closed. A call that is not recorded shares none.
void rxtrace_share_description(uint64_t call, const void *type, const void *bits, size_t size, const uint8_t *text,
                               size_t count, bool is_cut);

/// Forgets those of calls that the thread has left.
void rxtrace_forget_descriptions(struct rxtrace_thread *thread);

/// Gives back the memory of a thread that has ended.
void rxtrace_free_descriptions(struct rxtrace_thread *thread);

/// What was found out about a type, from 1 to 7; 0 where nothing was, or it was forgotten. Takes no lock.
uint8_t rxtrace_type_note(const void *type);
void rxtrace_note_type(const void *type, uint8_t note);

#endif
