import Foundation

/// Turns the linker's names into those of the source, in the short form that Swift's own backtraces show.
enum SwiftNames {
    typealias Demangle =
        @convention(c) (
            UnsafePointer<CChar>, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?
        ) -> UnsafeMutablePointer<CChar>?

    /// The function of Swift's runtime, which no interface promises; nil where it has none by that name, or one that does
    /// something else.
    static let demangle: Demangle? = {
        #if canImport(Darwin)
            let anyImage = UnsafeMutableRawPointer(bitPattern: -2)
        #else
            let anyImage: UnsafeMutableRawPointer? = nil
        #endif
        let found = dlsym(anyImage, "_swift_backtrace_demangle").map { unsafeBitCast($0, to: Demangle.self) }
        guard let found, let text = found("$sSi", 4, nil, nil) else { return nil }
        defer { free(text) }
        return String(cString: text) == "Int" ? found : nil
    }()

    /// A name that is none of Swift's or C++'s stays as it is. A function that the optimiser made of several alike has
    /// none: it bears that of one of them, whichever it stands for.
    static func readable(_ name: String) -> String {
        if isMerged(name) { return "" }
        guard let text = demangle?(name, name.utf8.count, nil, nil) else { return name }
        defer { free(text) }
        return String(cString: text)
    }

    /// The type whose objects a function ends, `Screen` in `Screen.deinit`; nil for any other function.
    static func typeEnded(by function: String) -> String? {
        for suffix in [".deinit", ".__deallocating_deinit", ".__isolated_deallocating_deinit"] {
            guard function.hasSuffix(suffix) else { continue }
            let type = function.dropLast(suffix.count).prefix { $0 != "<" }
            return type.split(separator: ".").last.map(String.init)
        }
        return nil
    }

    /// Whether a function is one that the compiler makes for others to let go of values with, or has no name.
    static func letsGoForOthers(_ function: String) -> Bool {
        function.isEmpty || ["outlined ", "objectdestroy", "destroy for "].contains { function.hasPrefix($0) }
    }

    /// Whether the linker's name says so: in Swift's mangling, `Tm` at its end.
    static func isMerged(_ name: String) -> Bool {
        name.hasPrefix("$s") && name.prefix { $0 != "." }.hasSuffix("Tm")
    }
}
