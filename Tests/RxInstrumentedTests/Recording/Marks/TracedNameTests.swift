import Foundation
import ReactiveObjC
import RxCocoa
import RxInstrumented
import RxTraceKit
import Testing

/// `observable.traced("search")`.
@Suite struct TracedNameTests {
    private func record(_ body: () -> Void) -> Trace {
        Trace.record("names", options: RecordingOptions(scope: .caused), body)
    }

    /// The names of the nodes of a type.
    private func names(_ type: String, _ trace: Trace) -> [String?] {
        trace.nodes.filter { $0.type == type }.map(\.name)
    }

    @Test func theObservableItselfIsNamed() {
        let trace = record {
            let mapped = Observable.of(1).map { $0 }
            #expect(mapped.traced("search") === mapped)
            _ = mapped.subscribe()
        }
        #expect(names("Map", trace) == ["search"])
        #expect(trace.nodes.count { $0.role == .observable } == 2, "nothing is added to the chain")
        let tree = TreeRenderer(zoom: .operators).string(from: withoutSites(trace))
        #expect(tree.contains("├─ create Map \"search\"\n"))
        #expect(tree.contains("└─ subscribe Map \"search\" · subscription 1, completed\n"))
    }

    @Test func traitsAndRelaysStayOfTheirType() {
        let trace = record {
            let single: Single<Int> = Single.just(1).map { $0 }.traced("single")
            let maybe: Maybe<Int> = Maybe.just(1).map { $0 }.traced("maybe")
            let completable: Completable = Completable.empty().concat(.empty()).traced("completable")
            let infallible: Infallible<Int> = Infallible.just(1).map { $0 }.traced("infallible")
            _ = single.subscribe(onSuccess: { _ in })
            _ = maybe.subscribe(onSuccess: { _ in })
            _ = completable.subscribe(onCompleted: {})
            _ = infallible.subscribe(onNext: { _ in })
            PublishRelay<Int>().traced("publish").accept(1)
            BehaviorRelay(value: 0).traced("behavior").accept(1)
            ReplayRelay<Int>.create(bufferSize: 1).traced("replay").accept(1)
            let event: ControlEvent<Int> = ControlEvent(events: Observable.of(1)).traced("event")
            _ = event.subscribe()
            let property: ControlProperty<Int> = ControlProperty(
                values: Observable.of(1), valueSink: AnyObserver { _ in }
            ).traced("property")
            property.onNext(1)
        }
        #expect(names("Map", trace) == ["single", "maybe", "infallible"])
        #expect(names("Concat", trace) == ["completable"])
        #expect(names("PublishRelay", trace) == ["publish"])
        #expect(names("BehaviorRelay", trace) == ["behavior"])
        #expect(names("ReplayRelay", trace) == ["replay"])
        #expect(names("SubscribeOn", trace) == ["event", "property"])
    }

    @Test func recordingsThatStartLaterKnowTheName() {
        let subject = PublishSubject<Int>().traced("clicks")
        let named = subject.map { $0 }.traced("before")
        let other = subject.map { $0 }
        for _ in 0..<3 {
            let trace = record {
                _ = named.subscribe()
                _ = other.subscribe()
            }
            #expect(names("Map", trace) == ["before", nil])
            #expect(names("PublishSubject", trace) == ["clicks"])
        }
        named.traced("after")
        #expect(names("Map", record { _ = named.subscribe() }) == ["after"])
    }

    @Test func aNameMayBeGivenAtAnyTime() {
        let trace = record {
            let early = Observable.of(1).map { $0 }
            _ = early.subscribe()
            early.traced("first")
            early.traced("second")
            _ = early.subscribe()
        }
        #expect(names("Map", trace) == ["second"])
    }

    @Test func otherThreadsMayName() {
        for _ in 0..<3 {
            let trace = record {
                let group = DispatchGroup()
                var made: [Observable<Int>] = []
                for index in 0..<8 {
                    let observable = Observable.of(index).map { $0 }
                    made.append(observable)
                    if index % 2 == 0 { _ = observable.subscribe() }
                    group.enter()
                    Thread {
                        observable.traced("name \(index)")
                        group.leave()
                    }.start()
                }
                group.wait()
                for observable in made { _ = observable.subscribe() }
            }
            #expect(names("Map", trace) == (0..<8).map { "name \($0)" })
        }
    }

    @Test func aNameKeepsNothingAliveAndIsNotInherited() {
        weak var gone: Observable<Int>?
        for number in 0..<1000 {
            let observable = Observable.of(number).map { $0 }.traced("gone")
            gone = observable
        }
        #expect(gone == nil)
        let trace = record {
            for number in 0..<1000 { _ = Observable.of(number).map { $0 }.subscribe() }
        }
        #expect(names("Map", trace).count == 1000)
        #expect(names("Map", trace).allSatisfy { $0 == nil })
    }

    @Test func namesComeAndGoOnManyThreads() {
        let group = DispatchGroup()
        let kept = (0..<4).map { number in Observable.of(number).map { $0 }.traced("kept \(number)") }
        for index in 0..<4 {
            group.enter()
            Thread {
                for number in 0..<500 {
                    let observable = Observable.of(number).map { $0 }
                    observable.traced("short-lived")
                    kept[index].traced("kept \(index)")
                }
                group.leave()
            }.start()
        }
        let during = record { for observable in kept { _ = observable.subscribe() } }
        group.wait()
        #expect(names("Map", during) == (0..<4).map { "kept \($0)" })
        #expect(names("Map", record { for observable in kept { _ = observable.subscribe() } }) == names("Map", during))
    }

    @Test func subjectsAndConnectablesStayWhatTheyAre() {
        let trace = record {
            let publish: PublishSubject<Int> = PublishSubject().traced("publish")
            let behavior: BehaviorSubject<Int> = BehaviorSubject(value: 0).traced("behavior")
            let replay: ReplaySubject<Int> = ReplaySubject.create(bufferSize: 1).traced("replay")
            let async: AsyncSubject<Int> = AsyncSubject().traced("async")
            let connectable: ConnectableObservable<Int> = publish.publish().traced("connectable")
            publish.onNext(1)
            behavior.onNext(1)
            replay.onNext(1)
            async.onNext(1)
            connectable.connect().dispose()
        }
        #expect(Set(trace.nodes.compactMap(\.name)) == ["publish", "behavior", "replay", "async", "connectable"])
    }

    @Test func whatIsNoObservableIsNamedByWhatItStandsFor() {
        struct Source: ObservableType {
            typealias Element = Int
            let subject = PublishSubject<Int>()
            func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
            where Observer.Element == Int { subject.subscribe(observer) }
        }
        let trace = record { _ = Source().traced("mine").subscribe() }
        #expect(names("AnonymousObservable", trace) == ["mine"])
    }

    @Test func aSignalHasTheNameToo() {
        let signal = RACSignal<Int>.empty()
        #expect(signal.traced("login") === signal)
        #expect(signal.name == "login")
        #expect(names("RACEmptySignal", record { signal.subscribeNext { _ in } }) == ["login"])
    }

    @Test(arguments: ["", "say \"hi\"", "two\nlines", "🧑🏽‍🚀"])
    func anyTextIsAName(name: String) throws {
        try expectName(name, from: name)
    }

    @Test func aLongNameIsCut() throws {
        let name = String(repeating: "ab", count: 50_000)
        try expectName(name.prefix(199) + "…", from: name)
    }

    private func expectName(_ expected: String, from name: String) throws {
        let trace = record { _ = Observable.of(1).traced(name).subscribe() }
        let known = try #require(trace.nodes.first { $0.type == "ObservableSequence" })
        #expect(known.name ?? "" == expected)
        #expect(try TraceReader.read(JSONRenderer().string(from: trace), named: "names") == trace)
        let rows = TreeRenderer().string(from: trace).split(separator: "\n")
        #expect(rows.allSatisfy { "├└│ n0123456789".contains($0.first ?? "-") })
    }
}
