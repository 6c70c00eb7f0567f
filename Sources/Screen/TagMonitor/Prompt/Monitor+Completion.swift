import ScenarioEngine
import TagPanes
import TagRuntime
import TerminalKit
import TextKit

/// A line as typed so far: whole words, and the unfinished one.
struct TypedLine: Sendable, Hashable {
  /// The words before the unfinished one.
  private(set) var words: [String] = []
  /// The typed part of the last word.
  private(set) var word = ""
  /// The text before it.
  private(set) var head = ""

  /// - Complexity: O(n) in the length of the text.
  init(_ text: String) {
    var isQuoted = false
    var isEscaped = false
    var start = text.startIndex
    for index in text.indices {
      let letter = text[index]
      if isEscaped {
        isEscaped = false
      } else if letter == "\\", isQuoted {
        isEscaped = true
      } else if letter == "\"" {
        isQuoted.toggle()
      } else if letter == " ", !isQuoted {
        if start < index { words.append(String(text[start..<index])) }
        start = text.index(after: index)
      }
    }
    word = String(text[start...])
    head = String(text[..<start])
  }
}

extension Monitor {
  /// Completes the word at the cursor, lists the candidates, and cycles through them.
  ///
  /// - Returns: a folder whose names must be listed first; nil for none.
  mutating func complete(_ field: inout TextField, forward: Bool = true) -> String? {
    if let now = display.keyboard.completion, now.isCurrent(in: field) {
      cycle(now, &field, forward: forward)
      return nil
    }
    let before = String(field.text.prefix(field.cursor))
    var tail = String(field.text.dropFirst(field.cursor))
    let typed = TypedLine(before)
    // The name already includes the closing quote.
    if tail == "\"" { tail = "" }
    let found = candidates(for: typed)
    if let folder = found.folder { return folder }
    take(found.texts, typed, tail, &field)
    return nil
  }

  private mutating func take(
    _ texts: [String], _ typed: TypedLine, _ tail: String, _ field: inout TextField
  ) {
    let isVerb = typed.words.isEmpty
    var completion = Completion(
      head: typed.head, tail: tail, candidates: Array(texts.prefix(Completion.limit)))
    display.keyboard.completion = nil
    guard let only = texts.first else {
      return say(.hint(isVerb ? "no verb starts like this" : "no name starts like this"))
    }
    guard texts.count > 1 else {
      set(completion.head + only + (isVerb ? " " : ""), tail, &field)
      message = isVerb ? Form(verb: only).map { Message.hint($0.usage) } : nil
      return
    }
    let common = completion.common
    completion.typed = common.count > typed.word.count ? common : typed.word
    set(completion.head + completion.typed, tail, &field)
    display.keyboard.completion = completion
    message = nil
  }

  private mutating func cycle(_ now: Completion, _ field: inout TextField, forward: Bool) {
    var next = now
    let count = now.candidates.count
    let place = now.selected.map { $0 + (forward ? 1 : count - 1) } ?? (forward ? 0 : count - 1)
    next.selected = place % count
    set(next.head + next.candidates[place % count], next.tail, &field)
    display.keyboard.completion = next
  }

  /// Sets the text, with the cursor before the text after the word.
  private func set(_ head: String, _ tail: String, _ field: inout TextField) {
    field.set(head + tail)
    for _ in tail { field.moveLeft() }
  }

  // MARK: History

  /// Adds the lines of earlier sessions, the oldest first.
  package mutating func remember(_ lines: [String]) {
    display.keyboard.history = Array(
      (lines + display.keyboard.history).suffix(TextField.maximumHistory))
  }

  /// Returns the lines that were typed since the last call.
  package mutating func takeTypedLines() -> [String] {
    defer { display.keyboard.typed = [] }
    return display.keyboard.typed
  }

  // MARK: Candidates

  /// Returns the candidates for a typed word, as written, or the folder that must be listed first.
  private func candidates(for typed: TypedLine) -> (texts: [String], folder: String?) {
    guard var verb = typed.words.first else {
      let words =
        Form.verbs.map(\.word).filter { $0.hasPrefix(typed.word) }
        + PromptWord.all.map(\.word).filter {
          $0.hasPrefix(typed.word) && !typed.word.isEmpty && !$0.contains(" ")
        }
      return (words, nil)
    }
    if verb == "follow" { return fileTexts(typed.word) }
    var words = typed.words
    // After "eventually within 5s expect", the words are those of "expect".
    if let expect = words.lastIndex(of: "expect"), expect > 0 {
      words = Array(words[expect...])
      verb = "expect"
    } else if verb == "first" {
      words[0] = "expect"
      verb = "expect"
    }
    var texts: [String] = []
    for option in UsageForm.all(of: verb).flatMap({ $0.options(after: words) }) {
      let found = self.texts(of: option, for: verb, typed.word)
      if let folder = found.folder { return ([], folder) }
      for text in found.texts where !texts.contains(text) { texts.append(text) }
    }
    let rests = PromptWord.all.compactMap { $0.rest(after: typed.words) }
    return (texts + rests.filter { $0.hasPrefix(typed.word) }, nil)
  }

  /// Returns the candidates for a typed word from one of the options.
  private func texts(
    of option: UsageForm.Option, for verb: String, _ typed: String
  ) -> (texts: [String], folder: String?) {
    switch option {
    case .word(let word): return (word.hasPrefix(typed) ? [word] : [], nil)
    case .kind(let kind):
      if kind == "FILE" { return fileTexts(typed) }
      guard let source = NameSource(kind, for: verb) else { return ([], nil) }
      let start = typed.hasPrefix("\"") ? String(typed.dropFirst()) : typed
      let wanted = (start.last == "\"" ? String(start.dropLast()) : start).lowercased()
      let names = source.names(self).filter { $0.lowercased().hasPrefix(wanted) }
      return (names.map { Self.written($0, isQuoted: source.isQuoted) }, nil)
    case .key(let name, let values):
      if name == name.uppercased() {
        guard let source = NameSource(name, for: verb), !typed.contains("=") else {
          return ([], nil)
        }
        return (source.names(self).filter { $0.hasPrefix(typed) }.map { $0 + "=" }, nil)
      }
      guard typed.hasPrefix(name + "=") else {
        return ((name + "=").hasPrefix(typed) ? [name + "="] : [], nil)
      }
      let value = String(typed.dropFirst(name.count + 1))
      let found = values.map { texts(of: $0, for: verb, value) }
      return (found.flatMap { $0.texts.map { name + "=" + $0 } }, found.compactMap(\.folder).first)
    }
  }

  /// Returns a name as written in a line: in quotes if it needs them.
  private static func written(_ name: String, isQuoted: Bool) -> String {
    isQuoted ? name.quoted : LanguageWord.written(name)
  }

  // MARK: Files

  /// Returns the files whose path begins with a text, if the folder is known.
  private func fileTexts(_ typed: String) -> (texts: [String], folder: String?) {
    let path = typed.hasPrefix("\"") ? String(typed.dropFirst()) : typed
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    guard let known = display.keyboard.folder, known.path == folder else { return ([], folder) }
    let names = known.names.map { folder + $0 }.filter { $0.hasPrefix(path) }
    return (names.map { Self.written($0, isQuoted: typed.hasPrefix("\"")) }, nil)
  }

  /// Answers `MonitorEffect.list`: the names in a folder, those of folders with a `/` at the end.
  package mutating func listed(_ names: [String], folder: String) {
    display.keyboard.folder = KnownFolder(path: folder, names: names)
    guard var prompt = overlay as? Prompt else { return }
    message = nil
    _ = complete(&prompt.field)
    update(prompt)
    display.keyboard.folder = nil
  }
}

// MARK: - Drawing

extension Monitor {
  /// The maximum number of rows of the list above the line.
  private static let completionRows = 8

  /// Draws the candidates above the line being typed.
  func drawCompletion(of field: TextField, over layout: Layout, on buffer: inout CellBuffer) {
    guard let completion = display.keyboard.completion, completion.isCurrent(in: field) else {
      return
    }
    let names = completion.candidates.map(TerminalText.visible)
    let body = layout.body
    let widest = (names.map { TextWidth.columns(of: $0) }.max() ?? 0) + 2
    let width = min(widest, max(1, body.columns - 2))
    let across = max(1, (body.columns - 2) / width)
    let rows = min(Self.completionRows, (names.count + across - 1) / across, max(1, body.rows - 2))
    let used = min(across, (names.count + rows - 1) / rows)
    let page = rows * used
    let first = (completion.selected ?? 0) / page * page
    let rect = Rect(
      column: body.column, row: body.endRow - rows - 2, columns: used * width + 2, rows: rows + 2)
    let more = names.count > page ? "\(first + 1)-\(min(first + page, names.count)) of " : ""
    let inner = panel("", footer: "\(more)\(names.count)  Tab next").draw(in: rect, on: &buffer)
    for (index, name) in names.enumerated().dropFirst(first).prefix(page) {
      let place = index - first
      let point = Point(
        column: inner.column + place / rows * width, row: inner.row + place % rows)
      let text = display.borders.cell(" " + name, width)
      let style: Style = index == completion.selected ? .selection : .plain
      buffer.write(text, at: point, style: style, limit: width)
    }
  }
}
