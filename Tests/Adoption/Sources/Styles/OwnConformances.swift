import Foundation
import RxCocoa
import RxSwift

// Types of a program's own in the place of the library's: one per protocol.

/// A piece of asynchronous work is disposed of by cancelling it.
struct Work: Disposable {
    let task: Task<Void, Never>
    func dispose() { task.cancel() }
}

enum Choice<Element>: ObservableType {
    case one(Element)
    case nothing

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable where Observer.Element == Element {
        if case .one(let element) = self { observer.onNext(element) }
        observer.onCompleted()
        return Disposables.create()
    }
}

enum Note<Element>: EventConvertible {
    case value(Element)
    case end

    var event: Event<Element> {
        switch self {
        case .value(let element): return .next(element)
        case .end: return .completed
        }
    }
}

struct LineDecoder: DataDecoder {
    func decode<Item: Decodable>(_ type: Item.Type, from data: Data) throws -> Item {
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
        guard let item = lines as? Item else { throw RxError.noElements }
        return item
    }
}

final class CountingSubject: SubjectType, ObserverType {
    typealias Element = Int
    private let subject = PublishSubject<Int>()
    private(set) var count = 0

    func on(_ event: Event<Int>) {
        count += 1
        subject.on(event)
    }

    func asObserver() -> CountingSubject { self }

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable where Observer.Element == Int {
        subject.subscribe(observer)
    }
}

struct Connectable: ConnectableObservableType {
    typealias Element = Int
    let log: (String) -> Void

    func connect() -> Disposable {
        log("connected")
        return Disposables.create { log("disconnected") }
    }

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable where Observer.Element == Int {
        Disposables.create()
    }
}

struct Request<Element>: PrimitiveSequenceType {
    typealias Trait = SingleTrait
    let single: Single<Element>
    var primitiveSequence: PrimitiveSequence<SingleTrait, Element> { single }
}

struct Certain: InfallibleType {
    typealias Element = Int
    func asObservable() -> Observable<Int> { .of(1, 2) }
}

struct Knob: ControlPropertyType {
    typealias Element = Int
    let property: ControlProperty<Int>

    func asControlProperty() -> ControlProperty<Int> { property }
    func asObservable() -> Observable<Int> { property.asObservable() }
    func on(_ event: Event<Int>) { property.on(event) }

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> Disposable where Observer.Element == Int {
        property.subscribe(observer)
    }
}

struct Ticks: SharedSequenceConvertibleType {
    typealias Element = Int
    typealias SharingStrategy = SignalSharingStrategy
    func asSharedSequence() -> Signal<Int> { .just(4) }
}

/// Shared sequences that replay two elements, wherever they are observed.
enum ReplayTwo: SharingStrategyProtocol {
    static var scheduler: SchedulerType { ImmediateScheduler() }
    static func share<Element>(_ source: Observable<Element>) -> Observable<Element> {
        source.share(replay: 2, scope: .forever)
    }
}

struct Count: ReactiveCompatible {
    let count: Int
}

extension Reactive where Base == Count {
    var numbers: Observable<Int> { .range(start: 0, count: base.count) }
}
