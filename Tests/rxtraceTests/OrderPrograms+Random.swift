extension OrderPrograms {
    /// Draws what a program does, by the number that is its argument.
    static let dice = """
        struct Dice {
            var state: UInt64

            mutating func roll(_ sides: Int) -> Int {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int((state >> 33) % UInt64(sides))
            }
        }

        var dice = Dice(state: UInt64(CommandLine.arguments[1])! &* 7919)
        """

    /// Operators, and what two or three threads do to them, drawn by the number that is the program's argument.
    static let randomThreads = """
        import Foundation
        import RxRelay
        import RxSwift
        import Synchronization

        \(dice)
        let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
        let relay = BehaviorRelay(value: 1)
        let replay = ReplaySubject<Int>.create(bufferSize: 1)
        let lock = NSLock()
        let atomic = Atomic(0)
        let done = DispatchSemaphore(value: 0)
        let bag = CompositeDisposable()
        nonisolated(unsafe) var list: [Int] = []
        nonisolated(unsafe) var (first, second) = (0, 0)

        func note(_ kind: Int) -> (Int) -> Void {
            switch kind {
            case 0: { print($0) }
            case 1: { value in lock.withLock { list.append(value) } }
            default: { first = (first &* 10 &+ $0) % 1_000_000 }
            }
        }

        func chain(_ kind: Int) -> Observable<Int> {
            switch kind {
            case 0: left.asObservable()
            case 1: left.map { $0 + 1 }
            case 2: left.scan(0) { $0 * 3 + $1 }
            case 3: Observable.merge(left, right)
            case 4: Observable.zip(left, right) { $0 * 10 + $1 }
            case 5: Observable.combineLatest(left, right) { $0 * 10 + $1 }
            case 6: left.withLatestFrom(right) { $0 * 10 + $1 }
            case 7: left.flatMap { Observable.just($0 + 5) }
            case 8: left.flatMapLatest { value in right.map { value * 10 + $0 } }
            case 9: left.take(1)
            case 10: left.distinctUntilChanged()
            case 11: left.share()
            case 12: relay.asObservable()
            case 13: replay.asObservable()
            case 14: left.take(until: right)
            case 15: left.concat(right)
            case 16: left.buffer(timeSpan: .never, count: 2, scheduler: MainScheduler.instance).map { $0.reduce(0) { $0 * 10 + $1 } }
            default: left.startWith(4).skip(1).filter { $0 != 3 }
            }
        }

        func action(_ kind: Int, _ value: Int, _ chain: Observable<Int>, _ note: @escaping (Int) -> Void) -> () -> Void {
            switch kind {
            case 0, 1, 2: { left.onNext(value) }
            case 3, 4: { right.onNext(value) }
            case 5: { left.onCompleted() }
            case 6: { relay.accept(value) }
            case 7: { relay.accept(relay.value + 1) }
            case 8: { second = relay.value }
            case 9: { bag.dispose() }
            case 10: { lock.withLock { first += 1 } }
            case 11: { first += value }
            case 12: { second = first }
            case 13: { first = second * 2 + 1 }
            case 14: { atomic.wrappingAdd(value, ordering: .relaxed) }
            case 15: { first = atomic.load(ordering: .relaxed) }
            case 16: { _ = chain.subscribe(onNext: note) }
            case 17: { replay.onNext(value) }
            case 18: { lock.lock(); second = value; lock.unlock() }
            default: { print(second) }
            }
        }

        let shared = chain(dice.roll(18))
        let noted = note(dice.roll(3))
        _ = bag.insert(shared.subscribe(onNext: noted))
        let threads = 2 + (dice.roll(4) == 0 ? 1 : 0)
        let work: [[() -> Void]] = (0..<threads).map { _ in
            (0..<(threads == 3 ? 1 : 1 + dice.roll(2))).map { _ in action(dice.roll(20), 1 + dice.roll(4), shared, noted) }
        }
        for actions in work {
            Thread.detachNewThread {
                for action in actions { action() }
                done.signal()
            }
        }
        for _ in work { done.wait() }
        print(list, first, second, atomic.load(ordering: .relaxed))
        """
}
