import Testing

@testable import rxtrace

/// What is said of a Swift file that imports, or uses, what cannot be had.
@Suite(.enabled(if: (try? SwiftCompiler()) != nil, "there is no swiftc in PATH"))
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

    @Test func anExtensionOfAViewIsNamedAfterTheCompilersMessages() throws {
        let source = """
            import RxCocoa
            final class Button: ReactiveCompatible {}
            _ = Button().rx.tap.subscribe()
            """
        let program = try ProgramFolder(["Screen.swift": source])
        let result = try program.run("run", "Screen.swift")
        #expect(result.status == 65)
        #expect(result.errors.contains("Screen.swift:3:17: error: "))
        #expect(
            result.errors.contains(
                "the compiler says why above. RxCocoa's extensions of views are not there, so `Button` has no `rx.tap`."
            ))
        #expect(result.errors.contains("`extension Reactive where Base: Button { var tap: … }`: a ControlEvent for"))
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
