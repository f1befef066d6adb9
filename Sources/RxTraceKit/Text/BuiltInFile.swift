import CRxTraceFiles

/// A file of this package that is built in, such as a module of the page's script or a sample.
package struct BuiltInFile: Sendable {
    /// Its name without the folder.
    package let name: String
    package let text: String

    /// The files of the page, the modules of its script in their order.
    package static let ofPage = files(from: rxtrace_page_files())

    /// The samples' source files, by their names.
    package static let ofSamples = files(from: rxtrace_sample_files())

    /// - Parameter first: the first of them. Behind the last one is one without a name.
    private static func files(from first: UnsafePointer<rxtrace_file>) -> [BuiltInFile] {
        var files: [BuiltInFile] = []
        var next = first
        while let name = next.pointee.name {
            files.append(BuiltInFile(name: String(cString: name), text: String(cString: next.pointee.text)))
            next += 1
        }
        return files
    }
}
