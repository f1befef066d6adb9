/// Tells the library's own source files from the user's, and shortens paths.
package struct SourcePaths: Sendable {
    /// The folders of the library's files, each ending in a slash.
    private let library: [String]
    /// The folders that paths are shown from, the first that fits.
    private let shown: [String]

    package init(library: [String], shown: [String]) {
        self.library = library
        self.shown = shown
    }

    init(_ about: RecordingAbout) { self.init(library: about.libraryFolders, shown: about.sourceFolders) }

    func isOurs(_ path: String) -> Bool {
        library.contains { path.hasPrefix($0) }
    }

    /// The path as it is shown: relative to a folder where it lies below.
    func shown(_ path: String) -> String {
        for folder in shown where path.hasPrefix(folder) { return String(path.dropFirst(folder.count)) }
        return path
    }
}
