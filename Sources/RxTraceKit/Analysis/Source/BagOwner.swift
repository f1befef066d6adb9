/// Who keeps the bag that a statement puts a subscription into, or the SerialDisposable, CompositeDisposable or the like, as
/// far as its source tells.
enum BagOwner {
    /// The program: a variable at the top of a file, or of a type, lives as long as it does.
    case program
    /// An object that the file makes once, for a variable at its top: it lives as long as the program does.
    ///
    /// Or so many that such an object has as constants.
    case lastingObjects(Int)
    /// Nobody but the subscription: a closure of the statement holds `self`, an object that has the bag.
    case handler(KeepingClosure)
    /// The source does not tell, or cannot be read.
    case unknown

    /// - Parameters:
    ///   - site: a line of the statement that subscribes.
    ///   - text: where the source is read.
    init(at site: Trace.Site?, in text: SourceText) {
        self = .unknown
        guard let site else { return }
        let bagged = BagStatement.read(at: site, in: text)
        guard let found = bagged ?? BagStatement.readHolding(at: site, in: text) else { return }
        let (lines, start, statement) = (text.lines(of: site.file), found.start, found.statement)
        let name = statement.bag.split(separator: ".").last ?? ""
        let declarations = lines.indices.filter {
            SourceDeclaration.declares(name, orHolder: bagged == nil, in: lines[$0])
        }
        // A type may stand in one line.
        let isTop = { (line: Int) in
            lines[line].first.map { !$0.isWhitespace } ?? false
                && !lines[line].contains(#/^[^=]*\b(?:class|struct|enum|actor)\b/#)
        }
        if !statement.bag.contains(".") {
            let hasOthers = declarations.contains { !isTop($0) }
            if declarations.contains(where: isTop), isTop(start) || !hasOthers {
                self = .program
                return
            }
        }
        let isMember = !statement.bag.contains(".") || statement.bag.hasPrefix("self.")
        if !isMember {
            let isOfType = declarations.contains { line in lines[line].split(separator: " ").contains("static") }
            if isOfType, statement.bag.first?.isUppercase == true { self = .program }
            return
        }
        guard let owner = SourceDeclaration.type(around: start, in: lines),
            SourceDeclaration.isClass(owner, in: lines)
        else { return }
        let isOwners = declarations.contains { line in
            SourceDeclaration.type(around: line, in: lines) == owner && SourceDeclaration.isMember(line, in: lines)
        }
        guard isOwners else { return }
        if SourceDeclaration.isSingleton(owner, in: lines) {
            self = .lastingObjects(1)
            return
        }
        guard let captor = statement.captor(lines, from: start) else {
            if SourceDeclaration.isMadeOnceAtTop(owner, in: lines)
                || SourceDeclaration.isMadeForOneVariable(owner, in: lines)
            {
                self = .lastingObjects(1)
            } else if let count = SourceDeclaration.madeForLasting(owner, in: lines) {
                self = .lastingObjects(count)
            }
            return
        }
        let line = start + found.above + captor.line + 1
        self = .handler(
            KeepingClosure(
                operation: captor.operation, isMethod: captor.isMethod, site: .init(file: site.file, line: line)))
    }
}

/// The closure of a subscription's statement that keeps the owner of its bag: it captures `self`.
public struct KeepingClosure: Sendable, Equatable {
    /// The word it is given to, such as `map` or `onNext`.
    public var operation: String
    /// Whether it is a method, which holds its object, rather than a closure.
    public var isMethod: Bool
    /// Its first line.
    public var site: Trace.Site

    /// `the closure of map`.
    var name: String { isMethod ? "the method given to \(operation)" : "the closure of \(operation)" }
}
