/// Threads that wait for each other at pipes and pairs of sockets.
extension OrderPrograms {
    static let descriptors = [
        Program(
            name: "PipedByte",
            source: """
                import Foundation

                var ends: [Int32] = [0, 0]
                pipe(&ends)
                let (reader, writer) = (ends[0], ends[1])
                let isOver = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    var byte: UInt8 = 7
                    write(writer, &byte, 1)
                    print("written")
                    isOver.signal()
                }
                var byte: UInt8 = 0
                read(reader, &byte, 1)
                print("read", byte)
                isOver.wait()
                """, outputs: ["written\nread 7\n", "read 7\nwritten\n"]),
        Program(
            name: "SentByTwo",
            source: """
                import Foundation

                var ends: [Int32] = [0, 0]
                socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
                let (one, two) = (ends[0], ends[1])
                for number in 1...2 {
                    DispatchQueue.global().async {
                        var byte = UInt8(number)
                        send(one, &byte, 1, 0)
                    }
                }
                var bytes: [UInt8] = [0, 0]
                recv(two, &bytes, 2, Int32(MSG_WAITALL))
                print(bytes)
                """, outputs: ["[1, 2]\n", "[2, 1]\n"]),
        // More than a pipe has room for.
        Program(
            name: "FullPipe",
            source: """
                import Foundation

                var ends: [Int32] = [0, 0]
                pipe(&ends)
                let (reader, writer) = (ends[0], ends[1])
                Thread.detachNewThread {
                    let bytes = [UInt8](repeating: 7, count: 150_000)
                    _ = write(writer, bytes, bytes.count)
                    close(writer)
                }
                var bytes = [UInt8](repeating: 0, count: 100_000)
                var all = 0
                while true {
                    let count = read(reader, &bytes, bytes.count)
                    if count == 0 { break }
                    all += count
                }
                print(all)
                """, outputs: ["150000\n"]),
        Program(
            name: "ByteForTwo",
            source: """
                import Foundation

                var ends: [Int32] = [0, 0]
                pipe(&ends)
                let (reader, writer) = (ends[0], ends[1])
                _ = write(writer, "a", 1)
                Thread.detachNewThread {
                    var byte: UInt8 = 0
                    read(reader, &byte, 1)
                }
                var byte: UInt8 = 0
                read(reader, &byte, 1)
                print("main")
                """, outputs: ["main\n"],
            deadlocks: ["main waits for bytes that nobody writes at ByteForTwo.swift:12"]),
        Program(
            name: "PolledPipes",
            source: """
                import Foundation

                func makePipe() -> (reader: Int32, writer: Int32) {
                    var ends: [Int32] = [0, 0]
                    pipe(&ends)
                    return (ends[0], ends[1])
                }

                let pipes = [makePipe(), makePipe()]
                for one in pipes {
                    DispatchQueue.global().async { _ = write(one.writer, "a", 1) }
                }
                var polled = pipes.map { pollfd(fd: $0.reader, events: Int16(POLLIN), revents: 0) }
                poll(&polled, 2, -1)
                print(polled.map { $0.revents == Int16(POLLIN) })
                """, outputs: ["[true, false]\n", "[false, true]\n", "[true, true]\n"]),
        // The time that a thread waits for passes at once.
        Program(
            name: "PolledForAnHour",
            source: """
                import Foundation

                var ends: [Int32] = [0, 0]
                socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
                var polled = [pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)]
                print(poll(&polled, 1, 3_600_000))
                """, outputs: ["0\n"]),
        Program(
            name: "FileHandles",
            source: """
                import Foundation

                let pipe = Pipe()
                DispatchQueue.global().async {
                    pipe.fileHandleForWriting.write(Data("hello".utf8))
                    try? pipe.fileHandleForWriting.close()
                }
                print(String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self))
                """, outputs: ["hello\n"]),
    ]
}
