// What every process of this package's tests begins with.

#ifndef C_RX_TRACE_TEST_PROCESS_H
#define C_RX_TRACE_TEST_PROCESS_H

#endif
