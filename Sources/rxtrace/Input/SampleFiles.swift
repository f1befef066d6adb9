/// The samples' source files, which are built in: a sample is shown wherever the command lies.
enum SampleFiles {
    static let all: [SampleProgram.File] = embedded.map { name, bytes in
        SampleProgram.File(name: "\(name).swift", text: String(decoding: bytes, as: UTF8.self))
    }

    /// The content of a file by its path in a trace, such as `samples/Timer.swift`; nil for any other.
    @Sendable static func text(of path: String) -> String? {
        let folder = "samples/"
        guard path.hasPrefix(folder) else { return nil }
        return all.first { $0.name == path.dropFirst(folder.count) }?.text
    }

    private static let embedded: [(String, [UInt8])] = [
        ("BagRelease", PackageResources.BagRelease_swift),
        ("BagReplace", PackageResources.BagReplace_swift),
        ("CombineLatest", PackageResources.CombineLatest_swift),
        ("Connectable", PackageResources.Connectable_swift),
        ("CreateError", PackageResources.CreateError_swift),
        ("CreateSubscribe", PackageResources.CreateSubscribe_swift),
        ("DeallocatedShared", PackageResources.DeallocatedShared_swift),
        ("Deallocating", PackageResources.Deallocating_swift),
        ("DisposeManual", PackageResources.DisposeManual_swift),
        ("DisposeOnce", PackageResources.DisposeOnce_swift),
        ("EventBus", PackageResources.EventBus_swift),
        ("EventChannel", PackageResources.EventChannel_swift),
        ("FlatMapLatest", PackageResources.FlatMapLatest_swift),
        ("InsertLate", PackageResources.InsertLate_swift),
        ("Leak", PackageResources.Leak_swift),
        ("LimitConcurrency", PackageResources.LimitConcurrency_swift),
        ("MapFilter", PackageResources.MapFilter_swift),
        ("Notification", PackageResources.Notification_swift),
        ("NotificationByHand", PackageResources.NotificationByHand_swift),
        ("ObserveOn", PackageResources.ObserveOn_swift),
        ("PublishSubject", PackageResources.PublishSubject_swift),
        ("RACCommand", PackageResources.RACCommand_swift),
        ("RACCommandErrors", PackageResources.RACCommandErrors_swift),
        ("RACCompoundDisposable", PackageResources.RACCompoundDisposable_swift),
        ("RACMulticast", PackageResources.RACMulticast_swift),
        ("RACObserve", PackageResources.RACObserve_swift),
        ("RACObservePath", PackageResources.RACObservePath_swift),
        ("RACObserveWeak", PackageResources.RACObserveWeak_swift),
        ("RACSchedulerBackground", PackageResources.RACSchedulerBackground_swift),
        ("RACSchedulerMain", PackageResources.RACSchedulerMain_swift),
        ("RACSchedulerNested", PackageResources.RACSchedulerNested_swift),
        ("RACSignal", PackageResources.RACSignal_swift),
        ("RACSubject", PackageResources.RACSubject_swift),
        ("ReplacedMethod", PackageResources.ReplacedMethod_swift),
        ("Retry", PackageResources.Retry_swift),
        ("ReusedCell", PackageResources.ReusedCell_swift),
        ("ShareReplay", PackageResources.ShareReplay_swift),
        ("SideBySide", PackageResources.SideBySide_swift),
        ("SinkDisposerOrder", PackageResources.SinkDisposerOrder_swift),
        ("TakeUntil", PackageResources.TakeUntil_swift),
        ("Timer", PackageResources.Timer_swift),
    ]
}
