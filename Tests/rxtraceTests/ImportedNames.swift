/// The names that a module brings, top-level declarations of its public API.
enum ImportedNames {
    /// RxSwift's, of version 6.10 in a debug build on Linux.
    static let rxSwift: Set<String> = [
        "AnyObserver", "AsyncSubject", "BehaviorSubject", "Binder", "BooleanDisposable", "Cancelable", "Completable",
        "CompletableEvent", "CompletableTrait", "CompositeDisposable", "ConcurrentDispatchQueueScheduler",
        "ConcurrentMainScheduler", "ConnectableObservable", "ConnectableObservableType", "CurrentThreadScheduler",
        "DataDecoder", "Disposable", "Disposables", "DisposeBag", "DisposeBase", "Event", "EventConvertible",
        "GroupedObservable", "HistoricalScheduler", "HistoricalSchedulerTimeConverter", "Hooks",
        "ImmediateSchedulerType", "Infallible", "InfallibleEvent", "InfallibleType", "MainScheduler",
        "maxTailRecursiveSinkStackSize", "Maybe", "MaybeEvent", "MaybeTrait", "Observable",
        "ObservableConvertibleType", "ObservableType", "ObserverType", "OperationQueueScheduler", "PrimitiveSequence",
        "PrimitiveSequenceType", "PublishSubject", "Reactive", "ReactiveCompatible", "RefCountDisposable",
        "ReplaySubject", "RxAbstractInteger", "RxError", "RxObservable", "RxTime", "RxTimeInterval",
        "ScheduledDisposable", "SchedulerType", "SerialDispatchQueueScheduler", "SerialDisposable", "Single",
        "SingleAssignmentDisposable", "SingleEvent", "SingleTrait", "SubjectLifetimeScope", "SubjectType",
        "TakeBehavior", "VirtualTimeComparison", "VirtualTimeConverterType", "VirtualTimeScheduler",
    ]

    /// ReactiveObjC's, as far as they are there, and the protocol of what it observes.
    static let reactiveObjC: Set<String> = [
        "RACBehaviorSubject", "RACCommand", "RACCommandError", "RACCompoundDisposable", "RACDisposable",
        "RACMulticastConnection", "RACObservable", "RACObservableWeak", "RACObserve", "RACPassthroughSubscriber",
        "RACReplaySubject", "RACScheduler", "RACScopedDisposable", "RACSerialDisposable", "RACSignal", "RACStream",
        "RACSubject", "RACSubscriber", "RACSubscriberProtocol", "RACTargetQueueScheduler", "RACTestScheduler",
        "ReactiveCompatible",
    ]
}
