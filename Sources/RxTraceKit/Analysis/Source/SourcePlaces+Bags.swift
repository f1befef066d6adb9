/// The lines that have to do with the bags of objects.
extension SourcePlaces {
    /// The words at the end of the names of types whose objects are used again.
    static let reusedTypes: Set<String> = [
        "cell", "row", "item", "card", "header", "footer", "view", "tile", "label",
    ]

    /// Where a statement puts its subscription into the bag of another object, though its own object has one.
    func othersBag(ofStatementAt site: Trace.Site) -> Trace.Site? {
        text.answer(at: site) {
            guard let found = BagStatement.read(at: site, in: text), found.statement.bag.contains("."),
                !found.statement.bag.hasPrefix("self.")
            else { return nil }
            // That of a cell goes with what the cell shows.
            let owner = found.statement.bag.split(separator: ".").dropLast().last ?? ""
            guard SourceCode.words(of: owner).last.map(Self.reusedTypes.contains) == false else { return nil }
            let lines = text.lines(of: site.file)
            guard let own = SourceDeclaration.type(around: site.line - 1, in: lines) else { return nil }
            let hasOwn = lines.indices.contains { index in
                lines[index].contains("DisposeBag(") && SourceDeclaration.isMember(index, in: lines)
                    && SourceDeclaration.type(around: index, in: lines) == own
            }
            guard hasOwn else { return nil }
            return Trace.Site(file: site.file, line: found.insertionLine)
        }
    }

    /// Whether a statement of an initialiser puts its subscription into the bag of another object: it is done once for each
    /// object, and what it subscribes is to go with that.
    func isInOthersBag(initializerAt site: Trace.Site) -> Bool {
        text.answer(at: site) {
            let lines = text.lines(of: site.file)
            guard let bag = BagStatement.read(at: site, in: text)?.statement.bag.split(separator: "."), bag.count > 1,
                bag[0] != "self", let owner = bag.dropLast().last,
                SourceCode.words(of: owner).last.map(Self.reusedTypes.contains) == false,
                SourceDeclaration.isInInitializer(site.line - 1, in: lines),
                let own = SourceDeclaration.type(around: site.line - 1, in: lines)
            else { return false }
            return SourceDeclaration.isClass(own, in: lines)
        }
    }

    /// The closure of a statement that holds `self`, though `take(until: rx.deallocated)` waits for the end of that.
    func closureKeepingUntilGone(ofStatementAt site: Trace.Site) -> KeepingClosure? {
        text.answer(at: site) {
            let lines = text.lines(of: site.file)
            guard lines.indices.contains(site.line - 1) else { return nil }
            let start = SourceStatement.start(of: site.line - 1, in: lines)
            let code = SourceCode.plain(lines[start..<min(lines.count, start + 30)].joined(separator: "\n"))
            guard let statement = BagStatement(unbagged: code),
                statement.chain.contains(#/\.take\(until:\s*(?:self\.)?rx\.dealloc/#),
                let captor = statement.captor(lines, from: start)
            else { return nil }
            return KeepingClosure(
                operation: captor.operation, isMethod: captor.isMethod,
                site: Trace.Site(file: site.file, line: start + captor.line + 1))
        }
    }

    /// Where the object's `prepareForReuse` begins, if it makes no new bag for a statement's.
    func forgetfulReuse(ofStatementAt site: Trace.Site) -> Trace.Site? {
        text.answer(at: site) {
            let lines = text.codeLines(of: site.file)
            guard lines.indices.contains(site.line - 1),
                let own = SourceDeclaration.type(around: site.line - 1, in: lines),
                let head = lines.indices.first(where: { index in
                    lines[index].contains(#/\bfunc\s+prepareForReuse\b/#)
                        && SourceDeclaration.type(around: index, in: lines) == own
                })
            else { return nil }
            let code = lines[head..<min(lines.count, head + SourceStatement.limit)].joined(separator: "\n")
            guard let brace = code.firstIndex(of: "{"), let body = SourceCode.bracketed(code[brace...]),
                !body.contains("DisposeBag(")
            else { return nil }
            return Trace.Site(file: site.file, line: head + 1)
        }
    }
}
