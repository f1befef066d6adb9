import RxInstrumented
@_exported import RxTest

// Short forms of RxTest's names, for tests that are lists of events.

typealias Timed<Element> = Recorded<Event<Element>>
typealias Subscribed = RxTest.Subscription

extension TestScheduler {
    convenience init() {
        self.init(initialClock: 0)
    }

    /// Runs `action` at a time.
    func at(_ time: Int, _ action: @escaping () -> Void) {
        scheduleAt(time, action: action)
    }

    func hot<Element>(_ events: Timed<Element>...) -> TestableObservable<Element> {
        createHotObservable(events)
    }

    func cold<Element>(_ events: Timed<Element>...) -> TestableObservable<Element> {
        createColdObservable(events)
    }

    /// Makes an observable at 100, subscribes at 200, disposes at `disposed`, and gives what was observed.
    func run<Element>(disposed: Int = 1000, _ make: @escaping () -> Observable<Element>) -> [Timed<Element>] {
        start(disposed: disposed, create: make).events
    }
}

extension Recorded {
    var description: String { "\(value)@\(time)" }
}

func next<Element>(_ time: Int, _ element: Element) -> Timed<Element> { .next(time, element) }
func error<Element>(_ time: Int, _ error: any Error, _ type: Element.Type = Element.self) -> Timed<Element> {
    .error(time, error)
}
func completed<Element>(_ time: Int, _ type: Element.Type = Element.self) -> Timed<Element> { .completed(time) }

struct TestError: Error, Equatable, CustomStringConvertible {
    let name: String
    init(_ name: String = "test") { self.name = name }
    var description: String { "TestError(\(name))" }
}
