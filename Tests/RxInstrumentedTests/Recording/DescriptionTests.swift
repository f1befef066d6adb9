import Foundation
import RxInstrumented
import RxTraceKit
import RxTraceTestSupport
import Testing

/// Values are described as the standard library does, and no longer than is kept.
@Suite struct DescriptionTests {
    private func recorded<Value>(_ value: Value, _ values: RecordedValues = .full) -> String? {
        let trace = Trace.record("value", options: RecordingOptions(values: values, scope: .caused)) {
            PublishSubject<Value>().onNext(value)
        }
        return trace.calls.first { $0.operation == .on }?.event?.value
    }

    private func expectUsual<Value>(_ value: Value, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(recorded(value) == String(describing: value), sourceLocation: sourceLocation)
    }

    @Test func aValueReadsAsItsDescription() {
        expectUsual([1, 2])
        expectUsual(["a\n", "\"b\""])
        expectUsual([UInt8]())
        expectUsual([[1], []])
        expectUsual(["a": 1])
        expectUsual([1: [2: 3]])
        expectUsual(ArraySlice([1, 2]))
        expectUsual([ArraySlice([1]), []])
        expectUsual(ContiguousArray(["x"]))
        expectUsual([ContiguousArray(["x"])])
        expectUsual(Int8?.none)
        expectUsual(Int8?.some(1))
        expectUsual(Int??.some(nil))
        expectUsual(["a", nil])
        expectUsual([1.5, -0.0, .nan])
        expectUsual(1..<3)
        expectUsual([1...2])
        expectUsual("substring".dropFirst())
        expectUsual(["substring".dropFirst()])
        expectUsual(Character("c"))
        expectUsual(Data([1, 2]))
        expectUsual(URL(filePath: "/a/b"))
        expectUsual([URL(filePath: "/a/b")])
        expectUsual(Decimal(string: "1.25"))
        expectUsual(Described.Response(status: 200, body: [1, 2], cause: nil))
        expectUsual(Described.Response(status: 200, body: [], cause: .text("a", line: 3)))
        expectUsual([Described.Response(status: 1, body: [1], cause: .none)])
        expectUsual(Described.Cause.unknown)
        expectUsual(Described.Cause.number(1))
        expectUsual([Described.Cause.unknown, .number(1), .text("a", line: 2), .nested(Described.Pair(1, "b"))])
        expectUsual(Result<[Int], Described.Failure>.success([1]))
        expectUsual(Result<Int, any Error>.failure(Described.Failure.closed))
        expectUsual(Described.Pair((1, name: "x"), [Described.Own()]))
        expectUsual(Described.Own())
        expectUsual([Described.Own()])
        expectUsual(Described.DebugDescribed())
        expectUsual([Described.DebugDescribed()])
        expectUsual([Described.Plain()])
        expectUsual(Described.Empty())
        expectUsual([Described.Empty()])
        expectUsual((1, [2], Described.Empty()))
        expectUsual([Int.self as Any.Type])
        expectUsual([1, "a", nil, [2], Described.Empty()] as [Any?])
        expectUsual(Described.Failure.closed as any Error)
        expectUsual(Described.Reflected())
        expectUsual([Described.Reflected()])
        expectUsual(Described.RawValue.second)
        expectUsual([Described.RawValue.second])
        expectUsual([1, "a"] as Any)
        expectUsual(["k": [1, nil] as [Any?]] as KeyValuePairs<String, Any>)
        expectUsual(KeyValuePairs<String, Int>())
        expectUsual(AnyHashable("a"))
        expectUsual([AnyHashable("a"), AnyHashable([1: "b"])])
        expectUsual(CollectionOfOne("a"))
        expectUsual([CollectionOfOne(["a"])])
        expectUsual(Event.next(["a"]))
        expectUsual([Event<Int>.error(Described.Failure.closed), .next(1), .completed])
    }

    @Test func aValueOfFoundationsReadsAsItsDescription() {
        let error = NSError(domain: "d", code: 1, userInfo: [NSUnderlyingErrorKey: Described.Failure.closed])
        expectUsual(error)
        expectUsual(NSError(domain: "d", code: 1, userInfo: [NSLocalizedFailureReasonErrorKey: "reason"]))
        expectUsual(NSError(domain: "d", code: 1))
        expectUsual(CocoaError(.fileNoSuchFile))
        expectUsual(CocoaError(.fileNoSuchFile, userInfo: [NSUnderlyingErrorKey: error]))
        expectUsual(URLError(.badURL, userInfo: [NSUnderlyingErrorKey: error]))
        expectUsual(POSIXError(.EPERM))
        expectUsual(POSIXError(.EPERM) as any Error)
        expectUsual(Notification(name: Notification.Name("n")))
        expectUsual(Notification(name: Notification.Name("n"), object: [1], userInfo: ["a": "x"]))
        expectUsual(Notification(name: Notification.Name("n"), object: nil, userInfo: [:]))
        expectUsual([NSNumber(value: 1), NSString("a"), NSNull(), NSUUID(), NSDate(timeIntervalSince1970: 1)] as [Any])
        let context = DecodingError.Context(
            codingPath: [], debugDescription: "debug", underlyingError: Described.Failure.closed)
        let place = EncodingError.Context(codingPath: [], debugDescription: "debug", underlyingError: error)
        expectUsual(DecodingError.dataCorrupted(context))
        expectUsual(DecodingError.typeMismatch(Int.self, context))
        expectUsual([DecodingError.valueNotFound([Int].self, context)])
        expectUsual(EncodingError.invalidValue([1, 2], place))
        expectUsual([EncodingError.invalidValue("a", EncodingError.Context(codingPath: [], debugDescription: ""))])
        expectUsual(EncodingError.invalidValue(Optional("a") as Any, place))
    }

    /// Objects that are not the program's are not asked what is in them, unless all of a value is wished for.
    @Test func anObjectOfTheSystemsIsNotRead() {
        let array = NSMutableArray(array: [1])
        // What is found out about its class is kept.
        for _ in 0..<2 {
            #expect(recorded(array, .short) == "NSMutableArray")
            #expect(recorded([array, nil], .short) == "[Optional(Foundation.NSMutableArray), nil]")
            let pair = recorded(Described.Pair(1, array as Any), .short)
            #expect(pair == "Pair<Int, Any>(first: 1, second: Foundation.NSMutableArray)")
            let error = NSError(domain: "d", code: 1, userInfo: ["a": array])
            #expect(recorded(error, .short)?.hasSuffix("UserInfo={a=NSMutableArray}") == true)
        }
        #expect(recorded(Described.Inheriting(), .short) == "Inheriting")
        #expect(recorded(Described.Speaking(), .short) == "speaking")
        expectUsual(array)
        expectUsual(NSMutableString("a"))
    }

    @Test func randomValuesReadAsTheirDescriptions() {
        var generator = SeededGenerator(seed: 15)
        func value(_ depth: Int) -> Any {
            switch Int.random(in: 0..<(depth == 0 ? 4 : 12), using: &generator) {
            case 0: Int.random(in: -9...9, using: &generator)
            case 1: ["", "a", "\"\\", "é\n"].randomElement(using: &generator) ?? ""
            case 2: Bool.random(using: &generator)
            case 3: Described.Cause.unknown
            case 4: (0..<Int.random(in: 0...3, using: &generator)).map { _ in value(depth - 1) }
            case 5: Optional<Any>.some(value(depth - 1)) as Any
            case 6: Described.Pair(value(depth - 1), [value(depth - 1)])
            case 7: (value(depth - 1), named: value(depth - 1))
            case 8: Result<Any, Described.Failure>.success(value(depth - 1))
            case 9: ["key": value(depth - 1)]
            case 10: Described.Cause.nested(value(depth - 1))
            default: ContiguousArray([value(depth - 1)])
            }
        }
        for _ in 0..<TestLength.times(100, long: 30_000) {
            let value = value(4)
            let usual = String(describing: value)
            guard usual.count <= 4_000 else { continue }
            #expect(recorded(value) == usual)
        }
    }

    @Test func aLongValueIsNotDescribedToItsEnd() {
        let counted = (0..<100_000).map { _ in Described.Counted() }
        Described.Counted.descriptions.store(0)
        let text = recorded(Described.Pair(1, counted), .short)
        #expect(
            text?.count == 80
                && text?.hasPrefix("Pair<Int, Array<Counted>>(first: 1, second: [counted, counted") == true)
        #expect(Described.Counted.descriptions.load() < 5_000)
        let bytes = Optional([UInt8](repeating: 7, count: 1_000_000))
        #expect(recorded(bytes, .short)?.hasPrefix("Optional([7, 7, 7") == true)
        #expect(recorded(Set(0..<10_001)) == "[10001 elements]")
        #expect(recorded(Dictionary(uniqueKeysWithValues: (0..<10_001).map { ($0, 0) })) == "[10001 entries]")
    }

    /// A text has room for 48,000 bytes, which may be fewer characters than are kept of others.
    @Test func aValueOfManyBytesIsCutBetweenCharacters() throws {
        let family = "👩‍👩‍👧‍👦"
        func families(_ count: Int) -> String { String(repeating: family, count: count) }
        let most = 48_000 / family.utf8.count
        #expect(recorded(families(most)) == families(most))
        for count in [most + 1, 3_000, 5_000] {
            #expect(recorded(families(count)) == families((48_000 - "…".utf8.count) / family.utf8.count) + "…")
        }
    }

    @Test func theCostOfValuesIsCounted() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "rxtrace-\(UUID()).rxtrace")
            .path(percentEncoded: false)
        defer { unlink(path) }
        try Trace.record("cost", to: path, options: RecordingOptions(scope: .caused)) {
            let subject = PublishSubject<[Int]>()
            let subscription = subject.subscribe()
            subject.onNext(Array(0..<1_000))
            subject.onNext([1])
            subscription.dispose()
            PublishSubject<String>().onNext(String(repeating: "long ", count: 100))
        }
        let recording = try TraceRecording(contentsOf: path)
        var cut = 0
        try recording.forEachCall { if $0.event?.value?.hasSuffix("…") == true { cut += 1 } }
        #expect(cut == 4 && recording.descriptions.cut == cut)
        #expect(recording.descriptions.nanoseconds > 0)
    }
}

/// Types that are not private: those have an address in their name, which is left out of what is recorded.
enum Described {
    struct Response {
        var status: Int
        var body: [UInt8]
        var cause: Cause?
    }

    struct Pair<First, Second> {
        var first: First
        var second: Second
        init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }
    }

    enum Cause {
        case unknown
        case number(Int)
        case text(String, line: Int)
        indirect case nested(Any)
    }

    enum Failure: Error { case closed }
    enum RawValue: String { case first, second }
    struct Empty {}
    final class Inheriting: Operation, @unchecked Sendable {}
    final class Speaking: NSObject {
        override var description: String { "speaking" }
    }
    final class Plain {}

    struct Own: CustomStringConvertible {
        var description: String { "described" }
    }

    struct DebugDescribed: CustomDebugStringConvertible {
        var debugDescription: String { "for debugging" }
    }

    struct Reflected: CustomReflectable {
        var customMirror: Mirror { Mirror(self, children: ["a": 1, "b": 2], displayStyle: .struct) }
    }

    struct Counted: CustomStringConvertible {
        static let descriptions = CountedDescriptions()
        var description: String {
            Self.descriptions.add()
            return "counted"
        }
    }

    final class CountedDescriptions: @unchecked Sendable {
        let lock = NSLock()
        var count = 0
        func add() { lock.withLock { count += 1 } }
        func load() -> Int { lock.withLock { count } }
        func store(_ number: Int) { lock.withLock { count = number } }
    }
}
