/// Writes the packets of a Perfetto trace.
struct PerfettoPackets {
    private let output: TextOutput
    private var message = ProtobufMessage()

    init(_ output: TextOutput) { self.output = output }

    /// Writes the packet whose fields `body` adds.
    @inline(__always)
    mutating func write(_ body: (inout ProtobufMessage) -> Void) throws {
        message.clear()
        // The whole trace is one message, whose fields are its packets.
        message.add(PerfettoField.packet) { body(&$0) }
        try message.bytes.withUnsafeBufferPointer { try output.write($0) }
    }

    /// Describes a track.
    mutating func describe(
        track: UInt64, below parent: UInt64? = nil, named name: String? = nil,
        _ body: (inout ProtobufMessage) -> Void = { _ in }
    ) throws {
        try write { packet in
            packet.add(PerfettoField.Packet.trackDescriptor) { descriptor in
                descriptor.add(PerfettoField.Track.uuid, track)
                if let parent { descriptor.add(PerfettoField.Track.parent, parent) }
                if let name { descriptor.add(PerfettoField.Track.name, name) }
                body(&descriptor)
            }
        }
    }

    /// Describes a track of numbers.
    mutating func describe(counter track: UInt64, below parent: UInt64, named name: String) throws {
        try describe(track: track, below: parent, named: name) { $0.add(PerfettoField.Track.counter) { _ in } }
    }
}
