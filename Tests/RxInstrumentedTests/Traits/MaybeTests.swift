import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct MaybeTests {
    static func notes(of maybe: Maybe<Int>) -> [String] {
        var lines: [String] = []
        _ = maybe.subscribe(
            onSuccess: { lines.append("success \($0)") }, onError: { lines.append("error \($0)") },
            onCompleted: { lines.append("completed") }, onDisposed: { lines.append("disposed") })
        return lines
    }

    static func created(_ events: MaybeEvent<Int>...) -> Maybe<Int> {
        .create { maybe in
            for event in events { maybe(event) }
            return Disposables.create()
        }
    }

    @Test func aCreatedOneSendsItsFirstEventOnly() {
        #expect(Self.notes(of: Self.created(.success(1), .completed)) == ["success 1", "disposed"])
        #expect(Self.notes(of: Self.created(.completed, .success(1))) == ["completed", "disposed"])
        #expect(Self.notes(of: Self.created(.error(TestError()), .completed)) == ["error TestError(test)", "disposed"])
    }

    @Test func creation() {
        #expect(Self.notes(of: .just(1)) == ["success 1", "disposed"])
        #expect(Self.notes(of: .empty()) == ["completed", "disposed"])
        #expect(Self.notes(of: .error(TestError())) == ["error TestError(test)", "disposed"])
        #expect(Self.notes(of: .never()) == [])
        let scheduler = TestScheduler()
        #expect(scheduler.run { Maybe.just(1, scheduler: scheduler).asObservable() } == [next(201, 1), completed(202)])
    }

    @Test func theEventClosureIsGivenTheEvent() {
        var events: [String] = []
        for maybe in [Maybe.just(1), .empty(), .error(TestError())] {
            _ = maybe.subscribe { event in
                switch event {
                case .success(let element): events.append("success \(element)")
                case .error(let error): events.append("error \(error)")
                case .completed: events.append("completed")
                }
            }
        }
        #expect(events == ["success 1", "completed", "error TestError(test)"])
    }

    @Test func closuresWithAnObject() {
        final class Object { var lines: [String] = [] }
        var object: Object? = Object()
        let subject = PublishSubject<Int>()
        for maybe in [Maybe.just(1), .empty(), .error(TestError()), subject.asMaybe()] {
            guard let object else { continue }
            _ = maybe.subscribe(
                with: object, onSuccess: { $0.lines.append("success \($1)") },
                onError: { $0.lines.append("error \($1)") }, onCompleted: { $0.lines.append("completed") },
                onDisposed: { $0.lines.append("disposed") })
        }
        #expect(
            object?.lines == ["success 1", "disposed", "completed", "disposed", "error TestError(test)", "disposed"])
        weak let released = object
        object = nil
        #expect(released == nil)
        subject.onCompleted()
    }

    @Test func doTellsOfTheElementAndTheCompletion() {
        var lines: [String] = []
        _ = Maybe.just(1).do(
            onNext: { lines.append("next \($0)") }, afterNext: { lines.append("after \($0)") },
            onCompleted: { lines.append("completed") }, afterCompleted: { lines.append("after completed") }
        ).subscribe(onSuccess: { lines.append("success \($0)") })
        #expect(lines == ["next 1", "success 1", "after 1", "completed", "after completed"])
    }

    @Test func zipEndsWithTheFirstThatHasNoElement() {
        #expect(Self.notes(of: .zip(.just(1), .empty()) { $0 + $1 }) == ["completed", "disposed"])
        var pairs: [String] = []
        _ = Maybe.zip(Maybe.just(1), Maybe.just("a")).subscribe(onSuccess: { pairs.append("\($0)") })
        #expect(pairs == ["(1, \"a\")"])
    }
}
