import Foundation
import RxRelay
import RxSwift

/// Writes down what two sources send, each on a thread of its own.
private final class Ledger: @unchecked Sendable {
    let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
    let sums = BehaviorRelay(value: 0)
    private(set) var entries: [Int] = []
    private var notes: [Int] = []
    private let lock = NSLock()
    private let queue = DispatchQueue(label: "ledger")
    private let (bag, otherBag) = (DisposeBag(), DisposeBag())
    private let (entered, left) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

    private func stay() {
        entered.signal()
        left.wait()
    }

    private func add(_ number: Int) {
        let copy = entries
        entries = copy + [number]
    }

    private func addAlone(_ number: Int) {
        lock.lock()
        defer { lock.unlock() }
        entries.append(number)
    }

    private func note(_ number: Int) { notes.append(number) }

    private func count() -> Int { entries.count }

    /// The second source sends while the closure of the first runs, which began to stay when it had done its work.
    func send() {
        let (done, thread) = (DispatchSemaphore(value: 0), DispatchQueue(label: "first"))
        thread.async {
            self.first.onNext(1)
            done.signal()
        }
        entered.wait()
        second.onNext(2)
        left.signal()
        done.wait()
        // The work that signals has returned, and holds the ledger no more.
        thread.sync {}
    }

    /// The second source sends when the first has done so.
    func sendInTurn() {
        left.signal()
        let (done, thread) = (DispatchSemaphore(value: 0), DispatchQueue(label: "first"))
        thread.async {
            self.first.onNext(1)
            done.signal()
        }
        done.wait()
        thread.sync {}
        second.onNext(2)
    }

    func listen() {
        first.subscribe(onNext: { [unowned self] in
            self.add($0)
            self.stay()
        }).disposed(by: bag)
        second.subscribe(onNext: { [unowned self] in self.add($0) })  // FAULT: shared-state
            .disposed(by: bag)
    }

    func listenDirectly() {
        first.subscribe(onNext: { [unowned self] in
            self.entries.append($0)
            self.stay()
        }).disposed(by: bag)
        second.subscribe(onNext: { [weak self] in self?.entries.append($0) })  // FAULT: shared-state
            .disposed(by: bag)
    }

    func listenWithLock() {
        first.subscribe(onNext: { [unowned self] in
            self.addAlone($0)
            self.stay()
        }).disposed(by: bag)
        second.subscribe(onNext: { [unowned self] in self.addAlone($0) }).disposed(by: bag)
    }

    func listenWithLockInside() {
        first.subscribe(onNext: { [unowned self] number in
            self.lock.withLock { self.entries.append(number) }
            self.stay()
        }).disposed(by: bag)
        second.subscribe(onNext: { [unowned self] number in
            self.lock.withLock { self.entries.append(number) }
        }).disposed(by: bag)
    }

    func listenApart() {
        first.subscribe(onNext: { [unowned self] in
            self.add($0)
            self.stay()
        }).disposed(by: bag)
        second.subscribe(onNext: { [unowned self] in self.note($0) }).disposed(by: bag)
    }

    func listenAndCount(on screen: Screen) {
        first.subscribe(onNext: { [unowned self] in
            self.add($0)
            self.stay()
        }).disposed(by: bag)
        second.subscribe(onNext: { [unowned self] _ in screen.show(self.count()) }).disposed(by: bag)
    }

    func listenInBags() {
        first.subscribe(onNext: { [unowned self] in
            self.add($0)
            self.stay()
        }).disposed(by: bag)
        second.subscribe(onNext: { [unowned self] in self.add($0) }).disposed(by: otherBag)
    }

    func listenByRelay() {
        first.subscribe(onNext: { [unowned self] in
            self.sums.accept($0)
            self.stay()
        }).disposed(by: bag)
        second.subscribe(onNext: { [unowned self] in self.sums.accept($0) }).disposed(by: bag)
    }

    func listenOnQueue() {
        first.subscribe(onNext: { [unowned self] number in
            self.queue.sync { self.entries.append(number) }
            self.stay()
        }).disposed(by: bag)
        second.subscribe(onNext: { [unowned self] number in
            self.queue.sync { self.entries.append(number) }
        }).disposed(by: bag)
    }

    func listenForItself() {
        first.subscribe(onNext: { [unowned self] _ in self.stay() }).disposed(by: bag)
        second.subscribe(onNext: { [unowned self] in self.add($0) }).disposed(by: bag)
    }

    func listenWithVariables() {
        first.subscribe(onNext: { [unowned self] number in
            var all: [Int] = []
            all.append(number)
            self.stay()
        }).disposed(by: bag)
        second.subscribe(onNext: { number in
            var all: [Int] = []
            all.append(number)
        }).disposed(by: bag)
    }
}

extension FaultProgram {
    /// Closures that run on two threads at the same time.
    static let together: [FaultProgram] = [
        FaultProgram("two threads that add to one ledger") {
            let ledger = Ledger()
            ledger.listen()
            ledger.send()
        }.spanning(64...71),
        FaultProgram("two threads that append to one array") {
            let ledger = Ledger()
            ledger.listenDirectly()
            ledger.send()
        }.spanning(73...80),
        FaultProgram("two threads that add in turn", near: ["shared-state"]) {
            let ledger = Ledger()
            ledger.listen()
            ledger.sendInTurn()
        },
        FaultProgram("two threads that add under a lock", near: ["shared-state"]) {
            let ledger = Ledger()
            ledger.listenWithLock()
            ledger.send()
        },
        FaultProgram("two threads whose closures take a lock", near: ["shared-state"]) {
            let ledger = Ledger()
            ledger.listenWithLockInside()
            ledger.send()
        },
        FaultProgram("two threads that change two things", near: ["shared-state"]) {
            let ledger = Ledger()
            ledger.listenApart()
            ledger.send()
        },
        FaultProgram("a thread that adds, and one that counts", near: ["shared-state"]) {
            let ledger = Ledger()
            ledger.listenAndCount(on: Screen())
            ledger.send()
        },
        FaultProgram("two threads with a bag each", near: ["shared-state"]) {
            let ledger = Ledger()
            ledger.listenInBags()
            ledger.send()
        },
        FaultProgram("two threads that send into a relay of the ledger", near: ["shared-state"]) {
            let ledger = Ledger()
            ledger.listenByRelay()
            ledger.send()
        },
        FaultProgram("two threads that add on a queue", near: ["shared-state"]) {
            let ledger = Ledger()
            ledger.listenOnQueue()
            ledger.send()
        },
        FaultProgram("two threads of which one adds", near: ["shared-state"]) {
            let ledger = Ledger()
            ledger.listenForItself()
            ledger.send()
        },
        FaultProgram("two threads with variables of their own", near: ["shared-state"]) {
            let ledger = Ledger()
            ledger.listenWithVariables()
            ledger.send()
        },
    ]
}
