/// A class of Apple's user interfaces that a program uses.
enum AbsentView {
    static func hint(for error: CompilerError) -> String? {
        guard let name = error.unknownName, name.contains(/^(?:UI|NSView|NSWindow|WK|MK)[A-Z]?\w+/) else { return nil }
        return "`\(name)` is Apple's, and not on this system. Stand in for it: a PublishRelay for a button's taps, a "
            + "BehaviorRelay for a field's text, `drive(onNext:)` for a label"
    }
}
