import Foundation

/// A file that gets new content as a whole or not at all.
///
/// The content is written beside it and takes its name when complete. A path that is no regular file, such as a pipe or
/// a device, has no content to keep and is written directly.
package struct ReplacedFile {
    private let path: String
    private let place: String
    private let isDirect: Bool
    private let mode: mode_t

    /// - Throws: ``OutputError`` where the file could not be written: better now than after a long replay.
    package init(path: String) throws {
        place = "'\(TerminalText.escaped(path))'"
        // A link stays; the file it leads to is replaced.
        self.path = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
        var status = stat()
        let exists = stat(self.path, &status) == 0
        let kind = status.st_mode & S_IFMT
        if exists, kind == S_IFDIR {
            errno = EISDIR
            throw OutputError(place, wayOut: "Name a file in it.")
        }
        isDirect = exists && kind != S_IFREG
        let usual = umask(0)
        umask(usual)
        mode = exists ? status.st_mode & 0o7777 : 0o666 & ~usual
        // A file that is protected from writing stays, though its folder would let it be replaced.
        if exists, access(self.path, W_OK) != 0 { throw OutputError(place, wayOut: "Choose another file.") }
        if !isDirect, access(directory, W_OK | X_OK) != 0 {
            throw OutputError(place, wayOut: "Choose a folder that exists and that you may write to.")
        }
    }

    private var directory: String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    /// Opens the file, lets `body` write it, and puts it in place.
    package func replace(_ body: (DescriptorWriter) throws -> Void) throws {
        if isDirect {
            let descriptor = open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw OutputError(place) }
            return try finish(descriptor, body)
        }
        var template = Array("\(directory)/.\((path as NSString).lastPathComponent.prefix(100)).XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw OutputError(place) }
        do {
            _ = fchmod(descriptor, mode)
            try finish(descriptor, body)
            guard rename(template, path) == 0 else { throw OutputError(place) }
        } catch {
            unlink(template)
            throw error
        }
    }

    private func finish(_ descriptor: Int32, _ body: (DescriptorWriter) throws -> Void) throws {
        do {
            try body(DescriptorWriter(descriptor: descriptor, place: place))
        } catch {
            close(descriptor)
            throw error
        }
        // Some file systems tell only now that there was no room.
        guard close(descriptor) == 0 else { throw OutputError(place) }
    }
}
