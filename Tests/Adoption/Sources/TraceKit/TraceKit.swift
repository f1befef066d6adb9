/// The app's own log.
public enum TraceKit {
    public static func line(_ words: [String]) -> String { words.joined(separator: " > ") }
}
