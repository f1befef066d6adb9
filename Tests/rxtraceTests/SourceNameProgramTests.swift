import Foundation
import RxTraceKit
import Testing

@testable import rxtrace

/// A program's nodes are called as its source calls them.
@Suite(.enabled(if: (try? SwiftCompiler()) != nil, "there is no swiftc in PATH"), .timeLimit(.generous))
struct SourceNameProgramTests {
    private static let model = """
        import RxRelay
        import RxSwift

        final class Model {
            let query = PublishRelay<String>()
            private let state: BehaviorRelay<Int> = .init(value: 0)
            static let shared = PublishSubject<Int>()
            lazy var words = query
                .filter { !$0.isEmpty }  // "not a name = PublishRelay()
                .distinctUntilChanged()
            let results: Observable<String>
            var lengths: Observable<Int> { results.map { $0.count } }
            private let bag = DisposeBag()

            init(source: PublishSubject<String>) {
                self.results = source
                    /* two of each */
                    .flatMapLatest { word in Observable.of(word, "\\(word) case") }
                    .share(replay: 1, scope: .forever)
                words.subscribe(onNext: { [state] in state.accept($0.count) }).disposed(by: bag)
            }
        }

        let source = PublishSubject<String>()
        let models = [source].map(Model.init)
        let lengths = [models[0].lengths.subscribe(), models[0].lengths.subscribe()]
        models[0].query.accept("a")
        source.onNext("iPhone")
        Model.shared.onNext(1)
        for subscription in lengths { subscription.dispose() }

        """

    /// The names of a trace's nodes, by their types.
    private func names(_ text: String) throws -> [String] {
        try TraceReader.read(text, named: "trace").nodes.compactMap { node in
            node.variable.map { "\($0): \(node.type)" }
        }
    }

    private static let expected = [
        "source: PublishSubject", "query: PublishRelay", "state: BehaviorRelay", "results: RefCount",
        "words: DistinctUntilChanged", "lengths: Map", "lengths: Map", "shared: PublishSubject",
    ]

    @Test(arguments: ["", "-O -Xcc -fno-omit-frame-pointer"])
    func namesAreTheSourcesHoweverItIsCompiled(flags: String) throws {
        let program = try ProgramFolder(["Model.swift": Self.model])
        let real = try SwiftCompiler().path
        _ = try program.folder.program("bin/swiftc", "exec '\(real)' \"$@\" \(flags)")
        let path = "\(program.folder.path("bin")):\(ProcessInfo.processInfo.environment["PATH"] ?? "")"
        let result = try program.run("json", "Model.swift", environment: ["PATH": path])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try names(result.output) == Self.expected)
    }

    @Test func viewsTellThemWhereTheSourceIsAtHand() throws {
        let program = try ProgramFolder(["Model.swift": Self.model])
        let file = program.folder.path("model.rxtrace")
        #expect(try program.run("record", "Model.swift", "-o", file).status == 0)
        let tree = try program.run("tree", "--zoom", "user", file).output
        #expect(tree.contains("├─ create query (PublishRelay)  Model.swift:5\n"))
        #expect(tree.contains("├─ on query next(a)  Model.swift:27\n"))
        #expect(tree.contains("├─ create lengths#2  Model.swift:12\n"))
        #expect(tree.split(separator: "(PublishRelay)").count == 2)
        let types = try program.run("tree", "--zoom", "user", "--names", "types", file).output
        #expect(types.contains("├─ create PublishRelay  Model.swift:5\n"))
        #expect(!types.contains("query"))
        let answer = try program.run("why", file, "Phone cas").output
        #expect(answer.contains("handler transform MapSink of lengths#2 next(iPhone case)"))
        #expect(answer.contains("on source (PublishSubject) next(iPhone)"))
        #expect(try program.run("stats", file).output.contains("results (RefCount)"))
        #expect(try program.run("lint", file).output.contains("words (distinctUntilChanged)"))
        #expect(try program.run("html", file).output.contains("\"shared\""))

        // A document and a recording keep them; a canonical document has none.
        let document = program.folder.path("model.json")
        #expect(try program.run("record", file, "-o", document).status == 0)
        try FileManager.default.removeItem(atPath: program.folder.path("Model.swift"))
        #expect(try program.run("tree", "--zoom", "user", file).output == tree)
        #expect(try program.run("tree", "--zoom", "user", "--names", "types", file).output == types)
        #expect(try program.run("tree", "--zoom", "user", document).output == tree)
        #expect(try program.run("tree", "--zoom", "user", "--names=types", document).output == types)
        #expect(try names(try program.run("json", document).output) == Self.expected)
        let canonical = program.folder.path("canonical.json")
        #expect(try program.run("json", "--canonical", document, "-o", canonical).status == 0)
        #expect(try names(String(contentsOfFile: canonical, encoding: .utf8)).isEmpty)
        #expect(try program.run("tree", "--names", "sources", canonical).status == 64)
    }
}
