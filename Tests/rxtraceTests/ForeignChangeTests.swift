import RxTraceKit
import RxTraceTestSupport
import Testing

/// Objects of Foundation's that another thread changes, under a lock of the program's, while they are handed on: recorded,
/// nobody reads them.
@Suite(.serialized, .enabled(if: SearchPath.find("swiftc") != nil, "swiftc is not in PATH"))
struct ForeignChangeTests {
    private static let source = """
        import Foundation
        import RxSwift

        struct Holder { var name = "h", content: Any }
        enum Wrapped { case content(NSObject), none }
        final class Filled: NSMutableArray, @unchecked Sendable {}

        let words = CommandLine.arguments
        // As it is run where it is compiled.
        if words.count < 3 { exit(0) }
        let count = Int(words[2])!
        let lock = NSLock()
        nonisolated(unsafe) var isOver = false

        func changing(_ object: NSObject, _ change: @escaping (Int) -> Void, _ clear: @escaping () -> Void) -> NSObject {
            let thread = Thread {
                var number = 0
                while !lock.withLock({ isOver }) {
                    number += 1
                    lock.withLock { number % 500 == 0 ? clear() : change(number) }
                }
            }
            thread.start()
            return object
        }
        func object(_ kind: String) -> NSObject {
            switch kind {
            case "NSMutableArray":
                let array = NSMutableArray()
                return changing(array, { array.add(NSString(string: "\\($0)")) }, array.removeAllObjects)
            case "NSMutableDictionary":
                let dictionary = NSMutableDictionary()
                return changing(
                    dictionary, { dictionary.setObject(NSString(string: "\\($0)"), forKey: NSString(string: "\\($0)")) },
                    dictionary.removeAllObjects)
            case "NSMutableSet":
                let set = NSMutableSet()
                return changing(set, { set.add(NSString(string: "\\($0)")) }, set.removeAllObjects)
            case "NSMutableOrderedSet":
                let set = NSMutableOrderedSet(capacity: 16)
                return changing(set, { set.add(NSString(string: "\\($0)")) }, set.removeAllObjects)
            case "NSCountedSet":
                let set = NSCountedSet(capacity: 16)
                return changing(set, { set.add(NSString(string: "\\($0)")) }, set.removeAllObjects)
            case "NSMutableString":
                let string = NSMutableString(capacity: 16)
                return changing(string, { string.append("\\($0) öäü") }, { string.setString("") })
            case "NSMutableData":
                let data = NSMutableData()
                return changing(data, { _ in data.append(Data(repeating: 1, count: 1_000)) }, { data.length = 0 })
            default: fatalError("no such kind")
            }
        }
        func send<Value>(_ values: PublishSubject<Value>, _ value: Value) {
            let subscription = values.map { $0 }.subscribe(onNext: { _ in })
            for _ in 0..<count { values.onNext(value) }
            subscription.dispose()
        }
        let content = object(words[1])
        send(PublishSubject<NSObject>(), content)
        send(PublishSubject<Any>(), content)
        send(PublishSubject<NSObject?>(), content)
        send(PublishSubject<[NSObject]>(), [content])
        send(PublishSubject<Holder>(), Holder(content: content))
        send(PublishSubject<Wrapped>(), .content(content))
        send(PublishSubject<(Int, NSObject)>(), (1, content))
        send(PublishSubject<[String: Any]>(), ["a": content, "b": [content]])
        send(PublishSubject<Event<NSObject>>(), .next(content))
        send(PublishSubject<Notification>(), Notification(name: Notification.Name("n"), object: content, userInfo: ["a": content]))
        send(PublishSubject<any Error>(), NSError(domain: "d", code: 1, userInfo: ["a": content]))
        _ = Observable<Int>.error(NSError(domain: "d", code: 1, userInfo: ["a": content])).subscribe(onError: { _ in })
        lock.withLock { isOver = true }
        print("over")
        """

    private static let program = Result { try HarmlessProgram(source) }
    private static let kinds = [
        "NSMutableArray", "NSMutableDictionary", "NSMutableSet", "NSMutableOrderedSet", "NSCountedSet",
        "NSMutableString",
        "NSMutableData",
    ]

    /// How many values are sent in each way.
    private static let count = TestLength.times(100, long: 3_000)

    @Test(arguments: kinds)
    func whatOthersChangeIsNotRead(kind: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("x.rxtrace")
        let result = try Self.program.get().run("\(kind) \(Self.count)", recording: path)
        #expect(result.status == 0 && result.output == "over\n" && result.errors.isEmpty)
        var values: Set<String> = []
        try TraceRecording(contentsOf: path).forEachCall { if let value = $0.event?.value { values.insert(value) } }
        #expect(values.isSuperset(of: [kind, "Optional(Foundation.\(kind))", "[Foundation.\(kind)]"]), "\(values)")
        #expect(values.contains("Holder(name: \"h\", content: Foundation.\(kind))"), "\(values)")
        // A text for each way, whatever the content is by then; an object and the same as `Any` may have one.
        #expect((10...11).contains(values.count), "\(values)")
    }
}
