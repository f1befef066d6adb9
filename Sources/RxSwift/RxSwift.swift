// `import RxSwift` brings the names of RxSwift's public API and no others: what is RxInstrumented's own (`Trace`,
// `RecordingOptions` and so on) comes by `import RxInstrumented`. Each name is exported by itself, as the kind of
// declaration that it stands for. Nothing is declared here, so that code is specialised as it is for RxInstrumented.

@_exported import struct RxInstrumented.AnyObserver
@_exported import class RxInstrumented.AsyncSubject
@_exported import class RxInstrumented.BehaviorSubject
@_exported import struct RxInstrumented.Binder
@_exported import class RxInstrumented.BooleanDisposable
@_exported import protocol RxInstrumented.Cancelable
@_exported import struct RxInstrumented.Completable
@_exported import enum RxInstrumented.CompletableEvent
@_exported import enum RxInstrumented.CompletableTrait
@_exported import class RxInstrumented.CompositeDisposable
@_exported import class RxInstrumented.ConcurrentDispatchQueueScheduler
@_exported import class RxInstrumented.ConcurrentMainScheduler
@_exported import class RxInstrumented.ConnectableObservable
@_exported import protocol RxInstrumented.ConnectableObservableType
@_exported import class RxInstrumented.CurrentThreadScheduler
@_exported import protocol RxInstrumented.DataDecoder
@_exported import protocol RxInstrumented.Disposable
@_exported import struct RxInstrumented.Disposables
@_exported import class RxInstrumented.DisposeBag
@_exported import class RxInstrumented.DisposeBase
@_exported import enum RxInstrumented.Event
@_exported import protocol RxInstrumented.EventConvertible
@_exported import struct RxInstrumented.GroupedObservable
@_exported import class RxInstrumented.HistoricalScheduler
@_exported import struct RxInstrumented.HistoricalSchedulerTimeConverter
@_exported import enum RxInstrumented.Hooks
@_exported import protocol RxInstrumented.ImmediateSchedulerType
@_exported import struct RxInstrumented.Infallible
@_exported import enum RxInstrumented.InfallibleEvent
@_exported import protocol RxInstrumented.InfallibleType
@_exported import class RxInstrumented.MainScheduler
@_exported import struct RxInstrumented.Maybe
@_exported import enum RxInstrumented.MaybeEvent
@_exported import enum RxInstrumented.MaybeTrait
@_exported import class RxInstrumented.Observable
@_exported import protocol RxInstrumented.ObservableConvertibleType
@_exported import protocol RxInstrumented.ObservableType
@_exported import protocol RxInstrumented.ObserverType
@_exported import class RxInstrumented.OperationQueueScheduler
@_exported import struct RxInstrumented.PrimitiveSequence
@_exported import protocol RxInstrumented.PrimitiveSequenceType
@_exported import class RxInstrumented.PublishSubject
@_exported import struct RxInstrumented.Reactive
@_exported import protocol RxInstrumented.ReactiveCompatible
@_exported import class RxInstrumented.RefCountDisposable
@_exported import class RxInstrumented.ReplaySubject
@_exported import protocol RxInstrumented.RxAbstractInteger
@_exported import enum RxInstrumented.RxError
@_exported import class RxInstrumented.RxObservable
@_exported import struct RxInstrumented.RxTime
@_exported import enum RxInstrumented.RxTimeInterval
@_exported import class RxInstrumented.ScheduledDisposable
@_exported import protocol RxInstrumented.SchedulerType
@_exported import class RxInstrumented.SerialDispatchQueueScheduler
@_exported import class RxInstrumented.SerialDisposable
@_exported import struct RxInstrumented.Single
@_exported import class RxInstrumented.SingleAssignmentDisposable
@_exported import enum RxInstrumented.SingleEvent
@_exported import enum RxInstrumented.SingleTrait
@_exported import enum RxInstrumented.SubjectLifetimeScope
@_exported import protocol RxInstrumented.SubjectType
@_exported import enum RxInstrumented.TakeBehavior
@_exported import enum RxInstrumented.VirtualTimeComparison
@_exported import protocol RxInstrumented.VirtualTimeConverterType
@_exported import class RxInstrumented.VirtualTimeScheduler

#if DEBUG || TRACE_RESOURCES
    @_exported import var RxInstrumented.maxTailRecursiveSinkStackSize
#endif
#if TRACE_RESOURCES
    @_exported import struct RxInstrumented.Resources
#endif
