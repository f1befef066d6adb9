// The hot part of a recording, and the parts that have to be C.
//
// Each thread writes records into chunks of memory of its own. A thread of the recorder writes the chunks to a file, or
// they stay in memory until the recording is read.

#ifndef C_RX_TRACE_BUFFER_H
#define C_RX_TRACE_BUFFER_H

#include "CrashFlush.h"
#include "PunchHole.h"
#include "HeldLocks.h"
#include "HopWork.h"
#include "LockWait.h"
#include "OwnThreads.h"
#include "ProgramStack.h"
#include "WriteWithoutSignals.h"
#include "SharedDescriptions.h"
#include "StackRoom.h"
#include "SwitchingPoint.h"
#include "TraceAssumptions.h"
#include "TraceCalls.h"
#include "TraceClock.h"
#include "TraceForks.h"
#include "TraceHops.h"
#include "TraceIdentity.h"
#include "TraceImages.h"
#include "TraceInside.h"
#include "TraceMemory.h"
#include "TraceProcess.h"
#include "TraceRecord.h"
#include "TraceRecording.h"
#include "TraceThread.h"
#include "TraceTrampoline.h"

#endif
