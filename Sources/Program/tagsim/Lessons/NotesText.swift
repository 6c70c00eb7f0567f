import TagMonitor
import TerminalKit
import TextKit

/// The page for the presenter as it goes through the pipe, and as it is read.
enum NotesText {
  /// The sign between the parts of a page in the pipe.
  private static let separator: Character = "\u{1F}"
  /// A part that is too long for the pipe loses its end, at most so often.
  private static let cutLimit = 64

  private static let parts: [any WritableKeyPath<NotesPage, String> & Sendable] = [
    \.title, \.chapter, \.place, \.clock, \.told, \.answer, \.note, \.act, \.next,
  ]

  // MARK: The pipe

  /// The page as one line without its end.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - limit: how many bytes it may have; the longest parts are cut.
  static func line(of page: NotesPage, limit: Int) -> String {
    var texts = parts.map { TerminalText.visible(page[keyPath: $0]) }
    var cuts = 0
    while texts.reduce(texts.count, { $0 + $1.utf8.count }) > limit, cuts < cutLimit {
      cuts += 1
      guard let longest = texts.indices.max(by: { texts[$0].utf8.count < texts[$1].utf8.count })
      else { break }
      texts[longest] = String(texts[longest].prefix(texts[longest].count * 3 / 4)) + "…"
    }
    return texts.joined(separator: String(separator))
  }

  /// The page of a line; a line of anything else is a note.
  static func page(ofLine line: String) -> NotesPage {
    let texts = line.split(separator: separator, omittingEmptySubsequences: false)
    var page = NotesPage()
    guard texts.count == parts.count else {
      page.note = TerminalText.visible(line)
      return page
    }
    for (part, text) in zip(parts, texts) {
      page[keyPath: part] = TerminalText.visible(String(text))
    }
    return page
  }

  // MARK: Reading

  /// The lines that a presenter reads, with whole words.
  ///
  /// - Parameters:
  ///   - page: the page.
  ///   - columns: how wide they may be.
  ///   - elapsed: how long the talk has taken; nil leaves it out.
  static func lines(of page: NotesPage, columns: Int, elapsed: Duration?) -> [String] {
    var lines = [" " + page.title].filter { $0 != " " }
    let talk = elapsed.map { "talk " + text(of: $0) } ?? ""
    let place = [page.place, page.clock, talk].filter { !$0.isEmpty }.joined(separator: "   ")
    lines += wrapped(page.chapter, columns: columns, indent: 1)
    if !place.isEmpty { lines.append(" " + place) }
    if !page.told.isEmpty {
      lines += [""] + wrapped(page.told, columns: columns, indent: 1)
    }
    lines += wrapped(page.answer, columns: columns, indent: 3)
    lines += section("Note", [page.note], columns)
    return lines + section("Next", [page.act, page.next], columns)
  }

  private static func section(_ title: String, _ texts: [String], _ columns: Int) -> [String] {
    let lines = texts.flatMap { wrapped($0, columns: columns, indent: 3) }
    return lines.isEmpty ? [] : ["", " " + title] + lines
  }

  private static func wrapped(_ text: String, columns: Int, indent: Int) -> [String] {
    guard !text.isEmpty else { return [] }
    let margin = String(repeating: " ", count: indent)
    return Wrapping.lines(text, columns: max(20, columns - indent - 1)).map { margin + $0 }
  }

  /// "12:05"
  private static func text(of elapsed: Duration) -> String {
    let seconds = max(0, elapsed.components.seconds)
    let rest = seconds % 60
    return "\(seconds / 60):" + (rest < 10 ? "0" : "") + "\(rest)"
  }
}
