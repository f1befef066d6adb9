import RxInstrumented
import Testing

/// `zip` or `combineLatest` of a number of sources.
struct CombinedSources: CustomTestStringConvertible {
    let isZip: Bool
    let count: Int

    static let all = ArityFamily.numbers.flatMap { count in
        [true, false].map { CombinedSources(isZip: $0, count: count) }
    }

    var testDescription: String { "\(isZip ? "zip" : "combineLatest") of \(count)" }

    /// Combines so many of `s` by `result`, which is given the elements in order.
    func combine<Source: ObservableType>(
        _ s: [Source], _ result: @escaping ([Int]) throws -> Int
    ) -> Observable<Int> where Source.Element == Int {
        isZip ? zip(s, result) : combineLatest(s, result)
    }

    private func zip<Source: ObservableType>(
        _ s: [Source], _ r: @escaping ([Int]) throws -> Int
    ) -> Observable<Int> where Source.Element == Int {
        switch count {
        case 2: .zip(s[0], s[1]) { try r([$0, $1]) }
        case 3: .zip(s[0], s[1], s[2]) { try r([$0, $1, $2]) }
        case 4: .zip(s[0], s[1], s[2], s[3]) { try r([$0, $1, $2, $3]) }
        case 5: .zip(s[0], s[1], s[2], s[3], s[4]) { try r([$0, $1, $2, $3, $4]) }
        case 6: .zip(s[0], s[1], s[2], s[3], s[4], s[5]) { try r([$0, $1, $2, $3, $4, $5]) }
        case 7: .zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { try r([$0, $1, $2, $3, $4, $5, $6]) }
        default: .zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) { try r([$0, $1, $2, $3, $4, $5, $6, $7]) }
        }
    }

    private func combineLatest<Source: ObservableType>(
        _ s: [Source], _ r: @escaping ([Int]) throws -> Int
    ) -> Observable<Int> where Source.Element == Int {
        switch count {
        case 2: .combineLatest(s[0], s[1]) { try r([$0, $1]) }
        case 3: .combineLatest(s[0], s[1], s[2]) { try r([$0, $1, $2]) }
        case 4: .combineLatest(s[0], s[1], s[2], s[3]) { try r([$0, $1, $2, $3]) }
        case 5: .combineLatest(s[0], s[1], s[2], s[3], s[4]) { try r([$0, $1, $2, $3, $4]) }
        case 6: .combineLatest(s[0], s[1], s[2], s[3], s[4], s[5]) { try r([$0, $1, $2, $3, $4, $5]) }
        case 7: .combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { try r([$0, $1, $2, $3, $4, $5, $6]) }
        default:
            .combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) { try r([$0, $1, $2, $3, $4, $5, $6, $7]) }
        }
    }
}
