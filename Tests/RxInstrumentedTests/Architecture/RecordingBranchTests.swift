import Testing

/// Whether something is recorded decides only what is written: outside of `Recording/` and its seam, nothing else is chosen by it.
@Suite struct RecordingBranchTests {
    /// Branches that are still to be taken out, by file.
    private static let known: [String: Int] = [
        // An element's three calls are recorded in one step: its handler runs within them, or alone.
        "Observables/AnonymousObserver.swift": 1
    ]

    @Test func branchesOutsideOfTheRecorderOnlyWrite() throws {
        let files = try ArchitectureTests.swiftFiles(in: "RxInstrumented").filter { file in
            !["/Recording/", "/Runtime/Seam/"].contains { file.path.contains($0) }
        }
        #expect(files.count > 100)
        for module in ["RxSwift", "RxRelay", "RxCocoa", "RxBlocking", "RxTest", "ReactiveObjC"] {
            for file in try ArchitectureTests.swiftFiles(in: module) {
                #expect(!file.text.contains("rxtrace_is_on"), "\(file.path) asks the recorder")
            }
        }
        for file in files {
            let found = RecordingBranches.others(in: file.text)
            let name = String(file.path.dropFirst("RxInstrumented/".count))
            let count = Self.known[name] ?? 0
            #expect(
                found.count <= count,
                "\(file.path) does something else where something is recorded: \(found.joined(separator: "; "))")
            #expect(found.count >= count, "\(file.path) has \(found.count) such branches: \(count) are listed")
        }
    }

    @Test(arguments: [
        "if rxtrace_is_on() { recordCreation(of: self) }",
        "if rxtrace_is_on() { call = openCall(.deinit, self) }",
        "if rxtrace_is_on() { call = openEnd(of: self) }",
        "let call = rxtrace_is_on() ? openCall(.on, observer, event) : 0",
        "let call =\n    rxtrace_is_on()\n    ? SubscribeCall.open(self, observer: edge.target(1)) : .none",
        "let calls = rxtrace_is_on() ? SubscribeCalls.open(path(), on: self) : nil",
        "if call != 0 { rxtrace_close(call) }",
        "// if rxtrace_is_on() { return nil }",
    ])
    func aBranchThatWritesIsNone(code: String) {
        #expect(RecordingBranches.others(in: code).isEmpty)
    }

    @Test(arguments: [
        "if !rxtrace_is_on(), claim(for: observer) { return !isDisposed }",
        "exchange(rxtrace_is_on() ? observer.holdEarly() : nil, inTurn: observer.number)",
        "guard rxtrace_is_on() else { return subscribe(Edge(observer)) }",
        "guard rxtrace_is_on() else { return subscribe(edge).asDisposable }",
        "guard rxtrace_is_on() else { return didSubscribe(subscriber) }",
        "if rxtrace_is_on() {\n    recordCreation(of: self)\n    lock()\n}",
        "if rxtrace_is_on() { recordCreation(of: self) } else { begin() }",
        "let disposable = rxtrace_is_on() ? openCall(.on, self) : begin()",
        "let isRecording = rxtrace_is_on()",
        "if call != 0 { dispose() }",
        "if call == 0 { rxtrace_close(call) }",
        "guard call != 0 else { return nil }",
        "if calls == nil { return nil }",
    ])
    func aBranchThatDoesMoreIsFound(code: String) {
        #expect(RecordingBranches.others(in: "let a = 1\n\(code)").count == 1)
    }
}
