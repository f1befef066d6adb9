// The beginning of every process of this package's tests.

#ifndef C_RX_TRACE_TEST_PROCESS_H
#define C_RX_TRACE_TEST_PROCESS_H

#endif
