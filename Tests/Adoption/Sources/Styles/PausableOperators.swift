import Foundation
import RxSwift

extension ObservableType {
    public func pausable<P: ObservableType>(_ pauser: P) -> Observable<Element> where P.Element == Bool {
        return withLatestFrom(pauser) { element, paused in (element, paused) }
            .filter { _, paused in paused }
            .map { element, _ in element }
    }
    public func pausableBuffered<Pauser: ObservableType>(
        _ pauser: Pauser, limit: Int? = 1, flushOnCompleted: Bool = true, flushOnError: Bool = true
    ) -> Observable<Element> where Pauser.Element == Bool {
        return Observable<Element>.create { observer in
            var buffer: [Element] = []
            if let limit = limit { buffer.reserveCapacity(limit) }
            var paused = true
            var flushIndex = 0
            let lock = NSRecursiveLock()
            let flush = {
                while flushIndex < buffer.count {
                    flushIndex += 1
                    observer.onNext(buffer[flushIndex - 1])
                }
                if buffer.count > 0 {
                    flushIndex = 0
                    buffer.removeAll(keepingCapacity: limit != nil)
                }
            }
            let boundaryDisposable = pauser.distinctUntilChanged(==).subscribe { event in
                lock.lock()
                defer { lock.unlock() }
                switch event {
                case .next(let resume):
                    if resume && buffer.count > 0 { flush() }
                    paused = !resume
                case .completed: observer.onCompleted()
                case .error(let error): observer.onError(error)
                }
            }
            let disposable = self.subscribe { event in
                lock.lock()
                defer { lock.unlock() }
                switch event {
                case .next(let element):
                    if paused {
                        buffer.append(element)
                        if let limit = limit, buffer.count > limit { buffer.remove(at: 0) }
                    } else {
                        observer.onNext(element)
                    }
                case .completed:
                    if flushOnCompleted { flush() }
                    observer.onCompleted()
                case .error(let error):
                    if flushOnError { flush() }
                    observer.onError(error)
                }
            }
            return Disposables.create([disposable, boundaryDisposable])
        }
    }
}
