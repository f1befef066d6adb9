// The files that stand in front of the system's functions. Nothing in a program names what they define: each has a
// function to be named by, so that a program that links an archive gets them.

#ifndef C_INTERPOSING_PARTS_H
#define C_INTERPOSING_PARTS_H

#include "CRxTraceBuffer.h"

void rxtrace_link_queue_hops(void);
void rxtrace_link_function_hops(void);
void rxtrace_link_task_hops(void);
void rxtrace_link_leaving(void);
void rxtrace_link_orders(void);

#endif
