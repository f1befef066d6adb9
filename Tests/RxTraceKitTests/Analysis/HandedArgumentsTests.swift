import Testing

@testable import RxTraceKit

/// What a line of source hands to an operator.
struct HandedArgumentsTests {
    @Test(arguments: [
        ("    .merge(maxConcurrent: 2)", "merge", "maxConcurrent: 2"),
        ("let one = Observable.of(\"a)\", f(1)).take(3)", "of", "\"a)\", f(1)"),
        ("    .throttle(.milliseconds(50), scheduler: main)", "throttle", ".milliseconds(50), scheduler: main"),
    ])
    func theTextBetweenTheBrackets(line: String, function: String, text: String) {
        #expect(HandedArguments.text(of: function, in: line) == text)
    }

    @Test(arguments: [
        ("    .share()", "share"), ("    .map { $0 }", "map"), ("    .scan(0) { $0 + $1 }.take(1).take(2)", "take"),
        ("    .mapped(1)", "map"), ("    .remap(1)", "map"),
        ("    .filter({ $0 > 1 })", "filter"), ("    .take(", "take"),
    ])
    func nothingWhereItIsNotSure(line: String, function: String) {
        #expect(HandedArguments.text(of: function, in: line) == nil)
    }
}
