import Foundation
import RxRelay
import RxSwift

extension ObservableType {
    func mapTo<Result>(_ value: Result) -> Observable<Result> { map { _ in value } }
    func mapAt<Result>(_ keyPath: KeyPath<Element, Result>) -> Observable<Result> { map { $0[keyPath: keyPath] } }
    func apply<Result>(_ transform: (Observable<Self.Element>) -> Observable<Result>) -> Observable<Result> {
        transform(self.asObservable())
    }
    func catchErrorJustComplete() -> Observable<Element> { self.catch { _ in Observable.empty() } }
    func ignoreWhen(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Element> {
        self.asObservable().filter { try !predicate($0) }
    }
    func count() -> Observable<Int> { reduce(0) { count, _ in count + 1 } }
    func count(_ predicate: @escaping (Element) throws -> Bool) -> Observable<Int> { filter(predicate).count() }
    func zip<O2: ObservableType, R>(with second: O2, resultSelector: @escaping (Element, O2.Element) throws -> R)
        -> Observable<R>
    {
        Observable.zip(asObservable(), second.asObservable(), resultSelector: resultSelector)
    }
    func merge(with other: Observable<Element>) -> Observable<Element> { Observable.merge(self.asObservable(), other) }
    func nwise(_ n: Int) -> Observable<[Element]> {
        assert(n > 1, "n must be greater than 1")
        return self.scan([]) { acc, item in Array((acc + [item]).suffix(n)) }.filter { $0.count == n }
    }
    func pairwise() -> Observable<(Element, Element)> { nwise(2).map { ($0[0], $0[1]) } }
    func partition(_ predicate: @escaping (Element) throws -> Bool) -> (
        matches: Observable<Element>, nonMatches: Observable<Element>
    ) {
        let stream = self.map { ($0, try predicate($0)) }.share()
        let hits = stream.filter { $0.1 }.map { $0.0 }
        let misses = stream.filter { !$0.1 }.map { $0.0 }
        return (hits, misses)
    }
    func toSortedArray(by areInIncreasingOrder: @escaping (Element, Element) -> Bool) -> Single<[Element]> {
        toArray().map { $0.sorted(by: areInIncreasingOrder) }
    }
    func bufferWithTrigger<Trigger: ObservableType>(_ boundary: Trigger) -> Observable<[Element]> {
        return Observable<[Element]>.create { observer in
            var buffer: [Element] = []
            let lock = NSRecursiveLock()
            let boundaryDisposable = boundary.subscribe { event in
                lock.lock()
                defer { lock.unlock() }
                switch event {
                case .next:
                    observer.onNext(buffer)
                    buffer = []
                default: break
                }
            }
            let disposable = self.subscribe { event in
                lock.lock()
                defer { lock.unlock() }
                switch event {
                case .next(let element): buffer.append(element)
                case .completed:
                    observer.onNext(buffer)
                    observer.onCompleted()
                case .error(let error):
                    observer.onNext(buffer)
                    observer.onError(error)
                }
            }
            return Disposables.create([disposable, boundaryDisposable])
        }
    }
    static func cascade<S: Sequence>(_ observables: S) -> Observable<Element> where S.Element == Observable<Element> {
        let flow = Array(observables)
        if flow.isEmpty { return Observable.empty() }
        return Observable<Element>.create { observer in
            var current = 0
            var initialized = false
            var subscriptions: [SerialDisposable?] = flow.map { _ in SerialDisposable() }
            let lock = NSRecursiveLock()
            lock.lock()
            defer { lock.unlock() }
            for i in 0..<flow.count {
                let index = i
                let disposable = flow[index].subscribe { event in
                    lock.lock()
                    defer { lock.unlock() }
                    switch event {
                    case .next(let element):
                        while current < index {
                            subscriptions[current]?.dispose()
                            subscriptions[current] = nil
                            current += 1
                        }
                        if index == current {
                            assert(subscriptions[index] != nil)
                            observer.onNext(element)
                        }
                    case .completed:
                        if index >= current {
                            if initialized {
                                subscriptions[index]?.dispose()
                                subscriptions[index] = nil
                                for next in current..<subscriptions.count { if subscriptions[next] != nil { return } }
                                observer.onCompleted()
                            }
                        }
                    case .error(let error): observer.onError(error)
                    }
                }
                if let serial = subscriptions[index] { serial.disposable = disposable } else { disposable.dispose() }
            }
            initialized = true
            for i in 0..<flow.count where subscriptions[i] != nil {
                return Disposables.create { for subscription in subscriptions { subscription?.dispose() } }
            }
            observer.onCompleted()
            return Disposables.create()
        }
    }
}
extension ObservableType where Element == Bool { func not() -> Observable<Bool> { map(!) } }
extension ObservableType where Element: Collection {
    func mapMany<Result>(_ transform: @escaping (Element.Element) throws -> Result) -> Observable<[Result]> {
        map { collection in try collection.map(transform) }
    }
}
extension ObservableType where Element: Comparable {
    func toSortedArray(ascending: Bool = true) -> Single<[Element]> {
        toSortedArray(by: { ascending ? $0 < $1 : $0 > $1 })
    }
}
extension ObservableType where Element: EventConvertible {
    func elements() -> Observable<Element.Element> { compactMap { $0.event.element } }
    func errors() -> Observable<Swift.Error> { compactMap { $0.event.error } }
}
enum FilterMap<Result> {
    case ignore
    case map(Result)
    fileprivate var asOptional: Result? {
        switch self {
        case .ignore: return nil
        case .map(let v): return v
        }
    }
}
extension ObservableType {
    func filterMap<T>(_ transform: @escaping (Element) throws -> FilterMap<T>) -> Observable<T> {
        return compactMap { try transform($0).asOptional }
    }
}
extension PrimitiveSequenceType where Trait == SingleTrait { func mapTo<R>(_ v: R) -> Single<R> { map { _ in v } } }
