/// The numbers of the fields that are written of Perfetto's messages.
///
/// From `protos/perfetto/trace/` of https://github.com/google/perfetto, where each message has a file.
enum PerfettoField {
    static let packet: UInt64 = 1

    /// The number of an interned text, from 1.
    @inline(__always)
    static func interned(_ number: Int) -> UInt64 { UInt64(number) + 1 }

    enum Packet {
        static let clockSnapshot: UInt64 = 6
        static let timestamp: UInt64 = 8
        static let sequence: UInt64 = 10
        static let trackEvent: UInt64 = 11
        static let internedData: UInt64 = 12
        static let sequenceFlags: UInt64 = 13
        static let defaults: UInt64 = 59
        static let trackDescriptor: UInt64 = 60
    }

    enum Defaults {
        static let trackEvent: UInt64 = 11
        static let clock: UInt64 = 58
        static let track: UInt64 = 11
    }

    enum ClockSnapshot {
        static let clock: UInt64 = 1
        static let id: UInt64 = 1
        static let timestamp: UInt64 = 2
        static let isIncremental: UInt64 = 3
    }

    enum Track {
        static let uuid: UInt64 = 1
        static let name: UInt64 = 2
        static let process: UInt64 = 3
        static let thread: UInt64 = 4
        static let parent: UInt64 = 5
        static let counter: UInt64 = 8
    }

    enum Process {
        static let number: UInt64 = 1
        static let name: UInt64 = 6
        static let label: UInt64 = 8
    }

    enum Thread {
        static let process: UInt64 = 1
        static let number: UInt64 = 2
        static let name: UInt64 = 5
    }

    enum Event {
        static let category: UInt64 = 3
        static let annotation: UInt64 = 4
        static let kind: UInt64 = 9
        static let nameNumber: UInt64 = 10
        static let track: UInt64 = 11
        static let name: UInt64 = 23
        static let counterValue: UInt64 = 30
        static let sourceLocation: UInt64 = 34
        static let flow: UInt64 = 47
        static let endOfFlow: UInt64 = 48
    }

    enum Annotation {
        static let nameNumber: UInt64 = 1
        static let truth: UInt64 = 2
        static let number: UInt64 = 3
        static let text: UInt64 = 6
        static let list: UInt64 = 12
    }

    enum Interned {
        static let category: UInt64 = 1
        static let name: UInt64 = 2
        static let annotationName: UInt64 = 3
        static let sourceLocation: UInt64 = 4
        /// Of each of them.
        static let number: UInt64 = 1
        static let text: UInt64 = 2
        static let line: UInt64 = 4
    }
}

/// What an event of a track is.
enum PerfettoEventKind: UInt64 {
    case sliceBegin = 1
    case sliceEnd = 2
    case instant = 3
    case counter = 4
}
