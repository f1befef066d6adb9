import Foundation
import ReactiveObjC
import RxInstrumented
import RxTraceKit
import Testing

/// `subscription.traced("search")`.
@Suite struct SubscriptionNameTests {
    private func record(_ body: () -> Void) -> Trace {
        withoutSites(Trace.record("names", options: RecordingOptions(scope: .caused), body))
    }

    private func named(_ name: String = "on screen", bag: DisposeBag = DisposeBag()) -> Trace {
        record {
            let subject = PublishSubject<Int>()
            subject.map { $0 }.subscribe(onNext: { _ in }).traced(name).disposed(by: bag)
            _ = subject.subscribe()
        }
    }

    @Test func theSubscriptionIsNamed() {
        let bag = DisposeBag()
        let trace = named(bag: bag)
        #expect(trace.subscriptions.map(\.name) == ["on screen", nil])
        let tree = TreeRenderer(zoom: .user).string(from: trace)
        #expect(tree.contains("├─ subscribe Map · subscription 1 \"on screen\", still live\n"))
        #expect(tree.contains("└─ subscribe PublishSubject · subscription 2, still live\n"))
    }

    @Test func theSameDisposableComesBack() {
        let subscription = PublishSubject<Int>().subscribe()
        #expect(subscription.traced("same") as AnyObject === subscription as AnyObject)
        let serial: SerialDisposable = SerialDisposable().traced("serial")
        serial.dispose()
        Disposables.create().traced("nothing to name").dispose()
    }

    @Test func whatEndedAtOnceIsNamedAsWell() {
        let trace = record {
            Observable.of(1).subscribe(onNext: { _ in }).traced("short")
            _ = PublishSubject<Int>().subscribe { _ in }.traced("with one closure")
            Observable.of(1).subscribe(PublishSubject<Int>()).traced("of a subject")
        }
        #expect(
            trace.subscriptions.filter { $0.parent == nil }.map(\.name) == [
                "short", "with one closure", "of a subject",
            ])
    }

    @Test func innerSubscriptionsHaveNamesOfTheirOwn() {
        let trace = record {
            let subject = PublishSubject<Int>()
            let other = PublishSubject<Int>()
            let byHand = Observable<Int>.create { observer in
                other.subscribe(onNext: { observer.onNext($0) }).traced("by hand")
            }
            _ = subject.flatMap { _ in byHand }.subscribe().traced("outer")
            subject.onNext(1)
        }
        #expect(trace.subscriptions.compactMap(\.name) == ["outer", "by hand"])
        #expect(trace.subscriptions.first?.name == "outer")
        #expect(trace.subscriptions.last?.name == "by hand")
    }

    @Test func theDocumentsHoldIt() throws {
        let bag = DisposeBag()
        let trace = named("say \"hi\"\n", bag: bag)
        let json = JSONRenderer().string(from: trace)
        #expect(json.contains(#"{"id": 1, "node": 2, "name": "say \"hi\"\n"}"#))
        #expect(json.contains(#"{"id": 2, "node": 1}"#))
        #expect(try TraceReader.read(json, named: "document") == trace)
        #expect(try TraceReader.read(JSONLinesRenderer().string(from: trace), named: "lines") == trace)
        #expect(trace.canonical().subscriptions.map(\.name) == ["say \"hi\"\n", nil])
    }

    @Test func theAnswersSayIt() throws {
        let bag = DisposeBag()
        let source = TraceInMemory(named(bag: bag))
        let leaks = try LeakSearch().leaks(in: source)
        #expect(leaks.map(\.name) == ["on screen", nil])
        #expect(leaks[0].finding.message.hasPrefix("1 subscription \"on screen\" to map still alive"))
        #expect(try LeakSearch(allowed: [TracePattern("on *")]).leaks(in: source).map(\.name) == [nil])
        #expect(
            try TraceStatistics(source, by: .subscription).rows.map(\.name) == [
                "1 \"on screen\" Map", "2 PublishSubject",
            ])
        #expect(DOTRenderer().string(from: source.whole).contains(#"\nsubscription 1 \"on screen\", still live"#))
        var filter = TraceFilter()
        filter.only = [TracePattern("on screen")]
        let only = try filter.apply(to: source).trace()
        #expect(only.calls.first?.operation == .subscribe)
        #expect(Set(only.calls.compactMap(\.subscription)) == [1])
    }

    @Test func whyNamesTheSubscription() throws {
        let trace = record {
            let subject = PublishSubject<Int>()
            _ = subject.subscribe(onNext: { _ in }).traced("on screen")
            subject.onNext(1)
        }
        let (match, chain) = try #require(try EventQuery("last")?.explain(in: TraceInMemory(trace)))
        var bytes: [UInt8] = []
        let output = TextOutput { bytes.append(contentsOf: $0) }
        try CausalChainRenderer().render(chain, match: match, of: TraceInMemory(trace), to: output)
        try output.flush()
        #expect(
            String(decoding: bytes, as: UTF8.self).contains(
                "subscribed as subscription 1 \"on screen\" of PublishSubject"))
    }

    /// Of a recording that leaves subscriptions out, those that are kept have their names.
    @Test func sampledSubscriptionsKeepTheirNames() {
        let options = RecordingOptions(scope: .caused, sample: 4)
        let trace = Trace.record("sampled", options: options) {
            let subject = PublishSubject<Int>().traced("clicks")
            for number in 0..<40 { _ = subject.map { $0 }.subscribe().traced("number \(number)") }
        }
        #expect((1..<40).contains(trace.subscriptions.count))
        #expect(trace.subscriptions.allSatisfy { $0.name?.hasPrefix("number ") == true })
        #expect(Set(trace.subscriptions.compactMap(\.name)).count == trace.subscriptions.count)
        #expect(trace.nodes.filter { $0.type == "PublishSubject" }.map(\.name) == ["clicks"])
    }

    @Test func anotherNameIsADifference() {
        let bag = DisposeBag()
        let old = named(bag: bag)
        #expect(TraceDifference(old, named(bag: bag)).rows.isEmpty)
        let difference = TraceDifference(old, named("elsewhere", bag: bag))
        #expect(difference.count(.changed) > 0)
        #expect(DifferenceRenderer().string(from: difference).contains("subscription \"on screen\" → \"elsewhere\""))
    }

    @Test func subscriptionsOfDifferentNamesDoNotFold() {
        let trace = record {
            let subject = PublishSubject<Int>()
            for name in ["a", "a", "a", "a", "b", "b", "b", "b"] { _ = subject.subscribe().traced(name) }
        }
        let tree = TreeRenderer(zoom: .user).string(from: trace)
        #expect(tree.contains("×4"))
        #expect(!tree.contains("×8"))
    }

    @Test func aDisposableIsShownByItsName() {
        let trace = record { PublishSubject<Int>().subscribe().traced("ended").dispose() }
        #expect(trace.subscriptions.map(\.ended) == ["disposed"])
        #expect(TreeRenderer().string(from: trace).contains("dispose BinaryDisposable \"ended\""))
        let signal = record {
            RACSignal<Int>.never().subscribeNext { _ in }?.traced("of a signal").dispose()
        }
        #expect(signal.subscriptions.compactMap(\.name) == ["of a signal"])
    }
}
