import TagRuntime
import TextKit

/// A report as GitHub's Markdown, for a pull request or a wiki.
///
/// Preformatted text is inside fences that are longer than any in it, everything else is escaped,
/// so that no name of a container becomes a tag, a link or a mention.
struct MarkdownPage {
  private var lines: [String] = []
  /// The number of levels by which its headings are lower than on a separate page.
  private let depth: Int

  private init(depth: Int) { self.depth = depth }

  /// Returns the lines of a page.
  ///
  /// - Parameters:
  ///   - report: the report to write.
  ///   - depth: the number of levels by which its headings are lower than on a separate page.
  static func lines(of report: HandedReport, depth: Int = 0) -> [String] {
    var page = MarkdownPage(depth: depth)
    page.lines = [String(repeating: "#", count: 1 + depth) + " " + plain(report.title)]
    for part in report.parts { page.write(part) }
    return page.lines
  }

  private mutating func write(_ part: ReportPart) {
    lines.append("")
    switch part {
    case .heading(let text, let level):
      lines.append(String(repeating: "#", count: level + depth) + " " + Self.plain(text))
    case .text(let text, let tone): lines.append(Self.paragraph(text, tone))
    case .facts(let facts):
      lines += facts.map { "- \(Self.plain($0.name)): \(Self.plain($0.text))" }
    case .list(let items): write(items)
    case .table(let table): write(table.figures)
    case .fixed(let page): fence(page.map { TerminalText.visible($0) })
    case .page(let title, let page): fold(title, page)
    case .picture(let picture):
      lines += [Self.plain(picture.title) + ":", ""]
      fence(picture.text)
    }
  }

  private static func paragraph(_ text: String, _ tone: ReportTone) -> String {
    switch tone {
    case .caption, .good: "**\(plain(text))**"
    case .bad, .attention: "> **\(plain(text))**"
    case .question, .answer, .note: "> \(tone.word): \(plain(text))"
    case .plain, .dim: plain(text)
    }
  }

  private mutating func write(_ items: [ReportItem]) {
    for (index, item) in items.enumerated() {
      if index > 0, !items[index - 1].lines.isEmpty { lines.append("") }
      let word = item.tone.word.isEmpty ? "" : "**\(item.tone.word)** "
      let text = Self.plain(item.text)
      lines.append("- \(word)\(item.tone == .caption ? "**\(text)**" : text)")
      if !item.detail.isEmpty { lines.append("  " + Self.plain(item.detail)) }
      guard !item.lines.isEmpty else { continue }
      lines.append("")
      fence(item.lines.map { TerminalText.visible($0) })
    }
  }

  private mutating func write(_ table: ReportTable) {
    lines.append(Self.row(table.columns))
    lines.append(
      Self.row(
        table.columns.indices.map { table.isNumber($0) ? "---:" : "---" }, isRaw: true))
    lines += table.rows.map { Self.row($0.cells.map(\.text)) }
    // A row of a table has no space for lines.
    for row in table.rows {
      guard let fold = row.fold else { continue }
      lines.append("")
      self.fold("\(row.cells[0].text): \(fold.title)", fold.lines)
    }
  }

  private static func row(_ cells: [String], isRaw: Bool = false) -> String {
    "| " + cells.map { isRaw ? $0 : plain($0) }.joined(separator: " | ") + " |"
  }

  private mutating func fold(_ title: String, _ page: [ReportText]) {
    lines += ["<details><summary>\(Self.summary(title))</summary>", ""]
    fence(page.map { TerminalText.visible($0.spans.map(\.text).joined()) })
    lines += ["", "</details>"]
  }

  private mutating func fence(_ page: [String]) {
    let longest = page.lazy.flatMap { $0.split { $0 != "`" } }.map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: max(3, longest + 1))
    lines.append(fence + "text")
    lines += page.map(\.withoutFinalSpaces)
    lines.append(fence)
  }

  /// Escapes a text within a tag, where Markdown has no effect, but GitHub finds mentions and
  /// numbers of issues.
  private static func summary(_ text: String) -> String {
    var escaped = ""
    var rest = text[...]
    while let place = rest.firstIndex(where: { $0 == "@" || $0 == "#" }) {
      escaped += MarkupText.visible(String(rest[..<place])) + "\(rest[place])<!-- -->"
      rest = rest[rest.index(after: place)...]
    }
    return escaped + MarkupText.visible(String(rest))
  }

  /// Returns a text on one line in which nothing has a meaning for Markdown or GitHub.
  static func plain(_ text: String) -> String { MarkdownText.plain(TerminalText.visible(text)) }
}
