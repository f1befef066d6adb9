extension RandomAccessCollection {
    /// The first index from which on `isSecond` is true; the end index where it is true for none. The collection has those
    /// elements first for which it is false.
    ///
    /// ```swift
    /// let numbers = [2, 3, 5, 7]
    /// let place = numbers.partitioningIndex { $0 >= 4 }
    /// // 2
    /// ```
    ///
    /// - Complexity: O(log *n*).
    package func partitioningIndex(where isSecond: (Element) throws -> Bool) rethrows -> Index {
        var (low, length) = (startIndex, count)
        while length > 0 {
            let half = length / 2
            let middle = index(low, offsetBy: half)
            if try isSecond(self[middle]) {
                length = half
            } else {
                low = index(after: middle)
                length -= half + 1
            }
        }
        return low
    }
}
