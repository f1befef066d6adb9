/// The start of a description: the rest of a long one is neither kept nor, where that can be seen, made.
struct BoundedText: TextOutputStream {
    private(set) var start = ""
    /// Whether there was more.
    private(set) var isFull = false
    private let limit: Int

    /// What is no part of the text in the end, such as the address of a private type's context, may make up most of it.
    private static let bytesACharacter = 16

    init(characters: Int) {
        limit = characters * Self.bytesACharacter
    }

    /// An empty one of the same length.
    var other: BoundedText { BoundedText(limit: limit) }

    private init(limit: Int) {
        self.limit = limit
    }

    mutating func write(_ text: String) {
        guard !isFull else { return }
        let room = limit - start.utf8.count
        if text.utf8.count <= room {
            start += text
        } else {
            isFull = true
            start += String(decoding: text.utf8.prefix(room), as: UTF8.self)
        }
    }
}
