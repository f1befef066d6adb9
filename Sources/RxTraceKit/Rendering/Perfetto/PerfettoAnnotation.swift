/// What an event tells besides its name; the raw value is the number of the interned word.
enum PerfettoAnnotation: UInt64, CaseIterable {
    case call = 1
    case next, error, completed, subscription, parent, ended, label, parts, returned

    /// The word that Perfetto shows.
    var word: String { String(describing: self) }

    init(_ kind: Trace.Event.Kind) {
        switch kind {
        case .next: self = .next
        case .error: self = .error
        case .completed: self = .completed
        }
    }
}

extension ProtobufMessage {
    @inline(__always)
    mutating func add(_ annotation: PerfettoAnnotation, _ number: Int) {
        add(PerfettoField.Event.annotation) {
            $0.add(PerfettoField.Annotation.nameNumber, annotation.rawValue)
            $0.add(PerfettoField.Annotation.number, signed: number)
        }
    }

    /// A value as text, or that there is one where it is not known.
    @inline(__always)
    mutating func add(_ annotation: PerfettoAnnotation, _ value: String?) {
        if let value { add(annotation, value) } else { add(annotation, true) }
    }

    @inline(__always)
    mutating func add(_ annotation: PerfettoAnnotation, _ text: String) {
        add(PerfettoField.Event.annotation) {
            $0.add(PerfettoField.Annotation.nameNumber, annotation.rawValue)
            $0.add(PerfettoField.Annotation.text, text)
        }
    }

    mutating func add(_ annotation: PerfettoAnnotation, _ truth: Bool) {
        add(PerfettoField.Event.annotation) {
            $0.add(PerfettoField.Annotation.nameNumber, annotation.rawValue)
            $0.add(PerfettoField.Annotation.truth, truth ? 1 : 0)
        }
    }

    mutating func add(_ annotation: PerfettoAnnotation, _ numbers: [Int]) {
        add(PerfettoField.Event.annotation) {
            $0.add(PerfettoField.Annotation.nameNumber, annotation.rawValue)
            for number in numbers {
                $0.add(PerfettoField.Annotation.list) { $0.add(PerfettoField.Annotation.number, signed: number) }
            }
        }
    }
}
