import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// The sum of differences of two runs: tags with reasons, values, hits, and the equal parts.
struct ComparisonSum: ScreenPart {
  struct Listed {
    var line: Line
    var spans: [ClosedRange<Int>] = []
  }

  let context: ScreenContext
  private let state: ComparisonState
  private let sum: RunComparison.Sum
  private let columns: Int
  /// Whether every tag has its reasons, and no row is selected.
  private let isWhole: Bool

  init(
    _ context: ScreenContext, _ state: ComparisonState, columns: Int, isWhole: Bool = false
  ) {
    self.context = context
    self.isWhole = isWhole
    self.state = state
    self.columns = columns
    let pairs = state.entry.pairs
    sum = state.memory.sum(of: state.comparison, around: pairs.lowerBound)
  }

  private var comparison: RunComparison { state.comparison }

  /// The width from which the values of A and B are beside the name.
  private static let wideColumns = 90

  private var isWide: Bool { columns >= Self.wideColumns && !context.isReader }

  private var widths: (name: Int, a: Int) {
    let name = columns * 42 / 100
    return (name, (columns - name) / 2)
  }

  /// "What differs up to #22"
  var title: String {
    guard let last = sum.pairs.last else { return "What differs" }
    let end = comparison.pair(at: last).number
    if comparison.isSummedAtOnce { return "What differs up to \(end)" }
    return "What differs from \(comparison.pair(at: sum.pairs.lowerBound).number) to \(end)"
  }

  /// "1 tag  2 values  1 hit"
  var note: String { sum.counts.joined(separator: "  ") }

  // MARK: Lines

  /// All lines; those of the selected row have its pairs.
  var lines: [Listed] {
    var lines: [Listed] = []
    for part in [
      tagLines, stateLines("Containers", sum.containers), stateLines("Values", sum.values),
      stateLines("Data layer", sum.keys), hitLines,
    ]
    where !part.isEmpty {
      if !lines.isEmpty { lines.append(Listed(line: Line())) }
      lines += part
    }
    if lines.isEmpty { lines.append(Listed(line: Line(" nothing differs", .dim))) }
    lines.append(Listed(line: Line()))
    if sum.leftOut > 0 {
      lines.append(Listed(line: Line(" and \(sum.leftOut) more", .attention)))
    }
    if !sum.same.isEmpty {
      let text = "The same: " + sum.same.joined(separator: ", ")
      lines += wrapped(text, columns: columns - 2, indent: 1, .dim).map { Listed(line: $0) }
    }
    return lines
  }

  /// Whether a span begins at the selected row.
  func isSelected(_ spans: [ClosedRange<Int>]) -> Bool {
    if isWhole { return false }
    let entry = state.entry.pairs
    return spans.contains { entry.contains($0.lowerBound) }
  }

  private func heading(_ text: String, isFirst: Bool = false) -> Listed {
    guard isWide, isFirst else { return Listed(line: Line(" " + text, .bold)) }
    let (name, a) = widths
    return Listed(line: Line(cell(" " + text, name) + cell("A", a) + "B", .bold))
  }

  private func fit(_ text: String, _ width: Int) -> String {
    cell(TerminalText.visible(text), width)
  }

  /// Returns the value in a run, or the sign for none.
  private func shown(_ text: String?) -> String { text ?? signs.nothing }

  /// Returns a row with its values in both runs, side by side if there is room.
  private func row(
    _ name: String, _ a: String?, _ b: String?, indent: Int, _ spans: [ClosedRange<Int>],
    _ style: Style = .plain
  ) -> [Listed] {
    let isMarked = indent == 3 && isSelected(spans)
    let mark = Line(isMarked ? signs.cursor : " ", .accent)
    let space = String(repeating: " ", count: indent - 1)
    if isWide {
      let (width, half) = widths
      let head = mark + Line(space + fit(name, width - indent - 1) + " ")
      let line =
        head + Line(fit(shown(a), half - 1) + " ", style)
        + Line(fit(shown(b), half - 1), style)
      return [Listed(line: line, spans: spans)]
    }
    let letters = [("A", a), ("B", b)]
    return [Listed(line: mark + Line(space + name), spans: spans)]
      + letters.map { letter, text in
        let lead = String(repeating: " ", count: indent + 2) + letter + "  "
        return Listed(line: Line(lead, .dim) + Line(shown(text), style), spans: spans)
      }
  }

  // MARK: Parts

  private var tagLines: [Listed] {
    guard !sum.tags.isEmpty else { return [] }
    var lines = [heading("Tags that fire differently (\(sum.tags.count))", isFirst: true)]
    for (place, tag) in sum.tags.enumerated() {
      let spans = [tag.pair...tag.pair]
      lines += tagRow(tag, spans)
      // Only the selected row and the first one get reasons.
      guard isSelected(spans) || place == 0 || isWhole else { continue }
      for reason in state.memory.reasons(of: tag, in: comparison) {
        lines += row(reason.asked, reason.a, reason.b, indent: 5, spans)
      }
    }
    return lines
  }

  /// The tag with what it did in both runs, in one row.
  private func tagRow(_ tag: TagDifference, _ spans: [ClosedRange<Int>]) -> [Listed] {
    let told = TerminalText.visible(tag.words)
    let words = context.borders == .utf8 ? told : told.replacing("→", with: "->")
    let mark = Line(isSelected(spans) ? signs.cursor : " ", .accent)
    let text = Wrapping.lines("\(words)   at \(tag.number)", columns: max(8, columns - 4))
    return text.enumerated().map { index, line in
      let lead = index == 0 ? mark + "  " : Line("     ")
      return Listed(line: lead + Line(line, .attention), spans: spans)
    }
  }

  private func stateLines(_ title: String, _ states: [StateDifference]) -> [Listed] {
    guard let first = states.first else { return [] }
    let isOneSpan = states.allSatisfy { $0.spans == first.spans }
    let isFirst = sum.tags.isEmpty
    let span = isOneSpan ? "   " + words(of: first.spans) : ""
    let ids = Set(states.map(\.container))
    var lines = [heading("\(title) (\(states.count))\(span)", isFirst: isFirst)]
    for state in states {
      var name = state.name.isEmpty ? state.container : state.name
      if ids.count > 1, !state.name.isEmpty { name += " of \(state.container)" }
      if !isOneSpan { name += "   " + words(of: state.spans) }
      lines += row(name, state.a?.words, state.b?.words, indent: 3, state.spans)
    }
    return lines
  }

  private static let namedSpans = 2

  /// "from #5 to #19, at #22"
  private func words(of spans: [ClosedRange<Int>]) -> String {
    let named = spans.prefix(Self.namedSpans).map { words(of: $0) }
    let left = spans.count - named.count
    return (named + (left > 0 ? ["\(left) more"] : [])).joined(separator: ", ")
  }

  private func words(of pairs: ClosedRange<Int>) -> String {
    let first = comparison.pair(at: pairs.lowerBound).number
    if pairs.count == 1 { return "at \(first)" }
    return "from \(first) to \(comparison.pair(at: pairs.upperBound).number)"
  }

  private var hitLines: [Listed] {
    guard !sum.hits.isEmpty else { return [] }
    let isFirst = sum.tags.isEmpty && sum.values.isEmpty && sum.keys.isEmpty
    var lines = [heading("Hits (\(sum.hits.count))", isFirst: isFirst)]
    for hit in sum.hits {
      let spans = [hit.pair...hit.pair]
      lines += row("\(hit.title)   at \(hit.number)", hit.a, hit.b, indent: 3, spans, .attention)
      for field in hit.fields {
        lines += row(field.name, field.a, field.b, indent: 5, spans)
      }
    }
    return lines
  }
}
