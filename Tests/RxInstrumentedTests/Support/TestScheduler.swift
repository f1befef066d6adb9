import Foundation
import RxInstrumented

/// Virtual time in whole ticks of a second, and the observables and observers tests are written with.
final class TestScheduler: VirtualTimeScheduler<TestTimeConverter> {
    init() {
        super.init(initialClock: 0, converter: TestTimeConverter())
    }

    /// Work scheduled for now or the past runs one tick later, so that no two steps of a chain share a moment.
    override func adjustScheduledTime(_ time: Int) -> Int {
        time <= clock ? clock + 1 : time
    }

    /// Runs `action` at a time.
    func at(_ time: Int, _ action: @escaping () -> Void) {
        _ = scheduleAbsoluteVirtual((), time: time) { _ in
            action()
            return Disposables.create()
        }
    }

    func hot<Element>(_ events: Timed<Element>...) -> HotObservable<Element> {
        HotObservable(self, events)
    }

    func cold<Element>(_ events: Timed<Element>...) -> ColdObservable<Element> {
        ColdObservable(self, events)
    }

    /// Makes an observable at 100, subscribes at 200, disposes at `disposed`, and gives what was observed.
    func run<Element>(disposed: Int = 1000, _ make: @escaping () -> Observable<Element>) -> [Timed<Element>] {
        var source: Observable<Element>?
        var subscription: (any Disposable)?
        var events: [Timed<Element>] = []
        at(100) { source = make() }
        at(200) { subscription = source?.subscribe { events.append(Timed(self.clock, $0)) } }
        at(disposed) { subscription?.dispose() }
        start()
        return events
    }
}

struct TestTimeConverter: VirtualTimeConverterType {
    func convertFromVirtualTime(_ virtualTime: Int) -> RxTime {
        Date(timeIntervalSince1970: TimeInterval(virtualTime))
    }

    func convertToVirtualTime(_ time: RxTime) -> Int { Int(time.timeIntervalSince1970.rounded()) }
    func convertFromVirtualTimeInterval(_ virtualTimeInterval: Int) -> TimeInterval {
        TimeInterval(virtualTimeInterval)
    }

    func convertToVirtualTimeInterval(_ timeInterval: TimeInterval) -> Int { Int(timeInterval.rounded()) }
    func offsetVirtualTime(_ time: Int, offset: Int) -> Int { time + offset }
    func compareVirtualTime(_ lhs: Int, _ rhs: Int) -> VirtualTimeComparison {
        if lhs < rhs { .lessThan } else if lhs > rhs { .greaterThan } else { .equal }
    }
}

/// An event and the time it came.
struct Timed<Element> {
    let time: Int
    let event: Event<Element>

    init(_ time: Int, _ event: Event<Element>) {
        self.time = time
        self.event = event
    }
}

extension Timed: Equatable where Element: Equatable {
    static func == (left: Timed, right: Timed) -> Bool {
        left.time == right.time && left.description == right.description
    }
}

extension Timed: CustomStringConvertible {
    var description: String { "\(event.debugDescription)@\(time)" }
}

func next<Element>(_ time: Int, _ element: Element) -> Timed<Element> { Timed(time, .next(element)) }
func error<Element>(_ time: Int, _ error: any Error, _ type: Element.Type = Element.self) -> Timed<Element> {
    Timed(time, .error(error))
}
func completed<Element>(_ time: Int, _ type: Element.Type = Element.self) -> Timed<Element> { Timed(time, .completed) }

/// When a test observable was subscribed and until when; nil while the subscription lives.
struct Subscribed: Equatable, CustomStringConvertible {
    let from: Int
    var until: Int?

    init(_ from: Int, _ until: Int? = nil) {
        self.from = from
        self.until = until
    }

    var description: String { "\(from)…\(until.map(String.init) ?? "")" }
}

struct TestError: Error, Equatable, CustomStringConvertible {
    let name: String
    init(_ name: String = "test") { self.name = name }
    var description: String { "TestError(\(name))" }
}
