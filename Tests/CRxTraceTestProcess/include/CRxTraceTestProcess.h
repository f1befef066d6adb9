// The beginning of every process of this package's tests, and code as the toolchain's libraries have it.

#ifndef C_RX_TRACE_TEST_PROCESS_H
#define C_RX_TRACE_TEST_PROCESS_H

#if defined(__linux__)

/// Ends the process, and writes the stacks of its threads, once it has used next to no processor time for so long.
///
/// Every process of the tests is watched for half an hour, or for as many seconds as `RXTRACE_TEST_STUCK` says; 0 is for
/// ever.
void rxtrace_test_watch(unsigned seconds);

/// A queue for the function below.
void *rxtrace_test_queue(void);

/// `dispatch_async_f`, called by code that looks like that of a statically linked library of the system's.
void rxtrace_test_hand_on(void *queue, void *context, void (*work)(void *context));

#endif

#endif
