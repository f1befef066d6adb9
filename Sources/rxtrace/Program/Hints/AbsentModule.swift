import RxInstrumented
import RxTraceKit

/// A module that a user's program imports, and that cannot be had: why, and the way out.
struct AbsentModule {
    private let name: String

    /// The module of which the compiler's messages say that there is none; nil where they say nothing of the kind.
    init?(in messages: String) {
        if let found = messages.firstMatch(of: /error: no such module '([^']+)'/) {
            name = String(found.1)
        } else if messages.contains("$s6RxTest") {
            // A package's build folder holds it for the tests, and then it is the linker that misses it.
            name = "RxTest"
        } else {
            return nil
        }
    }

    /// One line about the program called `program`.
    func message(for program: String) -> String {
        let module = TerminalText.escaped(name)
        return "\(program) imports \(module), \(reason). \(wayOut)"
    }

    private enum Kind {
        case views, combine, virtualTime, tests, other
    }

    private var kind: Kind {
        switch name {
        case "UIKit", "AppKit", "Cocoa", "SwiftUI", "WatchKit", "TVUIKit", "MapKit", "WebKit": .views
        case "Combine", "CombineExt", "CombineCocoa", "RxCombine": .combine
        case "RxTest": .virtualTime
        case "XCTest", "Testing", "Quick", "Nimble", "RxNimble": .tests
        default: .other
        }
    }

    private var reason: String {
        switch kind {
        case .views: "a framework of Apple's that is not on this system"
        case .combine: "whose sequences are not RxSwift's, and are not recorded"
        case .virtualTime: "which links XCTest, and is for a package's tests"
        case .tests: "which only a package's tests can"
        case .other: "which is not there"
        }
    }

    private var wayOut: String {
        switch kind {
        case .views:
            "RxSwift, RxRelay and RxCocoa are there, without the extensions of views, such as `button.rx.tap`. Keep what "
                + "needs \(name) within `#if canImport(\(name))`, and stand in for it: a PublishRelay for a button's "
                + "taps, a BehaviorRelay for a field's text, `asDriver()` and `drive(onNext:)` for a label."
        case .combine:
            "Use RxSwift in its place, or keep it within `#if canImport(\(name))`."
        case .virtualTime:
            "Use HistoricalScheduler for virtual time, or put the file into a package's tests: `rxtrace test PACKAGE` "
                + "runs and records them."
        case .tests:
            "Put the file into a package's tests: `rxtrace test PACKAGE` runs and records them."
        case .other:
            "A file can import \(Self.importable) and the modules of the toolchain. Name the other module's Swift files "
                + "too, without its import, or let a package that depends on both record: `swift run` with "
                + "RXTRACE=out.rxtrace."
        }
    }

    /// The modules for users' programs, in words.
    private static let importable = LibraryModules.importable.filter { !LibraryModules.headers.contains($0) }
        .joined(separator: ", ")
}
