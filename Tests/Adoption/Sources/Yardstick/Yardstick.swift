/// Measures words.
public enum Yardstick {
    public static func length(of word: String) -> Int { word.count }
}
