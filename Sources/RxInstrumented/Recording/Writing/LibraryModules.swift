/// The modules of this package that run in a user's program: the one list of them besides the targets in Package.swift.
///
/// A new module is a line here and a target there, of which the target `rxtrace` makes use, so that building the
/// command builds it; a test compares the two. The makefile reads this file: one module stands on each line.
package enum LibraryModules {
    /// Those that a program may import, in the order of their dependencies. A name that begins with C is written in C,
    /// and has a header of that name.
    package static let importable = [
        "CRxTraceBuffer",
        "CRxTraceInterposing",
        "CRxTraceDeallocation",
        "RxTraceKit",
        "RxInstrumented",
        "RxSwift",
        "RxRelay",
        "RxCocoa",
        "RxBlocking",
        "ReactiveObjC",
    ]

    /// The one of them that is linked only to programs that import it: it brings FoundationNetworking along, with which a
    /// program takes twice as long to start.
    package static let linkedOnDemand = "RxCocoa"

    /// Those of them that are written in C.
    package static var headers: [String] { importable.filter { $0.hasPrefix("C") } }

    /// With those that only tests import: they link XCTest, which the command and the programs it runs do without.
    package static var all: [String] { importable + ["RxTest", "RxTraceTesting"] }
}
