/// A program that sends one value, nested as deep as it is told, on a thread whose stack is as large as it is told.
enum DeepValueProgram {
    /// The values it has.
    static var shapes: [String] { source.matches(of: #/case "([^"]+)":/#).map { String($0.output.1) } }

    static let source = #"""
        import Foundation
        import RxSwift

        struct Wrapped: Error { let underlying: (any Error)? }
        enum Nested: Error {
            case leaf
            indirect case inside(Nested)
            indirect case because(of: any Error)
        }
        indirect enum Expression {
            case number(Int)
            case plus(Expression, Expression)
            case negative(of: Expression)
        }
        indirect enum List {
            case end
            case node(List?, Int)
        }
        indirect enum JSON {
            case object([String: JSON])
            case array([JSON])
            case null
        }
        struct Node { var children: [Node], name: String }
        struct Slices { var inner: ArraySlice<Slices>, other: ContiguousArray<Slices> }
        struct Tree { var branches: [String: Tree] }
        struct Group: Hashable { var groups: Set<Group> }
        struct Boxed { var content: Any }
        struct Key: Hashable { let inner: AnyHashable? }
        protocol Shape {}
        struct Frame: Shape { var inner: (any Shape)? }
        private struct Hidden { var name: String }
        struct Pair<First, Second> { var first: First, second: Second }
        final class Link {
            let next: Link?
            init(_ next: Link?) { self.next = next }
        }
        struct Linked { let link: Link }

        func nest<Value>(_ leaf: Value, _ depth: Int = depth, _ wrap: (Value) -> Value) -> Value {
            (0..<depth).reduce(leaf) { value, _ in wrap(value) }
        }
        func any(_ wrap: (Any) -> Any) -> () -> Void { send(nest(1 as Any) { wrap($0) }) }
        func send<Value>(_ value: Value) -> () -> Void {
            { _ = Observable.just(value).filter { _ in true }.subscribe(onNext: { _ in }) }
        }
        func error(_ wrap: (any Error) -> any Error) -> () -> Void {
            let error = nest(Nested.leaf as any Error) { wrap($0) }
            return { _ = Observable<Int>.error(error).map { $0 }.subscribe(onError: { _ in }) }
        }
        func objects(_ wrap: (AnyObject) -> AnyObject) -> () -> Void { send(nest(NSNumber(value: 1) as AnyObject) { wrap($0) }) }
        func decoding(_ error: (any Error)?) -> DecodingError.Context {
            DecodingError.Context(codingPath: [], debugDescription: "", underlyingError: error)
        }
        func encoding(_ error: (any Error)?) -> EncodingError.Context {
            EncodingError.Context(codingPath: [], debugDescription: "", underlyingError: error)
        }
        func domain(_ info: [String: Any]) -> NSError { NSError(domain: "d", code: 1, userInfo: info) }
        func note(_ object: Any?, _ info: [AnyHashable: Any]? = nil) -> Notification {
            Notification(name: Notification.Name("n"), object: object, userInfo: info)
        }
        let under = NSUnderlyingErrorKey

        func work(_ shape: String) -> () -> Void {
            // To hash one that is nested takes time by the square of its depth.
            let less = min(depth, 2_000)
            switch shape {
            case "error": return error { Wrapped(underlying: $0) }
            case "enum of errors": return error { Nested.because(of: $0) }
            case "enum as an error": return error { .inside($0 as! Nested) as Nested }
            case "NSError": return error { domain([under: $0]) }
            case "NSError with more": return error { domain([under: $0, "a": 1]) }
            case "NSError of errors": return error { domain(["all": [$0]]) }
            case "CocoaError": return error { CocoaError(.fileNoSuchFile, userInfo: [under: $0]) }
            case "URLError": return error { URLError(.badURL, userInfo: [under: $0]) }
            case "POSIXError": return error { POSIXError(.EPERM, userInfo: [under: $0]) }
            case "DecodingError": return error { DecodingError.dataCorrupted(decoding($0)) }
            case "EncodingError": return error { EncodingError.invalidValue(1, encoding($0)) }
            case "value of an EncodingError": return any { EncodingError.invalidValue($0, encoding(nil)) }
            case "context": return any { decoding($0 as? any Error ?? Wrapped(underlying: nil)) }
            case "error as a value": return send(nest(Nested.leaf as any Error) { Wrapped(underlying: $0) })
            case "enum to the left": return send(nest(Expression.number(1)) { .plus($0, .number(1)) })
            case "enum with a label": return send(nest(Expression.number(1)) { .negative(of: $0) })
            case "enum of an optional": return send(nest(List.end) { .node($0, 1) })
            case "enum of collections": return send(nest(JSON.null) { .object(["a": .array([$0])]) })
            case "array first": return send(nest(Node(children: [], name: "n")) { Node(children: [$0], name: "n") })
            case "slices": return send(nest(Slices(inner: [], other: [])) { Slices(inner: [$0], other: [$0]) })
            case "dictionary": return send(nest(Tree(branches: [:])) { Tree(branches: ["a": $0]) })
            case "set": return send(nest(Group(groups: []), less) { Group(groups: [$0]) })
            case "hashable": return send(nest(Key(inner: nil), less) { Key(inner: AnyHashable($0)) })
            case "any hashable": return send(AnyHashable(nest(Key(inner: nil), less) { Key(inner: AnyHashable($0)) }))
            case "existential": return send(nest(Frame(inner: nil)) { Frame(inner: $0) })
            case "struct of any": return any { Boxed(content: $0) }
            case "tuple of any": return any { ($0, 1) }
            case "tuple": return send((nest(1 as Any) { ($0, 1) }, 1))
            case "array of any": return any { [$0, 1] }
            case "dictionary of any": return any { ["a": $0] as [String: Any] }
            case "optional of any": return any { Optional<Any>.some($0) as Any }
            case "result": return any { Result<Any, Nested>.success($0) }
            case "pairs": return any { ["a": $0] as KeyValuePairs<String, Any> }
            case "one": return any { CollectionOfOne<Any>($0) }
            case "repeated": return any { repeatElement($0, count: 2) }
            case "reversed": return any { [$0].reversed() as ReversedCollection<[Any]> }
            case "event": return any { Event<Any>.next($0) }
            case "error event": return any { Event<Any>.error(Wrapped(underlying: $0 as? any Error)) }
            case "materialized":
                let value = nest(Expression.number(1)) { .plus($0, .number(1)) }
                return { _ = Observable.just(value).materialize().subscribe(onNext: { _ in }) }
            case "notification": return any { note($0) }
            case "user info": return any { note(nil, ["a": $0]) }
            case "more user info": return any { note(nil, ["a": $0, "b": 1]) }
            case "object": return send(nest(Link(nil)) { Link($0) })
            case "struct of an object": return send(Linked(link: nest(Link(nil)) { Link($0) }))
            case "NSArray": return objects { NSArray(array: [$0]) }
            case "NSDictionary": return objects { NSDictionary(dictionary: ["a": $0]) }
            // Not deep, but described by much code.
            case "date": return send(Date(timeIntervalSince1970: 1))
            case "URL": return send([URL(string: "http://a/b?c")!])
            case "data": return send([Data([1, 2])])
            case "components": return send(DateComponents(year: 1, month: 2))
            case "locale": return send([Locale(identifier: "de_DE")])
            case "calendar": return send([Calendar(identifier: .gregorian)])
            case "measurement": return send(Measurement(value: 1, unit: UnitLength.meters))
            case "decimal": return send([Decimal(1.5)])
            case "private": return send([Hidden(name: "h")])
            case "generic":
                let pair = Pair(first: [1: Pair(first: 1, second: "a")], second: Hidden(name: "h"))
                return send(Pair(first: pair, second: Optional(pair)))
            case "closure": return send({ (number: Int) in number + 1 })
            case "key path": return send(\Hidden.name)
            case "numbers": return send((1, "a", [1, 2]))
            default: fatalError("no such shape")
            }
        }

        let words = CommandLine.arguments
        // As it is run where it is compiled.
        if words.count < 4 { exit(0) }
        let (depth, stack) = (Int(words[2])!, Int(words[3])!)
        nonisolated(unsafe) var body: () -> Void = {}
        // Made where there is room for it.
        let maker = Thread {
            body = work(words[1])
            var attributes = pthread_attr_t()
            pthread_attr_init(&attributes)
            precondition(pthread_attr_setstacksize(&attributes, stack * 1024) == 0)
            var thread = pthread_t()
            precondition(pthread_create(&thread, &attributes, { _ in body(); return nil }, nil) == 0)
            pthread_join(thread, nil)
            print("over")
            fflush(nil)
            // To let go of it takes as much of the stack.
            _exit(0)
        }
        maker.stackSize = 1 << 30
        maker.start()
        while true { sleep(1) }
        """#
}
