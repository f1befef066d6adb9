// Descriptions of values, shared by the nested calls that hand on the same value: each is made once.

#ifndef C_SHARED_DESCRIPTIONS_H
#define C_SHARED_DESCRIPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rxtrace_thread;

/// The largest size of a value, in bytes, whose description is shared.
enum { TRACE_SHARED_BYTES = 256 };

/// The value of an open call of the thread, and the text that describes the value.
typedef struct rxtrace_description {
    const void *type;
    size_t size;
    uint8_t bits[TRACE_SHARED_BYTES];
    uint32_t depth;                   // how many calls are open within the call, with it
    bool is_cut;
    uint8_t *text;
    size_t count, room;
} rxtrace_description;

/// Finds the description of an equal value among the open calls of the calling thread. NULL if there is none.
///
/// Values are compared by their bits, which identify a value only while the value is alive. So whoever shares a
/// description keeps the value alive and unchanged while the call is open, and shares only values of types that are
/// wholly told by their bits and the memory that these own.
const rxtrace_description *rxtrace_find_description(const void *type, const void *bits, size_t size);

/// Shares the text that describes a call's value until the call is closed. Nothing is shared for an unrecorded call.
void rxtrace_share_description(uint64_t call, const void *type, const void *bits, size_t size, const uint8_t *text,
                               size_t count, bool is_cut);

/// Forgets the descriptions of calls that the thread has closed.
void rxtrace_forget_descriptions(struct rxtrace_thread *thread);

/// Frees the descriptions of a thread that has ended.
void rxtrace_free_descriptions(struct rxtrace_thread *thread);

/// The number from 1 to 7 that `rxtrace_note_type` noted of a type. 0 if none was, or if another type has taken its
/// place in the table. Takes no lock.
uint8_t rxtrace_type_note(const void *type);
void rxtrace_note_type(const void *type, uint8_t note);

#endif
