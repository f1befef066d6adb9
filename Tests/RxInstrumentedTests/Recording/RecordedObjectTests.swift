import RxInstrumented
import RxTraceKit
import Testing

/// What another library records of itself by the public interface.
@Suite struct RecordedObjectTests {
    private final class Cell: RecordedObject {
        override var recordedRole: Trace.Role { .subject }
        override var recordedBehaviors: Trace.Behaviors { [.replays] }
        override var recordedName: String? { "price" }

        override init() {
            super.init()
            recordCreate()
        }

        func set(_ value: Int, _ observer: Watcher) {
            recordSend(.next(value)) { observer.take(value) }
        }
    }

    private final class Watcher: RecordedObject {
        private let owner: TraceOwner

        override var recordedRole: Trace.Role { .sink }
        override var recordedOwner: TraceOwner { owner }

        init(_ cell: Cell) { owner = TraceOwner(cell) }

        deinit { recordDeinit {} }

        func take(_ value: Int) {
            recordOn(.next(value)) {
                _ = recordHandler(.predicate) { value > 0 }
                recordForwardOn(.next(value)) {}
            }
        }
    }

    private final class Watch: RecordedDisposable {}

    private static func program() {
        let cell = Cell()
        let watcher = Watcher(cell)
        let bag = DisposeBag()
        cell.recordSubscribe(by: watcher) { Watch {} }.disposed(by: bag)
        cell.set(1, watcher)
    }

    @Test func itsCallsStandInTheTrace() {
        let lines = chain(Self.program)
        #expect(
            lines == [
                "create Cell", "subscribe Cell", "insert DisposeBag", "on Cell next(1)", "  on Watcher next(1)",
                "    handler predicate", "    forwardOn Watcher next(1)", "deinit DisposeBag", "  dispose Watch",
                "deinit Watcher",
            ])
    }

    @Test func itSaysWhatItIs() throws {
        let trace = Trace.record("cell", options: RecordingOptions(scope: .caused), Self.program)
        let cell = try #require(trace.nodes.first { $0.type == "Cell" })
        #expect(cell.role == .subject && cell.name == "price" && cell.behaviors.contains(.replays))
        let watcher = try #require(trace.nodes.first { $0.type == "Watcher" })
        #expect(watcher.role == .sink && watcher.owner == cell.id && watcher.behaviors.contains(.replays))
    }

    @Test func aDisposableEndsOnce() {
        var ends = 0
        let watch = Watch { ends += 1 }
        #expect(!watch.isDisposed)
        watch.dispose()
        watch.dispose()
        #expect(watch.isDisposed && ends == 1)
    }

    @Test func anErrorOfItsBodyIsThrownOn() {
        struct Failure: Error {}
        let cell = Cell()
        #expect(throws: Failure.self) { try cell.recordOn(Event<Int>.completed) { throw Failure() } }
    }
}
