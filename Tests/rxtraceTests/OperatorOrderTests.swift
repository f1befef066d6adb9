import Foundation
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// Two threads that meet in an operator, a subject or a disposable: the points before some of the library's locks find all that is
/// found with a point before each of them.
@Suite(
    .enabled(if: (try? SwiftCompiler()) != nil && isLinux, "orders are Linux's, and need swiftc in PATH"),
    .builds,
    .timeLimit(.generous))
struct OperatorOrderTests {
    struct Meeting: Sendable, CustomTestStringConvertible {
        var name: String
        /// What both threads use.
        var shared: String
        var thread = "a.onNext(1)"
        var main = "b.onNext(2)"

        var testDescription: String { name }

        /// A sequence of both sources.
        static func sequence(_ name: String, _ sequence: String) -> Self {
            Meeting(
                name: name,
                shared: """
                    let s = \(sequence).subscribe(
                        onNext: { print($0) }, onError: { _ in print("error") }, onCompleted: { print("end") })
                    """)
        }

        /// An observer of both sources.
        static func observer(_ name: String, _ observer: String, skipping count: Int = 0) -> Self {
            Meeting(
                name: name,
                shared: """
                    let out = \(observer)
                    let (p, q) = (x.bind(to: out), y.bind(to: out))
                    let s = out.skip(\(count)).subscribe(onNext: { print($0) })
                    """)
        }

        var source: String {
            """
            import Foundation
            import ReactiveObjC
            import RxCocoa
            import RxRelay
            import RxSwift

            let (a, b) = (PublishSubject<Int>(), PublishSubject<Int>())
            let (x, y) = (a.do(onNext: { print("a\\($0)") }), b.do(onNext: { print("b\\($0)") }))
            \(shared)
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                \(thread)
                done.signal()
            }
            \(main)
            done.wait()
            """
        }
    }

    private static let failing =
        "map { (number: Int) -> Int in if number == 1 { throw RxError.unknown }; return number }"

    private static let combining: [Meeting] = [
        .sequence("merge", "Observable.merge(x, y)"),
        .sequence("zip", "Observable.zip(x, y) { $0 + $1 }"),
        .sequence("combineLatest", #"Observable.combineLatest(x, y) { "\($0)\($1)" }"#),
        .sequence("combineLatest of a collection", #"Observable.combineLatest([x, y]).map { "\($0)" }"#),
        .sequence("withLatestFrom", #"x.withLatestFrom(y.startWith(0)) { "\($0)\($1)" }"#),
        .sequence("amb", "x.amb(y)"),
        .sequence("take(until:)", "x.take(until: y)"),
        .sequence("skip(until:)", "x.skip(until: y)"),
        .sequence("sample", "x.sample(y)"),
        .sequence("concat", "x.take(1).concat(y)"),
        .sequence("concatMap", "x.concatMap { n in y.take(1).map { n * 10 + $0 } }"),
        .sequence("flatMap", "x.startWith(0).flatMap { n in y.map { n * 10 + $0 } }"),
        .sequence("flatMapFirst", "x.startWith(0).flatMapFirst { n in y.map { n * 10 + $0 } }"),
        .sequence("flatMapLatest", "x.startWith(0).flatMapLatest { n in y.map { n * 10 + $0 } }"),
        .sequence("merge(maxConcurrent:)", "Observable.of(x, y).merge(maxConcurrent: 2)"),
        .sequence("switchLatest", "Observable.of(x, y).switchLatest()"),
    ]

    private static let behind: [Meeting] = [
        .sequence("take behind merge", "Observable.merge(x, y).take(1)"),
        .sequence("element(at:) behind merge", "Observable.merge(x, y).element(at: 1)"),
        .sequence("take(while:) behind merge", "Observable.merge(x, y).take(while: { $0 != 1 })"),
        .sequence("scan behind merge", "Observable.merge(x, y).scan(0) { $0 * 10 + $1 }"),
        .sequence("share behind merge", "Observable.merge(x, y).share()"),
        .sequence("share(replay:) behind merge", "Observable.merge(x, y).share(replay: 1, scope: .whileConnected)"),
        .sequence(
            "groupBy behind merge",
            #"Observable.merge(x, y).groupBy { $0 % 2 }.flatMap { g in g.map { "\(g.key):\($0)" } }"#
        ),
        .sequence("catch behind merge", "Observable.merge(x, y).\(failing).catchAndReturn(7)"),
        .sequence("retry behind merge", "Observable.merge(x, y).\(failing).retry(2)"),
        .sequence("materialize behind merge", "Observable.merge(x, y).materialize().dematerialize()"),
        .sequence("asSingle behind merge", "Observable.merge(x, y).take(1).asSingle().asObservable()"),
        .sequence(
            "throttle behind merge",
            "Observable.merge(x, y).throttle(.seconds(1), latest: false, scheduler: MainScheduler.instance)"),
    ]

    private static let observers: [Meeting] = [
        .observer("PublishSubject", "PublishSubject<Int>()"),
        .observer("BehaviorSubject", "BehaviorSubject(value: 0)", skipping: 1),
        .observer("ReplaySubject", "ReplaySubject<Int>.create(bufferSize: 1)"),
        .observer("PublishRelay", "PublishRelay<Int>()"),
        .observer("BehaviorRelay", "BehaviorRelay(value: 0)", skipping: 1),
        Meeting(
            name: "a value that is read",
            shared: """
                let out = BehaviorRelay(value: 0)
                let p = x.bind(to: out)
                let s = out.skip(1).subscribe(onNext: { print($0) })
                """, main: #"print("v\(out.value)"); b.onNext(2); print("w\(out.value)")"#),
        Meeting(
            name: "RACSubject",
            shared: """
                let (r, q) = (RACSubject<NSNumber>(), RACSubject<NSNumber>())
                let s = r.doNext { print("r\\($0)") }.combineLatestWith(q.doNext { print("q\\($0)") })
                    .subscribeNext { print($0) }
                """, thread: "r.sendNext(1)", main: "q.sendNext(2)"),
    ]

    /// Disposables that tell their names, and which thread disposes them.
    private static func disposing(_ shared: String) -> String {
        """
        func named(_ name: String) -> any Disposable { Disposables.create { print(name, Thread.isMainThread) } }
        func racNamed(_ name: String) -> RACDisposable { RACDisposable { print(name, Thread.isMainThread) } }
        \(shared)
        """
    }

    private static let disposing: [Meeting] = [
        Meeting(
            name: "dispose", shared: #"let s = x.do(onDispose: { print("gone") }).subscribe(onNext: { print($0) })"#,
            main: #"s.dispose(); print("disposed")"#),
        Meeting(
            name: "CompositeDisposable",
            shared: #"let bag = CompositeDisposable(disposables: [Disposables.create { print("one") }])"#,
            thread: #"print("t"); _ = bag.insert(Disposables.create { print("two") }); print("in")"#,
            main: #"print("m"); bag.dispose(); print("out")"#),
        Meeting(
            name: "SerialDisposable", shared: "let serial = SerialDisposable()",
            thread: #"print("t"); serial.disposable = Disposables.create { print("one") }"#,
            main: #"print("m"); serial.disposable = Disposables.create { print("two") }; print("out")"#),
        // What one thread does twice, another may come between; the closures tell who ran them.
        Meeting(
            name: "SerialDisposable set twice", shared: disposing("let serial = SerialDisposable()"),
            thread: #"serial.disposable = named("one"); serial.disposable = named("two")"#,
            main: #"serial.disposable = named("three"); print("out")"#),
        Meeting(
            name: "SingleAssignmentDisposable", shared: disposing("let single = SingleAssignmentDisposable()"),
            thread: #"print("t"); single.setDisposable(named("one")); print("set")"#,
            main: #"print("m"); single.dispose(); print("out")"#),
        Meeting(
            name: "CompositeDisposable twice", shared: disposing("let bag = CompositeDisposable()"),
            thread: #"_ = bag.insert(named("one")); _ = bag.insert(named("two"))"#,
            main: #"bag.dispose(); print("out")"#),
        Meeting(
            name: "removing from a CompositeDisposable",
            shared: disposing(
                """
                let bag = CompositeDisposable()
                let keys = [bag.insert(named("one"))!, bag.insert(named("two"))!]
                """),
            thread: #"bag.remove(for: keys[0]); bag.remove(for: keys[1])"#, main: #"bag.dispose(); print("out")"#),
        Meeting(
            name: "RefCountDisposable",
            shared: disposing(#"let shared = RefCountDisposable(disposable: named("one"))"#),
            thread: #"let use = shared.retain(); use.dispose()"#, main: #"shared.dispose(); print("out")"#),
        Meeting(
            name: "RACSerialDisposable",
            shared: disposing("let serial = RACSerialDisposable()"),
            thread: #"serial.disposable = racNamed("one"); serial.swapIn(racNamed("two"))"#,
            main: #"serial.dispose(); print("out")"#),
        Meeting(
            name: "RACCompoundDisposable twice", shared: disposing("let bag = RACCompoundDisposable()"),
            thread: #"bag.addDisposable(racNamed("one")); bag.addDisposable(racNamed("two"))"#,
            main: #"bag.dispose(); print("out")"#),
        Meeting(
            name: "RACCompoundDisposable", shared: "let bag = RACCompoundDisposable()",
            thread: #"print("t"); bag.addDisposable(RACDisposable { print("two") }); print("in")"#,
            main: #"print("m"); bag.dispose(); print("out")"#),
        Meeting(
            name: "connect", shared: "let c = x.publish()\nlet s = c.subscribe(onNext: { print($0) })",
            thread: #"a.onNext(1); print("t")"#, main: #"print("m"); let d = c.connect(); print("c"); d.dispose()"#),
        Meeting(
            name: "share",
            shared: #"let shared = x.do(onSubscribe: { print("made") }, onDispose: { print("gone") }).share()"#,
            thread: #"shared.subscribe(onNext: { print("p\($0)") }).dispose()"#,
            main: #"shared.subscribe(onNext: { print("q\($0)") }).dispose()"#),
    ]

    @Test(arguments: TestLength.some(combining + behind + observers + disposing, 4))
    func somePointsFindWhatAllPointsFind(meeting: Meeting) throws {
        let folder = try ProgramFolder(["Meeting.swift": meeting.source])
        func explore(_ orders: Int, _ environment: [String: String]) throws -> ExploredOrders {
            try ExploredOrders(of: folder, ["Meeting.swift", "--orders", "\(orders)"], environment: environment)
        }
        let (some, all) = (try explore(500, [:]), try explore(600, ["RXTRACE_ORDERS": "locks"]))
        #expect(some.complete, "of a program of few lines all orders can be run: \(some.orders)")
        #expect(all.seen.isSubset(of: some.seen))
        #expect(some.lost == 0 && all.lost == 0)
    }
}
