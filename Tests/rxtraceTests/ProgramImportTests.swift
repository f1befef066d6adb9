import RxTraceTestSupport
import Testing

@testable import rxtrace

/// What is said of a Swift file that imports, or uses, what cannot be had.
@Suite(
    .enabled(if: (try? SwiftCompiler()) != nil, "there is no swiftc in PATH"),
    .builds, .timeLimit(.generous))
struct ProgramImportTests {
    @Test(arguments: [
        ("UIKit", "a framework of Apple's that is not on this system. RxSwift, RxRelay and RxCocoa are there, without"),
        ("SwiftUI", "Keep what needs SwiftUI within `#if canImport(SwiftUI)`, and stand in for it: a PublishRelay"),
        ("Combine", "Use RxSwift in its place, or keep it within `#if canImport(Combine)`."),
        ("RxTest", "Use HistoricalScheduler for virtual time, or put the file into a package's tests: `rxtrace test"),
        ("RxDataSources", "A file can import RxTraceKit, RxInstrumented, RxSwift, RxRelay, RxCocoa, RxBlocking, Reac"),
    ])
    func aModuleThatIsNotThereIsAnsweredInOneLine(module: String, part: String) throws {
        let use = module == "RxTest" ? "let scheduler = TestScheduler(initialClock: 0)" : ""
        let source = "import RxSwift\nimport \(module)\n\nlet subject = PublishSubject<Int>()\n\(use)\n"
        let program = try ProgramFolder(["Screen.swift": source])
        let result = try program.run("run", "Screen.swift")
        #expect(result.status == 65)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("rxtrace: 'Screen.swift' imports \(module), "))
        #expect(result.errors.contains(part))
        #expect(result.errors.split(separator: "\n").count == 1, "the compiler's messages say less")
    }

    /// Each line's error, and the hint that follows the compiler's messages; nil for an error that says it all.
    private static let hints: [(line: String, hint: String?)] = [
        ("import RxSwift", nil),
        ("final class Button: ReactiveCompatible {}", nil),
        ("final class Field {}", nil),
        ("let (bag, button, words) = (DisposeBag(), Button(), PublishSubject<String>())", nil),
        ("_ = words.bindTo(words)", "`bindTo` of an earlier RxSwift is now `bind(to:)`"),
        ("words.subscribe().addDisposableTo(bag)", "`addDisposableTo` of an earlier RxSwift is now `disposed(by:)`"),
        ("_ = words.delay(2, scheduler: MainScheduler.instance)", "a time has its unit since RxSwift 5: `.seconds(2)`"),
        (
            "_ = words.throttle(0.05, scheduler: MainScheduler.instance)",
            "a time has its unit since RxSwift 5: `.milliseconds(50)`"
        ),
        ("_ = words.shareReplay(1)", "`shareReplay` of an earlier RxSwift is now `share(replay:)`"),
        (
            "let count = Variable(1)",
            "`Variable` of an earlier RxSwift is now `BehaviorRelay`, of RxRelay: `accept(_:)` sets its value"
        ),
        (
            "let all: Observable<[String]> = words.toArray()",
            "it is a Single since RxSwift 5: `asObservable()` makes an observable of it"
        ),
        ("let title = BehaviorRelay(value: 1)", "`BehaviorRelay` comes by `import RxRelay`"),
        ("_ = words.asDriver(onErrorJustReturn: \"\")", "`asDriver` comes by `import RxCocoa`"),
        ("let now = Date()", "`Date` comes by `import Foundation`"),
        ("Trace.mark(\"here\")", "`Trace` comes by `import RxInstrumented`"),
        ("func show(_ view: UILabel) {}", "`UILabel` is Apple's, and not on this system. Stand in for it: "),
        (
            "_ = button.rx.tap.subscribe()",
            "RxCocoa's extensions of views are not there, so `Button` has no `rx.tap`. Declare it, "
                + "`extension Reactive where Base: Button { var tap: … }`: a ControlEvent for"
        ),
        ("_ = Field().rx", "`extension Field: ReactiveCompatible {}` gives it `rx`. "),
        ("_ = words.mpa { $0 }", nil),
        ("let number: Int = \"one\"", nil),
    ]

    @Test func theHintThatHelpsFollowsTheCompilersMessages() throws {
        let source = Self.hints.map { "\($0.line)\n" }.joined()
        let program = try ProgramFolder(["Screen.swift": source])
        let result = try program.run("run", "Screen.swift")
        #expect(result.status == 65)
        let parts = result.errors.components(
            separatedBy: "rxtrace: 'Screen.swift' does not compile; the compiler says why above.\n")
        try #require(parts.count == 2, "\(result.errors)")
        let hints = parts[1].split(separator: "\n")
        let expected = Self.hints.enumerated().compactMap { index, row in
            row.hint.map { "Screen.swift:\(index + 1): \($0)" }
        }
        #expect(hints.count == expected.count, "\(result.errors)")
        for text in expected { #expect(hints.contains { $0.hasPrefix(text) }, "\(text) is not in \(hints)") }
        for line in [19, 20] { #expect(parts[0].contains("Screen.swift:\(line):"), "the compiler says it") }
    }

    @Test func aWarningOfTheCompilerIsGivenOnce() throws {
        let source = "import RxSwift\n_ = Observable.just(1).takeWhile { $0 < 2 }.subscribe()\n"
        let result = try ProgramFolder(["Old.swift": source]).run("run", "Old.swift")
        #expect(result.status == 0)
        let warnings = result.errors.split(separator: "\n").filter { $0.contains(": warning: ") }
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("'takeWhile' is deprecated: renamed to 'take(while:)'") == true)
    }

    @Test func whatIsKeptForOtherSystemsIsNoHindrance() throws {
        let source = """
            import RxCocoa
            #if canImport(UIKit)
                import UIKit
            #endif

            let query = BehaviorRelay(value: "")
            let taps = PublishRelay<Void>()
            _ = query.asDriver().map(\\.count).drive(onNext: { print($0) })
            _ = Observable.just("swift").bind(to: query)
            _ = taps.asSignal().withLatestFrom(query.asSignal(onErrorJustReturn: "")).emit(onNext: { print($0) })
            taps.accept(())
            """
        let program = try ProgramFolder(["Screen.swift": source])
        let result = try program.run("tree", "--zoom", "user", "Screen.swift")
        #expect(result.status == 0)
        #expect(result.errors == "0\n5\nswift\n")
        #expect(result.output.contains("create ShareReplay1WhileConnected#1 (asDriver)  Screen.swift:8"))
    }
}
