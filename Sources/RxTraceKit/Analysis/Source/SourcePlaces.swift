/// Finds the lines that the source has for things that a trace knows no place of.
///
/// Each is nil where the source cannot be read, or where more than one line may be meant.
struct SourcePlaces {
    let text: SourceText

    /// Where a function declares the bag of its own that the statement at a site puts a subscription into.
    func localBag(ofStatementAt site: Trace.Site) -> Trace.Site? {
        text.answer(at: site) {
            guard let found = BagStatement.read(at: site, in: text), !found.statement.bag.contains(".") else {
                return nil
            }
            let lines = text.lines(of: site.file)
            for index in (0..<found.start).reversed().prefix(SourceStatement.limit) {
                if SourceDeclaration.declares(found.statement.bag[...], in: lines[index]) {
                    let isLocal =
                        lines[index].first?.isWhitespace == true && !SourceDeclaration.isMember(index, in: lines)
                    return isLocal ? Trace.Site(file: site.file, line: index + 1) : nil
                }
                if SourceCode.plain(lines[index]).contains(#/\b(?:func|init)\b/#) { return nil }
            }
            return nil
        }
    }

    /// Where another object, such as a cell, has the bag of the statement at a site for a constant: it can make no new one.
    func constantBag(ofStatementAt site: Trace.Site) -> Trace.Site? {
        text.answer(at: site) {
            guard let bag = BagStatement.read(at: site, in: text)?.statement.bag.split(separator: "."), bag.count == 2,
                bag[0] != "self"
            else { return nil }
            let lines = text.lines(of: site.file)
            let own = SourceDeclaration.type(around: site.line - 1, in: lines)
            let declarations = lines.indices.filter { index in
                SourceDeclaration.declares(bag[1], in: lines[index]) && SourceDeclaration.isMember(index, in: lines)
                    && SourceDeclaration.type(around: index, in: lines) != own && !lines[index].contains("private ")
            }
            guard declarations.count == 1, let index = declarations.first, lines[index].contains(#/\blet\b/#),
                // Who lives as long as the program is no such object: nothing is to go with him.
                SourceDeclaration.type(around: index, in: lines).map({ SourceDeclaration.isSingleton($0, in: lines) })
                    != true
            else { return nil }
            return Trace.Site(file: site.file, line: index + 1)
        }
    }

    /// Where a function of a file has the only object of a type that the file makes, in a variable of its own.
    func localObject(ofType type: String, in file: String) -> Trace.Site? {
        let lines = text.codeLines(of: file)
        let made = lines.indices.filter { index in
            lines[index].matches(of: #/\b(\w+)\(/#).contains { $0.1 == type }
        }
        guard made.count == 1, let index = made.first, lines[index].first?.isWhitespace == true,
            !SourceDeclaration.isMember(index, in: lines),
            lines[index].firstMatch(of: #/\b(?:let|var)\s+\w+\s*=\s*(\w+)\(/#)?.1 ?? "" == type
        else { return nil }
        return Trace.Site(file: file, line: index + 1)
    }

    /// Who keeps the Disposable that a statement makes.
    enum Keeper {
        /// A property; the first line of the statement, and whether the file makes one object only that has it.
        case property(name: String, place: Trace.Site, isOnly: Bool)
        /// A variable at the top of a file.
        case program
        /// A SerialDisposable, a CompositeDisposable, a list or the like, which a property or such a variable has.
        case holder
        /// An element of a list or a dictionary, which a property or such a variable has.
        case element
    }

    /// Who keeps the Disposable that the statement at a site makes; nil where nobody does.
    func keeper(ofStatementAt site: Trace.Site) -> Keeper? {
        text.answer(at: site) {
            let lines = text.lines(of: site.file)
            guard lines.indices.contains(site.line - 1) else { return nil }
            if let held = BagStatement.readHolding(at: site, in: text) {
                return isKept(held.statement.bag, above: held.start, in: lines) ? .holder : nil
            }
            var start = SourceStatement.start(of: site.line - 1, in: lines)
            if start > 0, SourceCode.plain(lines[start - 1]).last(where: { !$0.isWhitespace }) == "=" { start -= 1 }
            let first = SourceCode.plain(lines[start])
            if let path = first.prefixMatch(of: #/\s*((?:\w+[?!]?\.)*\w+)\[[^\]]*\]\s*=(?!=)/#)?.1 {
                return isKept(String(path), above: start, in: lines) ? .element : nil
            }
            let statement = #/\s*(?:\w+\s+)*?(let\s+|var\s+)?((?:\w+[?!]?\.)*\w+)\s*(?::[^=]+)?=(?!=)/#
            guard let match = first.prefixMatch(of: statement), match.2 != "_" else { return nil }
            if match.1 != nil { return first.first?.isWhitespace == false ? .program : nil }
            let name = String(match.2.split(separator: ".").last ?? "")
            let isMember = lines.indices.contains { index in
                SourceDeclaration.isMember(index, in: lines)
                    && lines[index].firstMatch(of: #/\bvar\s+(\w+)/#)?.1 ?? "" == name
            }
            guard isMember, let type = SourceDeclaration.type(around: start, in: lines) else { return nil }
            let makes = lines.indices.filter { index in
                SourceCode.plain(lines[index]).matches(of: #/\b(\w+)\(/#).contains { $0.1 == type }
            }
            let isOnly = makes.count == 1 && makes.allSatisfy { lines[$0].first?.isWhitespace == false }
            return .property(name: name, place: Trace.Site(file: site.file, line: start + 1), isOnly: isOnly)
        }
    }

    /// Whether what a statement calls so is a property, or a variable at the top of a file.
    private func isKept(_ path: String, above line: Int, in lines: [String]) -> Bool {
        let name = path.split(separator: ".").last ?? ""
        let isIndented = lines[line].first?.isWhitespace == true
        if isIndented, !path.contains("."), SourceFunction.hasLocal(name, above: line, in: lines) { return false }
        return lines.indices.contains { index in
            lines[index].matches(of: #/(?:\b(?:let|var)\s+|,\s*)(\w+)\s*[:=]/#).contains { $0.1 == name }
                && (lines[index].prefixMatch(of: #/(?:\w+\s+)*(?:let|var)\s/#) != nil
                    || SourceDeclaration.isMember(index, in: lines))
        }
    }

    /// Where the closure of the `create` at a site returns a disposable that does nothing.
    func emptyDisposable(ofCreateAt site: Trace.Site) -> Trace.Site? {
        let code = text.code(from: site)
        guard let content = CreateClosure.content(in: code) else { return nil }
        let all = content.matches(of: #/Disposables\.create\b\s*(\(\s*\))?\s*(\{)?/#)
        guard all.count == 1, let match = all.first, match.1 != nil, match.2 == nil else { return nil }
        return place(of: match.range.lowerBound, in: code, from: site)
    }

    /// Where the connection of a connectable that the source calls so is thrown away: `_ = locations.connect()`, or a signal's
    /// `locations.connect()`.
    func discardedConnection(of variable: String, in file: String) -> Trace.Site? {
        onlyLine(of: file) { code in
            let given = code.firstMatch(of: #/\b_\s*=\s*(?:\w+\.)*?(\w+)\.connect\(\)/#)?.1
            return given ?? code.firstMatch(of: #/^\s*(?:\w+\.)*?(\w+)\.connect\(\)\s*$/#)?.1 ?? "" == variable
        }
    }

    /// The line above an operator's, if its statement begins with that: the source to which the operator is put.
    func statementStart(aboveOperatorAt site: Trace.Site?) -> Trace.Site? {
        source(ofOperatorAt: site).flatMap {
            text.lines(of: $0.file)[$0.line - 1].drop(while: \.isWhitespace).first == "." ? nil : $0
        }
    }

    /// The line above an operator's within its statement: that of its source, if the operator begins its own.
    func source(ofOperatorAt site: Trace.Site?) -> Trace.Site? {
        guard let site else { return nil }
        let lines = text.lines(of: site.file)
        guard lines.indices.contains(site.line - 1), lines[site.line - 1].drop(while: \.isWhitespace).first == "."
        else {
            return nil
        }
        let above = lines.indices.prefix(site.line - 1).last { !SourceCode.plain(lines[$0]).allSatisfy(\.isWhitespace) }
        guard let above, !lines[above].contains("}") || lines[above].contains("{") else { return nil }
        return Trace.Site(file: site.file, line: above + 1)
    }

    /// The only line of a file whose code is as it is to be.
    func onlyLine(of file: String, where isMeant: (String) -> Bool) -> Trace.Site? {
        let lines = text.codeLines(of: file)
        let found = lines.indices.filter { isMeant(lines[$0]) }
        return found.count == 1 ? Trace.Site(file: file, line: found[0] + 1) : nil
    }

    /// Where a closure waits, so that its thread does: in itself, or in the function that is given in its place.
    ///
    /// - Parameters:
    ///   - word: what the closure is given to: the operator, or `subscribe`.
    ///   - label: its label there; empty for none.
    ///   - site: the line of the operator or the subscribe.
    func wait(inClosureOf word: String, label: String, at site: Trace.Site) -> Trace.Site? {
        let code = text.code(from: site)
        guard let start = code.firstRange(of: word) else { return nil }
        let rest = code[start.upperBound...]
        if let content = closure(label, at: rest) { return wait(in: content, of: code, from: site) }
        guard let name = rest.prefixMatch(of: #/\s*\(\s*(?:\w+:\s*)?(?:self\.)?(\w+)\s*\)/#)?.1 else { return nil }
        let lines = text.lines(of: site.file)
        let heads = lines.indices.filter { lines[$0].firstMatch(of: #/\bfunc\s+(\w+)/#)?.1 ?? "" == name }
        guard heads.count == 1 else { return nil }
        let head = Trace.Site(file: site.file, line: heads[0] + 1)
        let function = text.code(from: head)
        guard let brace = function.firstIndex(of: "{"), let body = SourceCode.bracketed(function[brace...]) else {
            return nil
        }
        return wait(in: body, of: function, from: head)
    }

    private func closure(_ label: String, at rest: Substring) -> Substring? {
        if !label.isEmpty { return SourceCode.argument("\(label):", ofCallAt: rest) }
        var rest = rest.drop { $0.isWhitespace }
        if rest.first == "(" { rest = rest.dropFirst().drop { $0.isWhitespace } }
        return rest.first == "{" ? SourceCode.bracketed(rest) : nil
    }

    private func wait(in content: Substring, of code: String, from site: Trace.Site) -> Trace.Site? {
        let all = content.matches(of: #/\.wait\(|\.toBlocking\(|\.sync\b/#)
        return all.count == 1 ? place(of: all[0].range.lowerBound, in: code, from: site) : nil
    }

    /// Where the code behind a subscribe waits for a semaphore or a group that a closure of the subscribe releases.
    func wait(behindSubscribeAt site: Trace.Site) -> Trace.Site? {
        text.answer(at: site) {
            let code = text.code(from: site)
            guard let start = code.range(of: "subscribe"),
                let closures = SourceCode.bracketed(code[start.upperBound...].drop { $0.isWhitespace }),
                let name = closures.firstMatch(of: #/(\w+)\.(?:signal|leave)\(/#)?.1
            else { return nil }
            let behind = code[closures.endIndex...]
            guard let wait = behind.firstMatch(of: #/(\w+)\.wait\(/#), wait.1 == name,
                !behind[..<wait.range.lowerBound].contains(#/RunLoop|\bfunc\b|dispatchMain/#)
            else { return nil }
            return place(of: wait.range.lowerBound, in: code, from: site)
        }
    }

    /// The line of an index in code that begins with a site's line.
    func place(of index: String.Index, in code: String, from site: Trace.Site) -> Trace.Site {
        Trace.Site(file: site.file, line: site.line + code[..<index].count { $0 == "\n" })
    }
}
