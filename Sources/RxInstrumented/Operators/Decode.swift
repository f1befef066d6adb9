import Foundation

/// Turns data into values: a `JSONDecoder`, a `PropertyListDecoder`, or another of the same form.
public protocol DataDecoder {
    /// Makes an item of `data`.
    func decode<Item: Decodable>(_ type: Item.Type, from data: Data) throws -> Item
}

extension JSONDecoder: DataDecoder {}
extension PropertyListDecoder: DataDecoder {}

extension ObservableType where Element == Data {
    /// Turns each element into an item of a `Decodable` type.
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
