/// A name of a module that the file does not import.
enum MissingImport {
    static func hint(for error: CompilerError, in source: String) -> String? {
        guard let (name, module) = missing(error), !imports(module, source) else { return nil }
        return "`\(name)` comes by `import \(module)`"
    }

    private static func missing(_ error: CompilerError) -> (name: String, module: String)? {
        if let name = error.unknownName {
            if let row = names.first(where: { $0.names.contains(name) }) { return (name, row.module) }
            return name.contains(/^RAC[A-Z]/) ? (name, "ReactiveObjC") : nil
        }
        guard let name = error.unknownMember else { return nil }
        return members.first { $0.names.contains(name) }.map { (name, $0.module) }
    }

    private static func imports(_ module: String, _ source: String) -> Bool {
        source.split(separator: "\n").contains { line in
            let words = line.split(separator: " ")
            return words.last == module[...] && words.contains("import")
        }
    }

    private typealias Row = (module: String, names: Set<String>)

    private static let names: [Row] = [
        (
            "RxSwift",
            [
                "Observable", "ObservableType", "ObserverType", "AnyObserver", "Event", "Single", "Maybe",
                "Completable",
                "Infallible", "PublishSubject", "BehaviorSubject", "ReplaySubject", "AsyncSubject", "DisposeBag",
                "Disposable", "Disposables", "SerialDisposable", "CompositeDisposable", "SingleAssignmentDisposable",
                "MainScheduler", "SerialDispatchQueueScheduler", "ConcurrentDispatchQueueScheduler",
                "OperationQueueScheduler", "CurrentThreadScheduler", "HistoricalScheduler", "RxError", "Reactive",
                "ReactiveCompatible", "Binder", "ConnectableObservable", "GroupedObservable", "RxTimeInterval",
            ]
        ),
        ("RxRelay", ["BehaviorRelay", "PublishRelay", "ReplayRelay"]),
        ("RxCocoa", ["Driver", "Signal", "SharedSequence", "ControlEvent", "ControlProperty"]),
        ("RxInstrumented", ["Trace", "RecordingOptions", "RecordedValues"]),
        ("RxTraceKit", ["TreeRenderer"]),
        (
            "Dispatch",
            [
                "DispatchQueue", "DispatchGroup", "DispatchSemaphore", "DispatchTime", "DispatchWorkItem",
                "DispatchSource",
            ]
        ),
        (
            "Foundation",
            [
                "Bundle", "Data", "Date", "DateFormatter", "FileManager", "IndexPath", "JSONDecoder", "JSONEncoder",
                "NSError", "NSLock", "NSObject", "Notification", "NotificationCenter", "OperationQueue", "ProcessInfo",
                "RunLoop", "Thread", "TimeInterval", "Timer", "URL", "UUID", "UserDefaults",
            ]
        ),
        ("FoundationNetworking", ["URLSession", "URLRequest", "URLResponse", "HTTPURLResponse"]),
    ]

    private static let members: [Row] = [
        ("RxCocoa", ["asDriver", "asSignal", "drive", "emit", "bind"]),
        ("RxBlocking", ["toBlocking"]),
    ]
}
