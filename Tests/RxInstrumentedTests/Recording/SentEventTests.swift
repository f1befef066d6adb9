import ReactiveObjC
import RxInstrumented
import RxTraceKit
import Testing

/// Events that the user's code sends know the line that sends them.
struct SentEventTests {
    /// Not what other tests do meanwhile.
    private func record(_ body: () -> Void) -> Trace {
        Trace.record("sent", options: RecordingOptions(scope: .caused), body)
    }

    @Test func aSubjectIsToldByTheLineThatSends() {
        let line = #line
        let trace = record {
            PublishSubject<Int>().onNext(1)
            BehaviorSubject(value: "a").onNext("b")
            ReplaySubject<[Int]>.create(bufferSize: 1).onError(Failed())
            AsyncSubject<Int>().on(.completed)
        }
        let sent = trace.calls.filter { $0.operation == .on }
        #expect(sent.map { $0.site?.line } == [line + 2, line + 3, line + 4, line + 5])
        #expect(sent.allSatisfy { $0.site?.file.hasSuffix("SentEventTests.swift") == true })
    }

    @Test func theObserverOfACreateIsToldByTheLineThatSends() {
        let line = #line
        let trace = record {
            _ = Observable<Int>.create { observer in
                observer.onNext(1)
                for number in 2...3 { observer.onNext(number) }
                observer.onCompleted()
                return Disposables.create()
            }.map { $0 + 1 }.subscribe(onNext: { _ in })
        }
        let sent = trace.calls.filter { $0.type == "AnyObserver" }
        #expect(sent.map { $0.site?.line } == [line + 3, line + 4, line + 4, line + 5])
        #expect(trace.calls.filter { $0.site != nil }.count == 4)
    }

    @Test func eachOfManyIsToldByItsLine() {
        let line = #line
        let trace = Trace.record("many", options: RecordingOptions(values: .none, scope: .caused)) {
            let subject = PublishSubject<Int>()
            for number in 0..<10_000 { subject.onNext(number) }
            for number in 0..<10 {
                subject.onNext(number)
                subject.onNext(number)
            }
        }
        let sent = trace.calls.filter { $0.operation == .on }.map { $0.site?.line }
        #expect(sent.prefix(10_000).allSatisfy { $0 == line + 3 })
        let pair: [Int?] = [line + 5, line + 6]
        #expect(Array(sent.dropFirst(10_000)) == Array(repeatElement(pair, count: 10).joined()))
    }

    @Test func whatTheLibrarySendsHasNoLine() {
        let line = #line
        let trace = record {
            let subject = PublishSubject<Int>()
            let shared = subject.map { $0 + 1 }.publish()
            _ = shared.subscribe(onNext: { _ in })
            _ = shared.connect()
            let other = PublishSubject<Int>()
            _ = shared.subscribe(other)
            subject.onNext(1)
        }
        #expect(trace.calls.compactMap { $0.site?.line } == [line + 8])
    }

    @Test func aHandlerThatSendsIsNamed() {
        let line = #line
        let trace = record {
            let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
            func forward(_ number: Int) {
                second.onNext(number)
            }
            _ = first.subscribe(onNext: forward)
            first.onNext(1)
        }
        #expect(trace.calls.compactMap { $0.site?.line } == [line + 7, line + 4])
    }

    @Test func withoutPlacesThereIsNone() {
        let options = RecordingOptions(scope: .caused, hasSites: false)
        let trace = Trace.record("none", options: options) { PublishSubject<Int>().onNext(1) }
        #expect(trace.calls.allSatisfy { $0.site == nil })
        #expect(trace.calls.contains { $0.operation == .on })
    }

    @Test func subjectsOfReactiveObjCToo() {
        let line = #line
        let trace = record {
            let subject = RACSubject<Int>()
            _ = subject.subscribeNext { _ in }
            subject.sendNext(1)
            subject.sendCompleted()
        }
        #expect(trace.calls.compactMap { $0.site?.line } == [line + 4, line + 5])
    }
}

private struct Failed: Error {}
