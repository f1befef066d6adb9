/// The kinds of the closures of older traces, which tell no more than their labels: documents without
/// `closures`. A trace that says it of any label is taken at its word.
///
/// This is a list of the labels there were then. Labels of today say it themselves, and are not added here.
enum OlderClosures {
    static func kinds(of label: String) -> Set<Trace.ClosureKind>? { byLabel[label] }

    static func closures(_ labels: some Sequence<String>) -> Trace.Closures {
        Trace.Closures(
            Dictionary(labels.compactMap { label in byLabel[label].map { (label, $0) } }) { first, _ in first })
    }

    private static let byLabel: [String: Set<Trace.ClosureKind>] = [
        "onNext": [.next], "onSuccess": [.next], "afterNext": [.next], "afterSuccess": [.next], "binding": [.next],
        "nextBlock": [.next], "doNextBlock": [.next],
        "onError": [.error], "onFailure": [.error], "afterError": [.error], "errorBlock": [.error],
        "doErrorBlock": [.error],
        "onCompleted": [.completed], "afterCompleted": [.completed], "completedBlock": [.completed],
        "doCompletedBlock": [.completed],
        "onEvent": [.next, .error, .completed], "eventHandler": [.next, .error, .completed],
        "onSubscribe": [.begins], "onSubscribed": [.begins], "onDisposed": [.ended], "onDispose": [.ended],
        "subscribeHandler": [.creates], "resourceFactory": [.creates], "didSubscribe": [.creates],
        "observableFactory": [.creates, .makes], "primitiveSequenceFactory": [.creates, .makes],
        "deferBlock": [.creates, .makes],
        "selector": [.makes], "notificationHandler": [.makes], "makeSubject": [.makes], "subjectSelector": [.makes],
        "signalBlock": [.makes], "bindBlock": [.makes], "flattenMapBlock": [.makes], "thenBlock": [.makes],
        "handler": [.answers, .makes], "onErrorRecover": [.answers, .makes], "catchBlock": [.answers, .makes],
        "transform": [.computes], "predicate": [.computes], "accumulator": [.computes], "mapResult": [.computes],
        "resultSelector": [.computes], "keySelector": [.computes], "comparer": [.computes], "condition": [.computes],
        "iterate": [.computes], "mapBlock": [.computes], "filterBlock": [.computes], "reduceBlock": [.computes],
        "predicateBlock": [.computes],
        "disposeAction": [.disposes], "disposeBlock": [.disposes], "action": [.works],
        "addObserver": [.outside], "removeObserver": [.outside],
    ]
}

extension Trace {
    /// The kinds of the closures, where the trace does not say so itself too.
    var closuresWithKinds: Closures {
        guard closures.isEmpty else { return closures }
        var labels: Set<String> = []
        for call in calls where call.operation == .handler {
            if let label = call.label { labels.insert(label) }
        }
        return OlderClosures.closures(labels)
    }
}
