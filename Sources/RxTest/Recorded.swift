/// A value, mostly an event, and the virtual time it came at.
public struct Recorded<Value>: CustomDebugStringConvertible {
    /// The virtual time of the event.
    public let time: TestTime
    /// The event.
    public let value: Value

    /// Makes an event at a virtual time.
    public init(time: TestTime, value: Value) {
        self.time = time
        self.value = value
    }
}

extension Recorded {
    public var debugDescription: String {
        "\(value) @ \(time)"
    }
}

extension Recorded: Equatable where Value: Equatable {
    public static func == (lhs: Recorded<Value>, rhs: Recorded<Value>) -> Bool {
        lhs.time == rhs.time && lhs.value == rhs.value
    }
}
