/// Numbers for lines of the user's code: who keeps one per call keeps no text.
struct SiteNumbers {
    /// The number of a line; ``none`` for no line.
    typealias Number = Int32

    static let none: Number = -1

    private var sites: [Trace.Site] = []
    private var numbers: [Trace.Site: Number] = [:]
    /// The numbers that were asked for last, by the lines' last bits: the same few lines come again and again.
    private var recent = [Number](repeating: Self.none, count: 256)

    /// The number of a line, the same for the same line.
    mutating func number(of site: Trace.Site) -> Number {
        let place = site.line & (recent.count - 1)
        let known = recent[place]
        if known >= 0, sites[Int(known)] == site { return known }
        let number = numbers[site] ?? Number(sites.count)
        if Int(number) == sites.count {
            sites.append(site)
            numbers[site] = number
        }
        recent[place] = number
        return number
    }

    subscript(number: Number) -> Trace.Site? { number >= 0 ? sites[Int(number)] : nil }
}
