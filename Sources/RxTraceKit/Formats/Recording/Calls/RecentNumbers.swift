/// Numbers by keys, of which the last ones set are remembered: some tens of thousands.
struct RecentNumbers {
    private static let limit = 1 << 15

    private var latest: [UInt64: Int32] = [:]
    private var before: [UInt64: Int32] = [:]

    var isEmpty: Bool { latest.isEmpty && before.isEmpty }

    subscript(key: UInt64) -> Int32? {
        get { latest[key] ?? before[key] }
        set {
            if latest.count >= Self.limit { (before, latest) = (latest, [:]) }
            latest[key] = newValue
        }
    }
}
