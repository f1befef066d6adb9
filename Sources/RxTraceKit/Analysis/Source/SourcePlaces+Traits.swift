/// The lines that make a Single, a Maybe or a Completable.
extension SourcePlaces {
    /// The one of these that a statement makes; nil for an Observable, and where the source does not say.
    func trait(ofStatementAt site: Trace.Site) -> String? {
        text.answer(at: site) {
            let code = text.code(from: site, lines: SourceStatement.limit)
            guard let chain = BagStatement(unbagged: code)?.chain, !chain.contains(".asObservable()") else {
                return nil
            }
            if let word = text.code(from: site, lines: 1).firstMatch(of: #/\b(Single|Maybe|Completable)\b/#)?.1 {
                return String(word)
            }
            let result = #/->\s*(?:\w+\.)?(Single|Maybe|Completable)\b/#
            return (SourceFunction(around: site, in: text)?.head.firstMatch(of: result)?.1).map { String($0) }
        }
    }
}
