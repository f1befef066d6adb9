#include "CRxTraceInterposing.h"
#include "InterposingParts.h"

void rxtrace_interpose(void) {
    rxtrace_link_queue_hops();
    rxtrace_link_function_hops();
    rxtrace_link_task_hops();
    rxtrace_link_leaving();
    rxtrace_link_orders();
}
