// A process that is loaded once and runs many orders of a program, each in a child of its own.

#ifndef C_TURN_FORK_SERVER_H
#define C_TURN_FORK_SERVER_H

#include "Turns.h"

#if HAS_TURNS

/// What `RXTRACE_ORDER` says to a process that is to serve.
#define SERVED_ORDERS "served"

/// Copies an order into memory that lies at the same addresses however long the order is. Returns NULL if there is none.
char *turn_keep_order(const char *order);

/// Whether standard input is a socket, over which orders may come.
bool turn_may_serve(void);

/// Serves orders that come over the socket on standard input, and ends the process with it. Returns in each child, with its order. A child
/// is a process group of its own, so that what it sends to its group reaches nobody else.
///
/// A request is a length of 32 bits, which brings the descriptors of the child's output and errors with it (unix(7), SCM_RIGHTS), and as
/// many bytes of an order. The answers are the child's number, when it begins, and the
/// status of wait(2), when it has ended: 32 bits each, of this machine's byte order. The child's number is not used anew until the next
/// request.
///
/// A forked child has only the thread that forked. If the process has others by now, as those of a library that makes some when it is
/// loaded, a child is given the program anew, with these arguments.
char *turn_serve_orders(char **arguments);

#endif

#endif
