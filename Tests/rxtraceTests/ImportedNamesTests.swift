import Foundation
import RxTraceTestSupport
import Testing

@testable import rxtrace

/// What a file may name once it has imported a module, asked of the compiler and the built modules.
@Suite(
    .enabled(if: SearchPath.find("swiftc") != nil, "swiftc is not in PATH"),
    .builds)
struct ImportedNamesTests {
    private let compiler = CompilerOfTests()

    /// Everything public at the top level of the modules that are ours alone is asked for, in each module's name.
    @Test(arguments: [
        ("RxSwift", ImportedNames.rxSwift), ("ReactiveObjC", ImportedNames.reactiveObjC),
        ("RxCocoa", ImportedNames.rxSwift), ("RxRelay", Set<String>()), ("RxBlocking", Set<String>()),
    ])
    func aModuleBringsItsOwnNamesAndNoOthers(module: String, names: Set<String>) throws {
        let folder = try TemporaryFolder()
        let known = try ["RxInstrumented", "ReactiveObjC", "RxTraceKit"].flatMap {
            try compiler.publicNames(of: $0, in: folder)
        }
        #expect(known.count > 140)
        #expect(names.isSubset(of: known.map(\.name)))
        let source = known.map { "import \($0.kind) \(module).\($0.name)\n" }.joined()
        let lacking = try compiler.check(source, in: folder).matches(of: #/'(\w+)' does not exist in module/#)
        let brought = Set(known.map(\.name)).subtracting(lacking.map { String($0.1) })
        #expect(brought == names, "\(brought.symmetricDifference(names).sorted())")
    }

    @Test func rxSwiftDeclaresNothingPublicItself() throws {
        #expect(try compiler.publicNames(of: "RxSwift", in: TemporaryFolder()).isEmpty)
    }

    /// With `import RxInstrumented` in RxSwift's place, both types of that name are meant.
    @Test(arguments: ["RxSwift", "RxCocoa", "ReactiveObjC", "RxInstrumented"])
    func anotherModulesTraceIsThatModules(module: String) throws {
        let folder = try TemporaryFolder()
        let other =
            "public struct Trace { public init() {}; public var ownLength: Int { 1 } }\n"
            + "public enum RecordedValues { case own }\npublic class TracedObject { public init() {} }\n"
        try compiler.module("Other", other, in: folder)
        let source =
            "import Other\nimport \(module)\nlet length = Trace().ownLength\nlet values = RecordedValues.own\n"
            + "let object: TracedObject = Other.TracedObject()\n"
        let messages = try compiler.check(source, in: folder)
        #expect(messages.contains("is ambiguous for type lookup") == (module == "RxInstrumented"))
        #expect(messages.contains("error:") == (module == "RxInstrumented"), "\(messages)")
    }

    /// RxSwift's values are not Sendable, and such a file is told nothing of it: in Swift 6 mode without errors or warnings,
    /// as with the library itself, because the modules are compiled in Swift 5 mode.
    @Test(arguments: ["RxSwift", "RxCocoa", "RxRelay", "RxInstrumented"])
    func aPreconcurrencyImportTellsNothing(module: String) throws {
        let relay = module == "RxInstrumented" || module == "RxSwift" ? "PublishSubject<Int>" : "PublishRelay<Int>"
        let others = module == "RxRelay" ? "@preconcurrency import RxSwift\n" : ""
        let messages = try compiler.check(
            "@preconcurrency import \(module)\n\(others)" + """
                final class Model: Sendable {
                    let names = \(relay)()
                }
                @MainActor final class Screen {
                    static let shared = \(relay)()
                    let bag = DisposeBag()
                    var shown: [Int] = []
                    func show(_ numbers: Observable<Int>) {
                        numbers.subscribe(onNext: { [weak self] number in
                            MainActor.assumeIsolated { self?.shown.append(number) }
                        })
                        .disposed(by: bag)
                    }
                    func load() async throws {
                        let single: Single<Int> = .just(1)
                        let numbers = Observable.just(1)
                        Task.detached { _ = try await single.value }
                        Task.detached { for try await _ in numbers.values {} }
                    }
                }
                let numbers = \(relay)()
                actor Store {
                    let state = BehaviorSubject(value: 0)
                    func observe() -> Observable<Int> { state.asObservable() }
                }
                func use(_ store: Store) async throws {
                    for try await _ in await store.observe().values {}
                }
                """, ["-swift-version", "6"], in: TemporaryFolder())
        #expect(messages == "")
    }

    @Test func resourcesComeWhereTheyAreTraced() throws {
        let folder = try TemporaryFolder()
        let use = """
            import RxSwift
            let total: Int32 = Resources.total
            let queues: Int32 = Resources.numberOfSerialDispatchQueueObservables
            """
        #expect(try compiler.check(use, in: folder).contains("cannot find 'Resources' in scope"))
        let source = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../Sources/RxSwift/RxSwift.swift"), encoding: .utf8)
        try compiler.module("RxSwift", source, ["-D", "TRACE_RESOURCES"], in: folder)
        #expect(try compiler.check(use, in: folder) == "")
    }

    /// The containers inside RxSwift are the core's, for tests that look at them.
    @Test func aTestableImportFindsWhatIsInside() throws {
        let folder = try TemporaryFolder()
        let messages = try compiler.check(
            """
            @testable import RxSwift
            var bag = Bag<(Event<Int>) -> Void>()
            let key: BagKey = bag.insert { print($0) }
            dispatch(bag, .next(1))
            let removed = bag.removeKey(key)
            var queue = Queue<Int>(capacity: 2)
            queue.enqueue(1)
            let (count, next, all) = (queue.count, queue.peek(), queue.map { $0 + 1 })
            let first: Int? = queue.dequeue()
            let box = RxMutableBox(1)
            box.value += 1
            let isProducer = Observable.just(1).map { $0 } is Producer<Int>
            let subject: PublishSubject<Int> = RxSwift.PublishSubject()
            """, in: folder)
        #expect(messages == "")
    }
}
