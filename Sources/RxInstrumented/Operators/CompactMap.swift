import Foundation

extension ObservableType {
    /// Transforms each element and passes on the results that are not nil.
    ///
    /// ```swift
    /// Observable.of("1", "two", "3").compactMap { Int($0) }.subscribe(onNext: { print($0) })  // 1 3
    /// ```
    ///
    /// - Parameter transform: an error it throws ends the sequence.
    @inlinable
    public func compactMap<Result>(_ transform: @escaping (Element) throws -> Result?) -> Observable<Result> {
        CompactMap(source: asObservable(), transform: transform)
    }
}

@usableFromInline
final class CompactMap<SourceElement, Result>: Producer<Result> {
    override var traceBehaviors: Trace.Behaviors { [.drops, .selects] }

    @inlinable init(source: Observable<SourceElement>, transform: @escaping (SourceElement) throws -> Result?) {
        super.init { _, downstream, cancel in
            source.subscribe(sink: CompactMapSink(transform: transform, downstream: consume downstream, cancel: cancel))
        }
    }
}

@usableFromInline
final class CompactMapSink<SourceElement, Result>: Sink<Result>, InnerObserver {
    @usableFromInline typealias Element = SourceElement

    @usableFromInline let transform: (SourceElement) throws -> Result?

    @inlinable init(
        transform: @escaping (SourceElement) throws -> Result?, downstream: Edge<Result>, cancel: SinkDisposer
    ) {
        self.transform = transform
        super.init(downstream: downstream, cancel: cancel)
    }

    @inlinable @inline(__always)
    func on(_ event: Event<SourceElement>) {
        switch event {
        case .next(let element):
            do {
                if let result = try handle(.transform, { try transform(element) }) { forwardOn(.next(result)) }
            } catch {
                finish(.error(error))
            }
        case .error(let error):
            finish(.error(error))
        case .completed:
            finish(.completed)
        }
    }
}

/// A decoder of data, such as a `JSONDecoder` or a `PropertyListDecoder`.
public protocol DataDecoder {
    /// Decodes an item from `data`.
    func decode<Item: Decodable>(_ type: Item.Type, from data: Data) throws -> Item
}

extension JSONDecoder: DataDecoder {}
extension PropertyListDecoder: DataDecoder {}

extension ObservableType where Element == Data {
    /// Decodes each element as a `Decodable` type.
    ///
    /// ```swift
    /// Observable.just(Data("[1, 2]".utf8)).decode(type: [Int].self, decoder: JSONDecoder())
    ///     .subscribe(onNext: { print($0) })  // [1, 2]
    /// ```
    ///
    /// An error that the decoder throws ends the sequence.
    public func decode<Item: Decodable>(type: Item.Type, decoder: some DataDecoder) -> Observable<Item> {
        LibraryMap(source: asObservable()) { data, _ in try decoder.decode(type, from: data) }
    }
}
