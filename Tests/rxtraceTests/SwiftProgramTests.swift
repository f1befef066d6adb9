import Foundation
import Testing

@testable import rxtrace

struct SwiftProgramTests {
    private func failure(_ words: [String]) -> CommandFailure? {
        do {
            _ = try SwiftProgram(words)
            return nil
        } catch { return error as? CommandFailure }
    }

    @Test func aProgramIsNamedByItsFileOrFolder() throws {
        let program = try ProgramFolder(["App/main.swift": "", "App/Model.swift": "", "Search.swift": ""])
        func path(_ name: String) -> String { program.folder.path(name) }
        #expect(try SwiftProgram([path("Search.swift")]).name == "Search")
        #expect(try SwiftProgram([path("App")]).name == "App")
        #expect(
            try SwiftProgram([path("App/")]).files.map(\.name) == [path("App/Model.swift"), path("App/main.swift")])
        #expect(try SwiftProgram([path("App/main.swift"), path("Search.swift")]).name == "App")
    }

    @Test func whatIsNoProgramIsSaidWithTheWayOut() throws {
        let program = try ProgramFolder([
            "Package/Package.swift": "", "Texts/a.txt": "", "Two/A.swift": "print(1)", "Two/B.swift": "// @main",
        ])
        func failure(_ name: String) -> CommandFailure? { self.failure([program.folder.path(name)]) }
        #expect(failure("Texts")?.status == .noInput)
        #expect(failure("Texts")?.message.contains("no Swift files in the folder") == true)
        #expect(failure("Missing.swift")?.status == .noInput)
        #expect(failure("Missing.swift")?.message.contains("Missing.swift'") == true)
        #expect(failure("Package")?.message.contains("is a package") == true)
        #expect(failure("Line\nbreak.swift")?.message.contains("no file with a line break in its name") == true)
        #expect(failure("Two")?.status == .wrongData)
        #expect(failure("Two")?.message.contains("main.swift") == true)
    }

    @Test(arguments: [
        ("@main struct App {}", true), ("struct A {}\n  @main\nenum B {}", true),
        ("let text = \"\\\"\" // \"\n@main struct App {}", true), ("/* /* */ */ @main class A {}", true),
        ("// @main", false), ("/* /* */ @main */", false), ("let text = \"@main\"", false),
        ("let text = \"\"\"\n@main \"quoted\"\n\"\"\"", false), ("@mainActor func f() {}", false),
        ("@MainActor", false),
        ("/* never closed @main", false), ("\"", false),
    ])
    func theAttributeIsFoundWhereItCounts(source: String, isMarked: Bool) {
        #expect(ProgramStart.isMarked(in: Data(source.utf8)) == isMarked)
    }

    @Test func argumentsAreForPrograms() throws {
        let arguments = try ArgumentParser.parse(["timer", "--", "x"], for: .run)
        #expect(throws: CommandFailure.self) { try TraceInput(arguments) }
    }
}
