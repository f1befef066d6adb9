import Foundation
import Testing

@testable import rxtrace

/// The shells and `man`, given the completions and the manual page; those that are not installed are skipped.
struct ShellTests {
    /// Runs a tool on a file that holds `text`.
    private func run(_ name: String, _ arguments: [String], on text: String) throws -> (status: Int32, output: String) {
        let folder = try TemporaryFolder()
        try Data(text.utf8).write(to: URL(filePath: folder.path("file")))
        let process = Process()
        process.executableURL = URL(filePath: try #require(SearchPath.find(name)))
        process.arguments = arguments + [folder.path("file")]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    @Test(
        .enabled(if: SearchPath.find("bash") != nil, "bash is not installed"),
        arguments: [
            (["tr"], ["tree"]), (["run", "--zo"], ["--zoom"]), (["run", "--zoom", "u"], ["user"]),
            (["run", "--zoom", "=", "op"], ["operators"]), (["run", "ti"], ["timer"]), (["help", "jsonl"], ["jsonl"]),
            (["completions", ""], ["bash", "zsh", "fish"]), (["run", "--width", ""], []),
            (["why", "observe-on", "onN"], ["onNext"]), (["why", "observe"], ["observe-on"]),
            (["diff", "retry", "tim"], ["timer"]), (["tree", "--around", "las"], ["last"]),
            (["tree", "--only", "fil"], []), (["watch", "-o", "fil"], ["file"]), (["watch", "ti"], []),
            (["run", "fil"], ["file"]), (["run", "-o", "fil"], ["file"]), (["run", "A.swift", "--", "ti"], []),
            (["lint", "--explain", "reen"], ["reentrance"]), (["lint", "--disable", "uncom"], ["uncompleted-subject"]),
        ])
    func bashCompletes(words: [String], completions: [String]) throws {
        let line = (["rxtrace"] + words).map(ShellText.quoted).joined(separator: " ")
        let check = """

            cd "$(dirname "$0")" || exit 1
            COMP_WORDS=(\(line)); COMP_CWORD=\(words.count); _rxtrace
            for word in "${COMPREPLY[@]}"; do echo "$word"; done
            """
        let result = try run("bash", ["--norc"], on: Shell.bash.script(CommandTable.commands) + check)
        #expect(result.output.split(separator: "\n").map(String.init) == completions)
    }

    @Test(.enabled(if: SearchPath.find("zsh") != nil, "zsh is not installed"))
    func zshTakesTheScript() throws {
        let result = try run("zsh", ["-n"], on: Shell.zsh.script(CommandTable.commands))
        #expect(result.status == 0)
        #expect(result.output.isEmpty)
    }

    @Test(.enabled(if: SearchPath.find("fish") != nil, "fish is not installed"))
    func fishCompletes() throws {
        let check = "\ncomplete -C 'rxtrace run --zoom us'\ncomplete -C 'rxtrace tr'\n"
        let result = try run("fish", ["--no-config"], on: Shell.fish.script(CommandTable.commands) + check)
        #expect(result.output.split(separator: "\n").map { $0.split(separator: "\t")[0] } == ["user", "tree"])
    }

    @Test(.enabled(if: SearchPath.find("groff") != nil, "groff is not installed"))
    func theManualPageIsSound() throws {
        let page = ManualPage.page(CommandTable.commands)
        let warnings = try run("groff", ["-man", "-ww", "-z", "-Tutf8"], on: page)
        #expect(warnings.output.isEmpty)
        let text = try run("groff", ["-man", "-Tascii", "-P-c", "-P-b", "-P-u"], on: page).output
        for command in CommandTable.commands {
            #expect(text.contains("rxtrace \(command.name)\n"))
            for option in command.options { #expect(text.contains("--\(option.name)")) }
        }
        #expect(text.contains("EXIT STATUS"))
    }

    @Test(arguments: Shell.allCases)
    func theCommandWritesTheScript(shell: Shell) throws {
        let result = try BuiltCommand.run(["completions", shell.rawValue])
        #expect(result.output == shell.script(CommandTable.commands))
        #expect(try BuiltCommand.run(["completions", shell.rawValue + "x"]).status == 64)
    }
}
