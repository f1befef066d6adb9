/// Which closure of the user's a recorded handler call ran; named as the parameter that took it.
@usableFromInline
enum HandlerLabel: UInt8, CaseIterable {
    case onNext, onError, onCompleted, onDisposed, onEvent
    case onSuccess, onFailure
    case afterNext, afterError, afterCompleted, afterSuccess
    case onSubscribe, onSubscribed, onDispose
    case subscribeHandler, disposeAction, action
    case transform, predicate, selector, accumulator, mapResult, resultSelector, keySelector, comparer
    case observableFactory, primitiveSequenceFactory, resourceFactory, condition, iterate
    case handler, notificationHandler, onErrorRecover, makeSubject, subjectSelector, binding, eventHandler
    // ReactiveObjC's own words.
    case didSubscribe, nextBlock, errorBlock, completedBlock, disposeBlock, signalBlock
    case bindBlock, flattenMapBlock, mapBlock, filterBlock, reduceBlock, predicateBlock
    case doNextBlock, doErrorBlock, doCompletedBlock, catchBlock, thenBlock, deferBlock
    // Not closures of the user's, but what these would do by hand.
    case addObserver, removeObserver

    /// The label as a trace shows it.
    var name: String { String(describing: self) }
}
