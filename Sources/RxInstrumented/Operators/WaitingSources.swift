/// Inner observables that wait for their turn, first in first out.
@usableFromInline
struct WaitingSources<Source> {
    @usableFromInline var sources: ContiguousArray<Source?> = []
    @usableFromInline var first = 0

    @inlinable init() {}

    @inlinable mutating func append(_ source: Source) {
        sources.append(source)
    }

    @inlinable mutating func removeFirst() -> Source? {
        guard first < sources.count else { return nil }
        let source = sources[first]
        sources[first] = nil
        first += 1
        if first == sources.count {
            sources.removeAll(keepingCapacity: true)
            first = 0
        } else if first >= 64 && first * 2 >= sources.count {
            sources.removeFirst(first)
            first = 0
        }
        return source
    }
}
