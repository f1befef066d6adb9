import RxInstrumented
import Testing

/// An operator of a trait, and what it makes of a source that sends 2, or nothing, or fails.
struct TraitOperator<Source>: CustomTestStringConvertible, @unchecked Sendable {
    let name: String
    let apply: (Source, TestScheduler) -> Observable<Int>
    var element: Int? = 2
    /// The event sent in place of an error.
    var recovered: Int?
    /// The event sent in place of no element.
    var whenEmpty: Int?

    var testDescription: String { name }

    init(
        _ name: String, element: Int? = 2, recovered: Int? = nil, whenEmpty: Int? = nil,
        _ apply: @escaping (Source, TestScheduler) -> Observable<Int>
    ) {
        self.name = name
        self.apply = apply
        self.element = element
        self.recovered = recovered
        self.whenEmpty = whenEmpty
    }

    /// The events that an observer sees of a source with these, and for how long the source was subscribed to.
    func run(
        disposed: Int = 1000, _ events: [Timed<Int>], _ source: @escaping (TestableObservable<Int>) -> Source
    ) -> (events: [Timed<Int>], subscriptions: [Subscribed]) {
        let scheduler = TestScheduler()
        let hot = scheduler.createHotObservable(events)
        let seen = scheduler.run(disposed: disposed) { apply(source(hot), scheduler) }
        return (seen, hot.subscriptions)
    }

    func sent(_ time: Int, _ element: Int?) -> [Timed<Int>] {
        (element.map { [next(time, $0)] } ?? []) + [completed(time)]
    }
}
