#include "TraceAssumptions.h"

_Atomic(uint32_t) rxtrace_broken_assumptions;
_Atomic(uint32_t) rxtrace_refuted_assumptions;
