import Testing

/// Whether the control of orders is told what the library's threads share: `rxtrace explore` leaves out orders of steps that touch
/// nothing in common.
struct ToldValueTests {
    private static let modules = [
        "RxInstrumented", "RxSwift", "RxRelay", "RxCocoa", "RxBlocking", "RxTest", "ReactiveObjC",
    ]

    /// Files of which nothing shows in what a program does: the recorder's, a probe of the running system, a count that only makes
    /// numbers differ, and the owner of a lock, which its thread alone finds to be itself.
    private static let untold = [
        "RxInstrumented/Recording/", "RxInstrumented/Runtime/Seam/", "RxInstrumented/Bridges/WatchedObjects.swift",
        "ReactiveObjC/KeyValueObserving/RACKVOTrampoline.swift", "RxInstrumented/Runtime/Locks/Lock.swift",
        // What waits for a lock has told of it.
        "RxInstrumented/Runtime/Locks/LockWord.swift",
        // Read only after all of the program has been touched; what changes it tells nothing.
        "RxInstrumented/Runtime/Events/Resources.swift",
    ]

    private func files() throws -> [(name: String, lines: [Substring])] {
        let all = try Self.modules.flatMap { try ArchitectureTests.swiftFiles(in: $0) }
        return all.filter { file in !Self.untold.contains { file.path.hasPrefix($0) } }
            .map { ($0.path, $0.text.split(separator: "\n", omittingEmptySubsequences: false)) }
    }

    @Test func eachAtomicValueIsTold() throws {
        let linesBefore = 4
        var found = 0
        for (name, lines) in try files() {
            for (index, line) in lines.enumerated() where line.contains("rdering: .") {
                if line.contains("isSetUntold") { continue }
                let before = lines[max(0, index - linesBefore)..<index]
                #expect(before.contains { $0.contains("touches(") }, "\(name):\(index + 1) has no touches(…) before it")
                found += 1
            }
        }
        #expect(found > 10)
    }

    /// A sink's flag is told of by the calls that are recorded of the sink: it is read once per event and stage.
    @Test func aFlagIsReadUntoldByASinkAlone() throws {
        let base = "RxInstrumented/Observables/Sink.swift"
        let readers = try files().filter { file in file.lines.contains { $0.contains(".isSetUntold") } }.map(\.name)
        #expect(readers == [base])
        let sinks = try files().filter { file in file.name != base && file.lines.contains { $0.contains(": Sink<") } }
        #expect(sinks.count > 30)
        for (name, lines) in sinks {
            #expect(!lines.contains { $0.contains("disposed.raise()") }, "\(name) is to call forwardNothing()")
        }
    }

    @Test func locksAreTheLibrarysOwn() throws {
        let others = #/\b(Mutex[<(]|pthread_(mutex|rwlock|spin|cond)|os_unfair_lock)/#
        let all = try files()
        #expect(all.count > 200)
        for (name, lines) in all {
            for (index, line) in lines.enumerated() where line.contains(others) && !line.contains("///") {
                Issue.record("\(name):\(index + 1) has a lock that tells nothing: use Lock")
            }
        }
    }
}
