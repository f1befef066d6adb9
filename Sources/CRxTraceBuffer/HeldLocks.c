#include "CRxTraceBuffer.h"

_Thread_local rxtrace_held_locks rxtrace_thread_held_locks;
