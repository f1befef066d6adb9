import Dispatch
import RxBlocking
import RxSwift

private let work = DispatchQueue(label: "work")
private let other = DispatchQueue(label: "other")

/// Answers on a queue of its own.
private func loadOnWork() -> Observable<Int> {
    Observable.create { observer in
        work.async {
            observer.onNext(1)
            observer.onCompleted()
        }
        return Disposables.create()  // FAULT: note late-event
    }
}

/// Waits for something of which nothing may come; a queue that waits for itself does so for its whole time.
private func waitsForItself(_ screen: Screen, _ done: DispatchSemaphore) {
    work.async {
        let value = try? loadOnWork().toBlocking(timeout: 0.15).first()  // FAULT: self-wait
        screen.show(value ?? 0)
        done.signal()
    }
}

extension FaultProgram {
    /// Plain queues that wait.
    static let queueWaits: [FaultProgram] = [
        FaultProgram("a queue that waits for what it is to do itself") {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            waitsForItself(screen, done)
            done.wait()
            work.sync {}
        }.spanning(11...28),
        FaultProgram("a queue that waits for what another does", near: ["self-wait"]) {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            other.async {
                let value = try? loadOnWork().toBlocking(timeout: 5).first()
                screen.show(value ?? 0)
                done.signal()
            }
            done.wait()
        },
        FaultProgram("a queue that waits in vain for another", near: ["self-wait"]) {
            let (screen, done) = (Screen(), DispatchSemaphore(value: 0))
            other.async {
                let value = try? PublishSubject<Int>().toBlocking(timeout: 0.12).first()
                screen.show(value ?? 0)
                done.signal()
            }
            done.wait()
        },
    ]
}
