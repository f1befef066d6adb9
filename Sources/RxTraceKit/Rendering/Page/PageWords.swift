/// The texts of a page, each held once; 0 is none, which is not the empty text.
struct PageWords {
    private(set) var all = [""]
    private var numbers: [String: Int32] = [:]

    mutating func number(of text: String?) -> Int32 {
        guard let text else { return 0 }
        if let number = numbers[text] { return number }
        let number = Int32(all.count)
        numbers[text] = number
        all.append(text)
        return number
    }
}
