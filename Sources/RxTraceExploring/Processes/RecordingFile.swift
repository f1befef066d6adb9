/// The file that a recorded program writes, and the variables that ask for it.
package enum RecordingFile {
    package static let fileExtension = "rxtrace"
    package static let name = "recording.\(fileExtension)"
    /// The variable that asks a program which links the core for its recording, with the file's path as value.
    package static let variable = "RXTRACE"
}
