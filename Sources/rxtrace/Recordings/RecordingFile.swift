/// The file that a recorded program writes, and the variables that ask for it.
enum RecordingFile {
    static let fileExtension = "rxtrace"
    static let name = "recording.\(fileExtension)"
    /// The variable that asks a program which links the core for its recording, with the file's path as value.
    static let variable = "RXTRACE"
}
