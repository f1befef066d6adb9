import ReactiveObjC
import RxInstrumented
import RxTraceKit
import Testing

/// What is left of signals and commands, in ReactiveObjC's own words.
@Suite struct RACLeakTests {
    private func record(_ body: () -> Void) -> Trace {
        StateSwitch.hold()
        return Trace.record("leaks", options: RecordingOptions(scope: .caused), body)
    }

    private func leaks(_ body: () -> Void) throws -> [Trace.LeakGroup] {
        try LeakSearch().leaks(in: TraceInMemory(record(body)))
    }

    /// A command connects its own parts, which end with it.
    @Test func theConnectionsOfACommandAreItsOwn() throws {
        var command: RACCommand<Int, Int>?
        let leaks = try leaks {
            command = RACCommand { RACSignal.return($0) }
        }
        #expect(leaks.isEmpty, "\(leaks)")
        withExtendedLifetime(command) {}
    }

    @Test func aSubscriptionIsDisposedByItsRACDisposable() throws {
        let names = RACSubject<String>()
        var command: RACCommand<Int, Int>?
        let leaks = try leaks {
            names.subscribeNext { _ in }
            command = RACCommand { RACSignal.return($0) }
            command?.errors.subscribeNext { _ in }
        }
        #expect(
            Set(leaks.map(\.remedy)) == [
                "dispose() the RACDisposable, or end it: take(until:), sendCompleted()",
                "dispose() the RACDisposable, or end it: take(until:)",
            ])
        names.sendCompleted()
        withExtendedLifetime(command) {}
    }

    @Test func aConnectionIsLeftByAutoconnect() throws {
        let names = RACSubject<String>()
        let leaks = try leaks {
            let shared = names.publish()
            shared.signal.subscribeNext { _ in }
            shared.connect()
        }
        let connection = try #require(leaks.first { $0.keeper == .connection })
        #expect(connection.remedy == "use autoconnect(), or dispose what connect() returns")
        #expect(connection.explanation.hasSuffix("connect() without autoconnect()"))
        names.sendCompleted()
    }

    @Test func aSubjectIsEndedBySendCompleted() throws {
        let found = try Lint(rules: ["uncompleted-subject"]).findings(
            in: TraceInMemory(
                record {
                    let names = RACSubject<String>()
                    names.subscribeNext { _ in withExtendedLifetime(names) {} }
                    names.sendNext("Ada")
                }))
        #expect(found.map(\.remedy) == ["sendCompleted() when no more is to come, or dispose() the RACDisposable"])
    }
}
