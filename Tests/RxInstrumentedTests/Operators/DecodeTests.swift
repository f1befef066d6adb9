import Foundation
import RxInstrumented
import Testing

@Suite(.everyRecorderState) struct DecodeTests {
    struct Item: Codable, Equatable { let name: String }

    @Test func dataBecomesItems() throws {
        let list = try PropertyListEncoder().encode(Item(name: "b"))
        var items: [Item] = []
        _ = Observable.just(Data(#"{"name": "a"}"#.utf8)).decode(type: Item.self, decoder: JSONDecoder())
            .subscribe(onNext: { items.append($0) })
        _ = Observable.just(list).decode(type: Item.self, decoder: PropertyListDecoder())
            .subscribe(onNext: { items.append($0) })
        #expect(items == [Item(name: "a"), Item(name: "b")])
    }

    @Test func whatIsNoItemFails() {
        var errors = 0
        _ = Observable.of(Data("{}".utf8), Data(#"{"name": "a"}"#.utf8)).decode(type: Item.self, decoder: JSONDecoder())
            .subscribe(onNext: { _ in errors += 10 }, onError: { if $0 is DecodingError { errors += 1 } })
        #expect(errors == 1)
    }

    @Test func aDecoderOfOnesOwn() {
        struct Fixed: DataDecoder {
            func decode<Item: Decodable>(_ type: Item.Type, from data: Data) throws -> Item { throw TestError("mine") }
        }
        var errors: [String] = []
        _ = Observable.just(Data()).decode(type: Int.self, decoder: Fixed()).subscribe(onError: {
            errors.append("\($0)")
        })
        #expect(errors == ["TestError(mine)"])
    }
}
