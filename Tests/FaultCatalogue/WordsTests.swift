import RxRelay
import RxSwift
import RxTraceKit
import Testing

/// What a finding says fits what it is about.
@Suite struct WordsTests {
    private func text(of program: FaultProgram) -> SourceText {
        SourceText { path in
            program.file.hasSuffix("/" + path) || program.file == path
                ? try? String(contentsOfFile: program.file, encoding: .utf8) : nil
        }
    }

    private func findings(_ rule: String, of program: FaultProgram) throws -> [Trace.Finding] {
        let text = text(of: program)
        let trace = try NamedTrace.naming(TraceInMemory(program.trace()), from: text)
        return try Lint(rules: [rule], text: text).findings(in: trace)
    }

    private func leaks(of program: FaultProgram) throws -> [Trace.LeakGroup] {
        let text = text(of: program)
        return try LeakSearch(text: text).leaks(in: NamedTrace.naming(TraceInMemory(program.trace()), from: text))
    }

    private static let sources = FaultProgram("a function that subscribes to two sources") {
        let (screen, names, ages) = (Screen(), PublishSubject<String>(), PublishSubject<Int>())
        func log<Element>(_ source: Observable<Element>) { _ = source.subscribe(onNext: { screen.show($0) }) }
        log(names)
        log(ages)
        names.onNext("Ada")
    }

    /// A program of signals is told the ways out that signals have.
    @Test func signalsHaveWaysOutOfTheirOwn() throws {
        let program = try #require(FaultProgram.signals.first { $0.name.hasPrefix("a request that two") })
        let found = try findings("repeated-side-effect", of: program)
        #expect(found.map(\.remedy) == ["use replayLazily(), which runs it once, and subscribe to the result"])
        let foreign = ["flatMapLatest", "DisposeBag", "share(", "observe(on", "onCompleted", "onNext", "BehaviorRelay"]
        for rule in Lint.definitions {
            #expect(!foreign.contains { rule.signalRemedy?.contains($0) == true }, "\(rule.name)")
        }
    }

    private static let twice = FaultProgram("a request that has ended before the next subscribe") {
        let (screen, bag) = (Screen(), DisposeBag())
        let user = Observable<String>.create { observer in
            observer.onNext("Ada")
            observer.onCompleted()
            return Disposables.create()
        }
        user.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        user.map { $0.count }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
    }

    /// A share that follows its subscribers would ask again.
    @Test func whatHasEndedIsToBeKept() throws {
        let found = try findings("repeated-side-effect", of: Self.twice)
        let way = "put share(replay: 1, scope: .forever) after the side effect, and subscribe to the result"
        #expect(found.map(\.remedy) == [way])
    }

    /// Two subjects of one line are two findings, each with its name.
    @Test func eachSubjectOfALineIsNamed() throws {
        let found = try findings("uncompleted-subject", of: Self.sources)
        #expect(
            found.map(\.sentence) == [
                "ages (PublishSubject) never ends, and 1 subscription to it still waits",
                "names (PublishSubject) never ends, and 1 subscription to it still waits",
            ])
    }

    /// A line that subscribes to other sources each time takes nothing's place.
    @Test func anotherSourceReplacesNothing() throws {
        let leaks = try leaks(of: Self.sources)
        #expect(leaks.map(\.keeper) == [.source, .source])
        #expect(leaks.map(\.variable) == ["names", "ages"])
    }

    /// A connectable whose source has ended sends nothing to who comes then.
    @Test func aConnectableThatHasEndedIsToldSo() throws {
        let program = FaultProgram("subscribed after the connection's end") {
            let (screen, numbers) = (Screen(), Observable.of(1, 2).replay(1))
            _ = numbers.connect()
            _ = numbers.subscribe(onNext: { screen.show($0) })
        }
        let leaks = try leaks(of: program)
        #expect(leaks.map(\.explanation) == ["never disposed, and the source is not connected"])
        #expect(leaks.map(\.remedy) == ["call connect() below the last subscribe, or put it into a DisposeBag"])
    }

    /// A relay has no onCompleted() to send.
    @Test func aRelayIsNotToBeEnded() throws {
        let program = FaultProgram("a relay that nobody leaves") {
            let (screen, name) = (Screen(), BehaviorRelay(value: "Ada"))
            _ = name.subscribe(onNext: { screen.show($0) })
            name.toArray().subscribe(onSuccess: { screen.show($0) }).dispose()
            _ = name.takeLast(1).subscribe(onNext: { screen.show($0) })
        }
        let remedies =
            try findings("uncompleted-subject", of: program).map(\.remedy)
            + findings("endless-wait", of: program).map(\.remedy) + leaks(of: program).map(\.remedy)
        #expect(remedies.count >= 3)
        #expect(remedies.allSatisfy { !$0.contains("onCompleted") }, "\(remedies)")
    }

    /// A Single has no share() either.
    @Test func aSingleIsSharedAsAnObservable() throws {
        let program = FaultProgram("a Single that is subscribed twice") {
            let screen = Screen()
            let user = Single<String>.create { done in
                screen.show("asked")
                done(.success("Ada"))
                return Disposables.create()
            }
            _ = user.subscribe(onSuccess: { screen.show($0) })
            _ = user.subscribe(onSuccess: { screen.show($0) })
        }
        let found = try findings("repeated-side-effect", of: program)
        let way = "put asObservable().share(replay: 1, scope: .forever) after the side effect: a Single has no share"
        #expect(found.map(\.remedy) == [way])
    }

    /// Events of several kinds that come too late are told by kind.
    @Test(arguments: [
        ("c", "create is handed completed after it ended with completed"),
        ("cc", "create is handed completed after it ended with completed (2 times)"),
        ("ce", "create is handed completed and error(Failure()) after it ended with completed"),
        ("ccen", "create is handed completed 2 times, error(Failure()) and next(1) after it ended with completed"),
        ("nnec", "create is handed 2 elements, error(Failure()) and completed after it ended with completed"),
    ])
    func lateEventsAreToldByKind(_ events: String, _ sentence: String) throws {
        let program = FaultProgram("more than one end") {
            let (screen, bag) = (Screen(), DisposeBag())
            Observable<Int>.create { observer in
                observer.onCompleted()
                for event in events {
                    switch event {
                    case "n": observer.onNext(1)
                    case "e": observer.onError(Failure())
                    default: observer.onCompleted()
                    }
                }
                return Disposables.create()
            }.subscribe(onNext: { screen.show($0) }).disposed(by: bag)
        }
        #expect(try findings("late-event", of: program).map(\.sentence) == [sentence])
    }
}
