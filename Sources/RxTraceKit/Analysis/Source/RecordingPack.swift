import Foundation

/// Puts into a finished recording what would be looked up in its program and in the source: places, names, and the
/// source itself. Whoever reads it then needs neither. A long one gets its index as well.
///
/// ```swift
/// let pack = try RecordingPack(of: "app.rxtrace", withSource: true)
/// print(pack.places, pack.stacks)
/// ```
///
/// What the recording has already stays in it. Source that was changed after the recording began says nothing of it, and is
/// left out.
package struct RecordingPack {
    /// How many stacks the recording has, and of how many the place is known, or that there is none.
    package let stacks: Int
    package let places: Int
    /// How many objects have a name in the source, by the lines that make them.
    package let names: Int
    /// The files whose source is in the recording now.
    package let files: [String]
    /// The files of which source was to be put in and could not be: they are not there, or were changed since.
    package let missingFiles: [String]
    /// The damage of the recording; nil where all is there.
    package let problem: TraceReadError?

    /// - Parameters:
    ///   - path: the recording's file, which is replaced, or stays as it is where there is nothing to add.
    ///   - withSource: whether the files are put in that places are in.
    /// - Throws: ``TraceReadError``, ``RecordingCompletion/Failure``, ``OutputError``, and the system's reason where a
    ///   file cannot be read.
    @discardableResult
    package init(of path: String, named name: String? = nil, withSource: Bool) throws {
        let recording = try TraceRecording(contentsOf: path, named: name)
        let began = recording.run.map { Date(timeIntervalSince1970: Double($0.start) / 1e9) }
        let old = recording.blocks.additions.places
        var packed = RecordedPlaces()
        packed.places = recording.knownPlaces()
        let folders = recording.blocks.about?.sourceFolders ?? []
        // The recording's own folders go first: the current one may have another file of that name.
        func content(of file: String) -> String? {
            let places = file.hasPrefix("/") ? [file] : folders.map { $0 + file } + [file]
            return places.lazy.compactMap { SourceText.content(of: $0, unchangedSince: began) }.first
        }
        let text = SourceText(read: content).preferring(recording.packedSource)
        packed.names = try NamedTrace.declaredNames(in: recording, text)
        var merged = old
        merged.merge(packed)

        let wanted = withSource ? Set(merged.places.values.flatMap(\.sites).map(\.file)) : []
        var source = recording.packedSource
        var missing: [String] = []
        for file in wanted.sorted() where source.files[file] == nil {
            source.files[file] = content(of: file)
            if source.files[file] == nil { missing.append(file) }
        }
        var blocks: [RecordingLayout.BlockKind: [[UInt8]]] = [:]
        if merged != old { blocks[.places] = merged.encoded }
        if source.files != recording.packedSource.files {
            blocks[.source] = source.files.sorted { $0.key < $1.key }.map { Trace.PackedSource.encoded([$0]) }
        }
        if !blocks.isEmpty { try RecordingCompletion(of: recording, at: path).write(blocks) }
        try RecordingCompletion.addIndex(to: path)

        stacks = recording.stackCount
        places = recording.stackCount(of: merged.places.keys)
        names = merged.names.values.count { !$0.isEmpty }
        files = source.files.keys.sorted()
        missingFiles = missing
        problem = recording.problem
    }
}
