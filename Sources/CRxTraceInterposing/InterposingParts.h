// A linker takes a file out of an archive only if the program refers to it. Each file that stands in front of the
// system's functions has an empty function for that.

#ifndef C_INTERPOSING_PARTS_H
#define C_INTERPOSING_PARTS_H

#include "CRxTraceBuffer.h"

void rxtrace_link_queue_hops(void);
void rxtrace_link_function_hops(void);
void rxtrace_link_task_hops(void);
void rxtrace_link_leaving(void);
void rxtrace_link_orders(void);

#endif
