import RxTraceKit

/// Which closure of the user a `handler` call runs, named after the parameter that took the closure.
@usableFromInline
package enum HandlerLabel: UInt8, CaseIterable, Sendable {
    case onNext, onError, onCompleted, onDisposed, onEvent
    case onSuccess, onFailure
    case afterNext, afterError, afterCompleted, afterSuccess
    case onSubscribe, onSubscribed, onDispose
    case subscribeHandler, disposeAction, action
    case transform, predicate, selector, accumulator, mapResult, resultSelector, keySelector, comparer
    case observableFactory, primitiveSequenceFactory, resourceFactory, condition, iterate
    case handler, notificationHandler, onErrorRecover, makeSubject, subjectSelector, binding, eventHandler
    // The closures of ReactiveObjC.
    case didSubscribe, nextBlock, errorBlock, completedBlock, disposeBlock, signalBlock
    case bindBlock, flattenMapBlock, mapBlock, filterBlock, reduceBlock, predicateBlock
    case doNextBlock, doErrorBlock, doCompletedBlock, catchBlock, thenBlock, deferBlock
    // Not closures, but calls of Foundation that the library makes for the user.
    case addObserver, removeObserver

    /// What such a closure is for. Analyses go by this alone.
    var kinds: Set<Trace.ClosureKind> {
        switch self {
        case .onNext, .onSuccess, .afterNext, .afterSuccess, .binding, .nextBlock, .doNextBlock: [.next]
        case .onError, .onFailure, .afterError, .errorBlock, .doErrorBlock: [.error]
        case .onCompleted, .afterCompleted, .completedBlock, .doCompletedBlock: [.completed]
        case .onEvent, .eventHandler: [.next, .error, .completed]
        case .onSubscribe, .onSubscribed: [.begins]
        case .onDisposed, .onDispose: [.ended]
        case .subscribeHandler, .resourceFactory, .didSubscribe: [.creates]
        case .observableFactory, .primitiveSequenceFactory, .deferBlock: [.creates, .makes]
        case .selector, .notificationHandler, .makeSubject, .subjectSelector: [.makes]
        case .signalBlock, .bindBlock, .flattenMapBlock, .thenBlock: [.makes]
        case .handler, .onErrorRecover, .catchBlock: [.answers, .makes]
        case .transform, .predicate, .accumulator, .mapResult, .resultSelector, .keySelector, .comparer: [.computes]
        case .condition, .iterate, .mapBlock, .filterBlock, .reduceBlock, .predicateBlock: [.computes]
        case .disposeAction, .disposeBlock: [.disposes]
        case .action: [.works]
        case .addObserver, .removeObserver: [.outside]
        }
    }

    var name: String { String(describing: self) }
}
