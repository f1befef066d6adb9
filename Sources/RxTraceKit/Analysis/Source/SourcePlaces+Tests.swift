/// The lines of tests.
extension SourcePlaces {
    /// Where a test looks at what it has begun at a site: the first line behind it that compares or expects something, in
    /// a function whose name says that it is a test, and that waits for nothing in between.
    func firstLook(behind site: Trace.Site) -> Trace.Site? {
        text.answer(at: site) {
            guard let function = SourceFunction(around: site, in: text), function.name.hasPrefix("test") else {
                return nil
            }
            let lines = text.lines(of: site.file)
            for index in lines.indices.dropFirst(site.line) {
                let code = SourceCode.plain(lines[index])
                if code.contains(#/\bfunc\b|toBlocking|wait|sleep|RunLoop/#) { return nil }
                if code.contains(#/==|!=|XCTAssert|#expect|#require|\b(?:assert|precondition|check|expect)\w*\(/#) {
                    return Trace.Site(file: site.file, line: index + 1)
                }
            }
            return nil
        }
    }
}
