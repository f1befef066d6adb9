#include <stddef.h>

#include "CRxTraceFiles.h"

// `#embed` is of C23. The compiler reads the files as bytes, and compiles this file anew if one of them changes.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const rxtrace_file files[] = {
    {"BagRelease.swift", (const char[]){
#embed "../../samples/BagRelease.swift" suffix(, 0)
    }},
    {"BagReplace.swift", (const char[]){
#embed "../../samples/BagReplace.swift" suffix(, 0)
    }},
    {"CombineLatest.swift", (const char[]){
#embed "../../samples/CombineLatest.swift" suffix(, 0)
    }},
    {"Connectable.swift", (const char[]){
#embed "../../samples/Connectable.swift" suffix(, 0)
    }},
    {"CreateError.swift", (const char[]){
#embed "../../samples/CreateError.swift" suffix(, 0)
    }},
    {"CreateSubscribe.swift", (const char[]){
#embed "../../samples/CreateSubscribe.swift" suffix(, 0)
    }},
    {"DeallocatedShared.swift", (const char[]){
#embed "../../samples/DeallocatedShared.swift" suffix(, 0)
    }},
    {"Deallocating.swift", (const char[]){
#embed "../../samples/Deallocating.swift" suffix(, 0)
    }},
    {"DisposeManual.swift", (const char[]){
#embed "../../samples/DisposeManual.swift" suffix(, 0)
    }},
    {"DisposeOnce.swift", (const char[]){
#embed "../../samples/DisposeOnce.swift" suffix(, 0)
    }},
    {"EventBus.swift", (const char[]){
#embed "../../samples/EventBus.swift" suffix(, 0)
    }},
    {"EventChannel.swift", (const char[]){
#embed "../../samples/EventChannel.swift" suffix(, 0)
    }},
    {"FlatMapLatest.swift", (const char[]){
#embed "../../samples/FlatMapLatest.swift" suffix(, 0)
    }},
    {"InsertLate.swift", (const char[]){
#embed "../../samples/InsertLate.swift" suffix(, 0)
    }},
    {"Leak.swift", (const char[]){
#embed "../../samples/Leak.swift" suffix(, 0)
    }},
    {"LimitConcurrency.swift", (const char[]){
#embed "../../samples/LimitConcurrency.swift" suffix(, 0)
    }},
    {"MapFilter.swift", (const char[]){
#embed "../../samples/MapFilter.swift" suffix(, 0)
    }},
    {"Notification.swift", (const char[]){
#embed "../../samples/Notification.swift" suffix(, 0)
    }},
    {"NotificationByHand.swift", (const char[]){
#embed "../../samples/NotificationByHand.swift" suffix(, 0)
    }},
    {"ObserveOn.swift", (const char[]){
#embed "../../samples/ObserveOn.swift" suffix(, 0)
    }},
    {"PublishSubject.swift", (const char[]){
#embed "../../samples/PublishSubject.swift" suffix(, 0)
    }},
    {"RACCommand.swift", (const char[]){
#embed "../../samples/RACCommand.swift" suffix(, 0)
    }},
    {"RACCommandErrors.swift", (const char[]){
#embed "../../samples/RACCommandErrors.swift" suffix(, 0)
    }},
    {"RACCompoundDisposable.swift", (const char[]){
#embed "../../samples/RACCompoundDisposable.swift" suffix(, 0)
    }},
    {"RACMulticast.swift", (const char[]){
#embed "../../samples/RACMulticast.swift" suffix(, 0)
    }},
    {"RACObserve.swift", (const char[]){
#embed "../../samples/RACObserve.swift" suffix(, 0)
    }},
    {"RACObservePath.swift", (const char[]){
#embed "../../samples/RACObservePath.swift" suffix(, 0)
    }},
    {"RACObserveWeak.swift", (const char[]){
#embed "../../samples/RACObserveWeak.swift" suffix(, 0)
    }},
    {"RACSchedulerBackground.swift", (const char[]){
#embed "../../samples/RACSchedulerBackground.swift" suffix(, 0)
    }},
    {"RACSchedulerMain.swift", (const char[]){
#embed "../../samples/RACSchedulerMain.swift" suffix(, 0)
    }},
    {"RACSchedulerNested.swift", (const char[]){
#embed "../../samples/RACSchedulerNested.swift" suffix(, 0)
    }},
    {"RACSignal.swift", (const char[]){
#embed "../../samples/RACSignal.swift" suffix(, 0)
    }},
    {"RACSubject.swift", (const char[]){
#embed "../../samples/RACSubject.swift" suffix(, 0)
    }},
    {"ReplacedMethod.swift", (const char[]){
#embed "../../samples/ReplacedMethod.swift" suffix(, 0)
    }},
    {"Retry.swift", (const char[]){
#embed "../../samples/Retry.swift" suffix(, 0)
    }},
    {"ReusedCell.swift", (const char[]){
#embed "../../samples/ReusedCell.swift" suffix(, 0)
    }},
    {"ShareReplay.swift", (const char[]){
#embed "../../samples/ShareReplay.swift" suffix(, 0)
    }},
    {"SideBySide.swift", (const char[]){
#embed "../../samples/SideBySide.swift" suffix(, 0)
    }},
    {"SinkDisposerOrder.swift", (const char[]){
#embed "../../samples/SinkDisposerOrder.swift" suffix(, 0)
    }},
    {"TakeUntil.swift", (const char[]){
#embed "../../samples/TakeUntil.swift" suffix(, 0)
    }},
    {"Timer.swift", (const char[]){
#embed "../../samples/Timer.swift" suffix(, 0)
    }},
    {NULL, NULL},
};

const rxtrace_file *rxtrace_sample_files(void) { return files; }
