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
            (["sample", "retr"], ["retry"]), (["sample", "retry", ""], []),
            (["sample", "retry", "--out"], ["--output"]),
            (["sample", "-o", "fil"], ["file"]), (["sample", "-o", "A.swift", "retr"], ["retry"]),
            (["sample", "--output", "=", "A.swift", "retr"], ["retry"]), (["help", "tree", ""], []),
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
        let lines = [
            "run --zoom us", "tr", "sample retr", "sample retry ", "sample -o A.swift retr", "sample retry --out",
            "help sample ", "help sample retr", "help jsonl",
        ]
        let check = lines.map { "\necho '>' '\($0)'\ncomplete -C 'rxtrace \($0)'\n" }.joined()
        let result = try run("fish", ["--no-config"], on: Shell.fish.script(CommandTable.commands) + check)
        let answers = result.output.split(separator: "\n").map { String($0.split(separator: "\t")[0]) }
        #expect(
            answers == [
                "> run --zoom us", "user", "> tr", "tree", "> sample retr", "retry", "> sample retry ",
                "> sample -o A.swift retr", "retry", "> sample retry --out", "--output", "> help sample ",
                "> help sample retr", "> help jsonl", "jsonl",
            ])
    }

    /// One sample is printed: behind its name no other is offered.
    @Test func zshOffersOneName() {
        let script = Shell.zsh.script(CommandTable.commands)
        #expect(script.contains("'1:NAME:(create-subscribe ") && script.contains("'1:COMMAND:(run "))
        #expect(!script.contains("'*:NAME:") && script.contains("'*:INPUT:"))
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
