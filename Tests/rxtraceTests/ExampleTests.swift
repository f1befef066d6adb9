import Foundation
import Testing

@testable import rxtrace

/// Every example of every command's help, run as it stands, shows what the help says of it.
struct ExampleTests {
    /// The outcome of an example.
    struct Expected: Sendable {
        var status: Int32 = 0
        /// Text that is in the output, or in the file that `-o` names.
        var shows: [String]
        /// Text that is not.
        var hides: [String] = []
    }

    private static let expected: [String: Expected] = [
        "rxtrace run": Expected(shows: [
            "create-subscribe\n├─ create observable (AnonymousObservable, create)", "30 calls",
        ]),
        "rxtrace run --zoom user trace.json": Expected(
            shows: ["handler onNext AnonymousObserver next(next step)"], hides: ["forwardOn", "schedule"]),
        "rxtrace run -o trace.json": Expected(shows: [#"{"format": "rxtrace", "version": 1"#]),
        "rxtrace tree --zoom operators": Expected(
            shows: ["forwardOn AnonymousObservableSink of observable", "shown)"], hides: ["SinkDisposer", "schedule"]),
        "rxtrace tree timer --depth 3": Expected(shows: ["timer\n├─ ", "shown)"]),
        "rxtrace tree map-filter --only MapSink": Expected(
            shows: ["MapSink", "shown)"], hides: ["create Map", "DisposeBag"]),
        "rxtrace tree retry --around onNext=response": Expected(
            shows: ["handler onNext AnonymousObserver", "shown)"]),
        "rxtrace tree --color always | less -R": Expected(shows: ["\u{1B}[", "AnonymousObservable"]),
        "rxtrace json -o trace.json": Expected(shows: [#""scenario": "create-subscribe""#, #""start": "#]),
        "rxtrace json --canonical": Expected(shows: [#""canonical": true"#]),
        #"rxtrace jsonl | grep '"dispose"'"#: Expected(shows: [#"{"call": {"id": "#, #""operation": "dispose""#]),
        "rxtrace jsonl --thread main --min-time 1ms": Expected(
            shows: [#""scenario": "create-subscribe""#, #"{"thread": {"id": 0, "name": "main"}}"#]),
        "rxtrace dot | dot -Tsvg > graph.svg": Expected(
            shows: ["digraph", "AnonymousObservable"], hides: ["SinkDisposer"]),
        "rxtrace dot --zoom internals trace.json": Expected(shows: ["digraph", "SinkDisposer"]),
        "rxtrace svg reused-cell-rx -o reused-cell-rx.svg": Expected(
            shows: ["<svg", "Throttle", "20 next full size,"]),
        "rxtrace svg --zoom internals -o graph.svg": Expected(
            shows: ["<svg", "AnonymousObservableSink", "SinkDisposer"]),
        "rxtrace mermaid map-filter -o map-filter.mmd": Expected(shows: ["sequenceDiagram\n", "next 10\n"]),
        "rxtrace mermaid --diagram flowchart": Expected(shows: [
            "flowchart TD\n", "==>|\"2 next next step, 3 completed\"|",
        ]),
        "rxtrace marble combine-latest": Expected(shows: ["distinctUntilChanged :12  ", "-false--true--"]),
        "rxtrace marble timer --axis time": Expected(shows: ["\ninterval :9  0--", "\nobserver     0--"]),
        "rxtrace marble map-filter --svg -o map-filter.svg": Expected(
            shows: ["<svg", "class=\"next\"", "class=\"completed\""]),
        "rxtrace jsonl retry -o trace.jsonl": Expected(shows: [#""scenario": "retry""#, #"{"call": {"id": 1, "#]),
        "rxtrace chrome observe-on -o observe-on.chrome.json": Expected(
            shows: [#""name":"handler onNext AnonymousObserver""#, #""name":"waiting for rx.decoding""#]),
        "rxtrace chrome timer --only Timer": Expected(shows: [#""name":"subscribe Timer""#, #""hidden": "#]),
        "rxtrace perfetto observe-on -o observe-on.pftrace": Expected(
            shows: ["handler onNext AnonymousObserver", "waiting for rx.decoding", "living subscriptions"]),
        "rxtrace perfetto timer --only Timer -o timer.pftrace": Expected(shows: ["subscribe Timer", " hidden"]),
        "rxtrace otlp retry -o retry.otlp.json": Expected(shows: [#""name":"retry","kind":1"#, #""name":"error""#]),
        "rxtrace otlp timer --spans calls": Expected(shows: [#""name":"subscribe Timer""#]),
        "rxtrace folded retry | flamegraph.pl > calls.svg": Expected(shows: ["main;subscribe ", "CatchSequence"]),
        "rxtrace folded observe-on --by waiting": Expected(shows: [";schedule SerialDispatchQueueScheduler "]),
        "rxtrace csv timer -o timer.csv": Expected(shows: ["id,parent,origin,parts,operation,", ",next,0,"]),
        "rxtrace csv map-filter --only AnonymousObserver": Expected(
            shows: [",AnonymousObserver,"], hides: [",MapSink,"]),
        "rxtrace html -o trace.html": Expected(
            shows: [#""format":"rxtrace-page""#, #""scenario":"create-subscribe""#, "default-src 'none'"]),
        "rxtrace html create-subscribe create-error -o both.html": Expected(
            shows: [#""format":"rxtrace-comparison""#, #""scenario":"create-error""#, "completed → error"]),
        "rxtrace html --ignore sites before.json after.json -o both.html": Expected(
            shows: [#""format":"rxtrace-comparison""#, "Map"]),
        "rxtrace html --no-source trace.json -o trace.html": Expected(
            shows: [#""scenario":"create-subscribe""#, "\"lines\":[],\n\"figures\":[["]),
        "rxtrace why observe-on onNext=B": Expected(
            shows: ["handler onNext AnonymousObserver next(B)", "← invoke", "waited", "emitted here"]),
        "rxtrace why flat-map-latest @21 --effects": Expected(
            shows: [
                "what became of @21?",
                "✕ nobody was subscribed: the only subscriber left at @18 (line 14), by switch",
            ]),
        "rxtrace why retry last --zoom internals": Expected(shows: ["retry: why @", "← ", "forwardOn"]),
        "rxtrace why map-filter transform --nth 2 --format json": Expected(shows: [#""steps": ["#, "transform"]),
        "rxtrace leaks leak": Expected(
            status: 1, shows: ["Leak.swift:13: warning: 1 subscription to name (BehaviorSubject)"]),
        "rxtrace leaks leak --allow BehaviorSubject": Expected(shows: ["no leaks: 1 subscription"], hides: ["warning"]),
        "rxtrace leaks trace.json --format json": Expected(shows: [#""format": "rxtrace-leaks""#, #""leaks": []"#]),
        "rxtrace lint leak": Expected(
            status: 1, shows: ["Leak.swift:13: warning:", "1 finding: uncompleted-subject 1"]),
        "rxtrace lint leak --disable uncompleted-subject": Expected(shows: ["no findings: 77 rules"]),
        "rxtrace lint observe-on --main-thread ObserveOn.swift": Expected(
            status: 1, shows: ["ObserveOn.swift:15: error: onNext runs on thread 1"]),
        "rxtrace lint leak --fail-on error": Expected(shows: ["Leak.swift", "warning:", "→ "]),
        "rxtrace lint leak --format sarif -o lint.sarif": Expected(
            status: 1, shows: [#""version": "2.1.0""#, #""uri": "samples/Leak.swift""#]),
        "rxtrace lint --explain reentrance": Expected(shows: ["reentrance", "onNext"]),
        "rxtrace stats observe-on": Expected(shows: [
            "ObserveOnSerialDispatchQueue", "samples/ObserveOn.swift:14", "waited",
        ]),
        "rxtrace stats retry --by type": Expected(shows: ["type ", "CatchSequence"]),
        "rxtrace stats flat-map-latest --by site --sort in": Expected(shows: ["samples/FlatMapLatest.swift:"]),
        "rxtrace stats timer --by thread --format json": Expected(shows: [#""rows": ["#, #""main""#]),
        "rxtrace explore observe-on --format json": Expected(
            shows: [#""complete": true"#, #""ended": "finished""#, "onNext B"]),
        "rxtrace diff create-subscribe create-error": Expected(
            status: 1, shows: ["completed → error", "samples/CreateError.swift"]),
        "rxtrace diff --ignore sites before.json after.json": Expected(status: 1, shows: ["Map", "removed"]),
        "rxtrace diff --format json before.json after.json": Expected(
            status: 1, shows: [#""same" : false"#, #""kind" : "removed""#]),
        "rxtrace check --golden Golden": Expected(shows: ["recorded  create-subscribe", " golden traces: "]),
        "rxtrace check out/search.json --golden Golden": Expected(
            shows: ["same      search", "1 golden trace: 1 same"]),
        "rxtrace check --golden Golden --record failed map-filter": Expected(shows: ["recorded  map-filter"]),
        "rxtrace check --golden Golden --junit results.xml --github": Expected(shows: ["recorded", "golden traces: "]),
        "rxtrace check --golden Golden --html pages": Expected(shows: ["recorded", "golden traces: "]),
        "rxtrace record timer -o timer.jsonl": Expected(shows: [#""scenario": "timer""#, #"{"call": {"id": 1, "#]),
        "rxtrace pack out/app.rxtrace": Expected(shows: []),
        "rxtrace pack out/app.rxtrace --with-source": Expected(shows: []),
        // Without a terminal; tests of their own have one.
        "rxtrace browse retry": Expected(status: 69, shows: []),
        "rxtrace browse out.rxtrace": Expected(status: 69, shows: []),
        "rxtrace watch out.rxtrace --only ThrottleSink": Expected(
            shows: ["reused-cell-rx  ended", "Throttle ", "onNext AnonymousObserver next(retina)"],
            hides: ["PublishSubject"]),
        "rxtrace list": Expected(shows: ["create-subscribe  ", "\nobserve-on "]),
        "rxtrace list --format json": Expected(shows: [#""name" : "create-subscribe""#, #""summary" : "#]),
        "rxtrace annotate flat-map-latest": Expected(
            shows: ["samples/FlatMapLatest.swift", "query.onNext(\"swift\")", "8 lines on main: "]),
        "rxtrace annotate leak --all": Expected(shows: ["private final class Profile {", "^ warning: ", "[leak]"]),
        "rxtrace annotate observe-on --subscription 1 --format json": Expected(
            shows: ["\"text\": \"        .observe(on: ", "\"threads\": [\"main\"]"]),
        "rxtrace help dot": Expected(shows: ["Usage: rxtrace dot [OPTIONS] [INPUT]", "--zoom"]),
        "rxtrace help --manual > rxtrace.1": Expected(shows: [".TH ", ".SH EXIT STATUS", ".SH "]),
        "rxtrace completions bash > ~/.local/share/bash-completion/completions/rxtrace": Expected(
            shows: ["complete -", "_rxtrace"]),
        "rxtrace completions fish > ~/.config/fish/completions/rxtrace.fish": Expected(shows: ["complete -c rxtrace"]),
        "rxtrace completions zsh > _rxtrace": Expected(shows: ["#compdef rxtrace"]),
    ]

    /// Those that run programs are run by the tests of what they are about.
    private static let runnable = CommandTable.commands.flatMap(\.examples).map(\.line).filter { line in
        !line.contains(".swift") && !line.contains("App/") && !line.hasPrefix("rxtrace test")
            && !line.contains(" -- ") || line.contains("--main-thread")
    }

    @Test func eachIsExpectedToShowSomething() {
        #expect(Set(Self.runnable) == Set(Self.expected.keys))
    }

    @Test(arguments: runnable)
    func anExampleOfTheHelpDoesWhatItSays(line: String) throws {
        let expected = try #require(Self.expected[line])
        let folder = try TemporaryFolder()
        // Words after a pipe or a redirection are the shell's.
        let words = Self.words(String(line.split(whereSeparator: { "|>".contains($0) })[0]))
        let written = words.firstIndex(of: "-o").map { words[$0 + 1] }
        for file in words where file.hasSuffix(".json") && file != written { try put(file, in: folder) }
        for file in words where file.hasSuffix(".rxtrace") {
            let path = URL(filePath: folder.path(file))
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try #require(BuiltCommand.run(["record", "reused-cell-rx", "-o", folder.path(file)]).status == 0)
        }
        if let golden = words.firstIndex(of: "--golden"), words.contains("out/search.json") {
            try put("\(words[golden + 1])/search.json", in: folder)
        }
        let result = try BuiltCommand.run(Array(words.dropFirst()), currentFolder: folder.path(""))
        #expect(result.status == expected.status, "\(result.errors)")
        // A binary format is no text, and has texts in it.
        let shown =
            try written.map { String(decoding: try Data(contentsOf: URL(filePath: folder.path($0))), as: UTF8.self) }
            ?? result.output
        for text in expected.shows { #expect(shown.contains(text), "\(result.errors)") }
        for text in expected.hides { #expect(!shown.contains(text)) }
    }

    /// Puts a trace where an example looks for one.
    private func put(_ file: String, in folder: TemporaryFolder) throws {
        let path = folder.path(file)
        try FileManager.default.createDirectory(
            at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        // Examples that compare have something to find.
        let sample = file.hasPrefix("before") ? "map-filter" : "create-subscribe"
        try Data(SampleRun.of(sample).document.utf8).write(to: URL(filePath: path))
    }

    /// The words of a line as a shell takes it apart, as far as examples go: quotes hold blanks together.
    static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word = ""
        var quote: Character?
        for letter in line {
            if let open = quote {
                if letter == open { quote = nil } else { word.append(letter) }
            } else if letter == "'" || letter == "\"" {
                quote = letter
            } else if letter == " " {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.append(letter)
            }
        }
        return word.isEmpty ? words : words + [word]
    }
}
