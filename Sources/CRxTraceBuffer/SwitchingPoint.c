#include "SwitchingPoint.h"
#include "TraceClock.h"

_Atomic(void (*)(rxtrace_turn_kind)) rxtrace_switching_point;
_Atomic(uint64_t) rxtrace_virtual_time;
_Atomic(uint64_t) rxtrace_stamps;

const char *rxtrace_order;

void (*rxtrace_touched)(const void *, rxtrace_touch_kind);
