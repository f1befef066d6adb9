import RxTraceKit

/// What the user has chosen to see of a live recording.
struct LiveViewState: Equatable {
    /// A page that takes the place of the overview.
    enum Page: Equatable {
        case overview, help, output
        /// The subscriptions of a group, by its index.
        case group(Int)
    }

    /// What a key asks for that the state itself cannot give.
    enum Action: Equatable {
        case quit
        case pause, goOn
        /// To keep the events of a group's subscriptions; of none.
        case follow(Int?)
    }

    private(set) var page = Page.overview
    private(set) var isPaused = false
    /// The index of the group that is chosen.
    private(set) var selected: Int?
    /// The text that rows must have; empty for all.
    private(set) var filter = ""
    /// Whether keys are letters of the filter.
    private(set) var isTyping = false
    /// How many lines of a page were passed over.
    private(set) var scroll = 0

    /// - Parameter groups: the indices of the groups that are listed, in their order.
    mutating func press(_ key: Key, groups: [Int]) -> Action? {
        if isTyping {
            type(key)
            return nil
        }
        switch key {
        case .character("q"): return .quit
        case .character(" "):
            isPaused.toggle()
            return isPaused ? .pause : .goOn
        case .character("/"):
            page = page == .help || page == .output ? .overview : page
            isTyping = true
        case .character("?"): show(page == .help ? .overview : .help)
        case .character("o"): show(page == .output ? .overview : .output)
        case .escape, .backspace: return back()
        case .enter:
            guard page == .overview, let index = selected ?? groups.first else { return nil }
            selected = index
            show(.group(index))
            return .follow(index)
        case .up, .character("k"): move(-1, groups)
        case .down, .character("j"): move(1, groups)
        case .pageUp: move(-10, groups)
        case .pageDown: move(10, groups)
        case .home: move(-Int(Int16.max), groups)
        case .end: move(Int(Int16.max), groups)
        default: return nil
        }
        return nil
    }

    private mutating func show(_ page: Page) {
        self.page = page
        scroll = 0
    }

    private mutating func back() -> Action? {
        switch page {
        case .group:
            show(.overview)
            return .follow(nil)
        case .help, .output: show(.overview)
        case .overview: if filter.isEmpty { selected = nil } else { filter = "" }
        }
        return nil
    }

    private mutating func type(_ key: Key) {
        switch key {
        case .character(let letter): filter.append(letter)
        case .backspace: if filter.isEmpty { isTyping = false } else { filter.removeLast() }
        case .enter: isTyping = false
        case .escape: (filter, isTyping) = ("", false)
        default: break
        }
    }

    private mutating func move(_ step: Int, _ groups: [Int]) {
        guard page == .overview else {
            scroll = max(0, scroll + step)
            return
        }
        guard !groups.isEmpty else { return }
        let place = selected.flatMap { groups.firstIndex(of: $0) }
        let next = place.map { $0 + step } ?? (step > 0 ? 0 : groups.count - 1)
        selected = groups[min(max(0, next), groups.count - 1)]
    }
}

/// The text of a filter on a screen: a part of what it is looked for in, or a pattern with `*` and `?`.
struct TextFilter {
    private let pattern: TracePattern?

    init(_ text: String) {
        let isPattern = text.contains("*") || text.contains("?")
        pattern = text.isEmpty ? nil : TracePattern(isPattern ? text : "*\(text)*")
    }

    /// Whether one of `texts` is as the filter says.
    func matches(_ texts: String?...) -> Bool {
        guard let pattern else { return true }
        return texts.contains { $0.map(pattern.matches) ?? false }
    }
}
