/// Which threads, subscriptions and causes the calls of a segment have: whoever looks for some of them passes over the
/// segments that have none.
struct SegmentContents {
    /// By the numbers of threads among those that made calls; ascending.
    private(set) var threads: [Int] = []
    /// The numbers of subscriptions, from 0, as ranges that have them all and may have others.
    private(set) var subscriptions: [ClosedRange<Int>] = []
    /// The segments, this one left out, of the calls that its calls name as their causes; ascending.
    private(set) var causes: [Int] = []

    /// Many subscriptions are told by so many ranges.
    private static let rangeLimit = 32

    init() {}

    init(threads: [Int], subscriptions: [Int], causes: [Int]) {
        self.threads = threads.sorted()
        self.subscriptions = Self.ranges(of: subscriptions.sorted())
        self.causes = causes.sorted()
    }

    init(_ reader: inout ByteReader) throws(ByteReader.Damage) {
        threads = try reader.steps()
        let bounds = try reader.steps()
        causes = try reader.steps()
        guard bounds.count.isMultiple(of: 2) else { throw ByteReader.Damage() }
        for index in stride(from: 0, to: bounds.count, by: 2) {
            guard bounds[index] <= bounds[index + 1] else { throw ByteReader.Damage() }
            subscriptions.append(bounds[index]...bounds[index + 1])
        }
    }

    /// Adds them to the bytes of an index.
    func add(to bytes: inout [UInt8]) {
        bytes.add(steps: threads)
        bytes.add(steps: subscriptions.flatMap { [$0.lowerBound, $0.upperBound] })
        bytes.add(steps: causes)
    }

    /// Notes that a call turned out to be of a subscription.
    mutating func add(subscription: Int) {
        if !mayHave([subscription]) { subscriptions.append(subscription...subscription) }
    }

    /// Whether there may be calls of one of some subscriptions, ascending numbers from 0.
    func mayHave(_ wanted: [Int]) -> Bool {
        subscriptions.contains { range in
            let first = wanted.partitioningIndex { $0 >= range.lowerBound }
            return first < wanted.count && wanted[first] <= range.upperBound
        }
    }

    private static func ranges(of numbers: [Int]) -> [ClosedRange<Int>] {
        guard numbers.count > rangeLimit else { return numbers.map { $0...$0 } }
        // The widest gaps part the ranges.
        let gaps = numbers.indices.dropLast().sorted { numbers[$0 + 1] - numbers[$0] > numbers[$1 + 1] - numbers[$1] }
        var ranges: [ClosedRange<Int>] = []
        var first = numbers[0]
        for end in gaps.prefix(rangeLimit - 1).sorted() {
            ranges.append(first...numbers[end])
            first = numbers[end + 1]
        }
        return ranges + [first...numbers[numbers.count - 1]]
    }
}

/// Gathers the contents of one segment after the other, while their calls go by.
struct SegmentContentsWriter {
    private var threads = SeenNumbers()
    private var subscriptions = SeenNumbers()
    private var causes: Set<Int> = []

    /// Takes a call.
    ///
    /// - Parameter causeSegment: that of the call which asked for it, if it is another segment.
    mutating func add(thread: Int, subscription: Int32, causeSegment: Int?) {
        threads.see(thread)
        if subscription >= 0 { subscriptions.see(Int(subscription)) }
        if let causeSegment { causes.insert(causeSegment) }
    }

    /// The contents of the segment that is over; the next one begins.
    mutating func finish() -> SegmentContents {
        defer { causes.removeAll(keepingCapacity: true) }
        return SegmentContents(
            threads: threads.takeAll(), subscriptions: subscriptions.takeAll(), causes: Array(causes))
    }
}

/// Small numbers, each noted once.
private struct SeenNumbers {
    private var numbers: [Int] = []
    private var isSeen: [Bool] = []
    private var last = -1

    mutating func see(_ number: Int) {
        guard number != last else { return }
        last = number
        if number >= isSeen.count {
            isSeen.append(contentsOf: repeatElement(false, count: max(64, number + 1 - isSeen.count, isSeen.count / 2)))
        }
        guard !isSeen[number] else { return }
        isSeen[number] = true
        numbers.append(number)
    }

    mutating func takeAll() -> [Int] {
        for number in numbers { isSeen[number] = false }
        defer { numbers = [] }
        last = -1
        return numbers
    }
}
