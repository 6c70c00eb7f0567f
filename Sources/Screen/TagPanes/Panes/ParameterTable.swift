import OrderedCollections
import TagRuntime
import TerminalKit
import TextKit

struct ParameterTable: ScreenPart {
  let context: ScreenContext

  func lines(
    _ parameters: OrderedDictionary<String, Value>, indent: Int, columns: Int, isWhole: Bool
  ) -> [Line] {
    let rows = parameters.elements.map { name, value in
      ParameterRow(sign: " ", name: name, value: value, words: value.kindName)
    }
    return lines(of: rows, indent: indent, columns: columns, isWhole: isWhole)
  }

  /// Returns the changes of parameters as a table: a sign, name, value, and a description.
  func lines(
    _ changes: [ParameterChange], indent: Int, columns: Int, isWhole: Bool
  ) -> [Line] {
    let rows = changes.map { change in
      switch change.kind {
      case .kept: ParameterRow(sign: " ", name: change.name, value: change.value, words: "")
      case .added:
        ParameterRow(
          sign: signs.plus, name: change.name, value: change.value, words: "added",
          style: .accent)
      case .changed(let old):
        ParameterRow(
          sign: signs.tilde, name: change.name, value: change.value,
          words: "changed, was " + old.shown, style: .bold)
      case .dropped:
        ParameterRow(
          sign: signs.minus, name: change.name, value: change.value, words: "dropped",
          style: .attention)
      }
    }
    return lines(of: rows, indent: indent, columns: columns, isWhole: isWhole)
  }

  private struct ParameterRow {
    var sign: String
    var name: String
    var value: Value
    var words: String
    var style = Style.plain
  }

  /// Returns rows as lines.
  ///
  /// - Parameter isWhole: whether long values are broken instead of cut.
  private func lines(
    of rows: [ParameterRow], indent: Int, columns: Int, isWhole: Bool
  ) -> [Line] {
    let room = max(12, columns - indent - 2)
    let names = rows.map { TextWidth.columns(of: TerminalText.visible($0.name)) }.max() ?? 0
    let name = min(names, room * 2 / 5)
    let values = rows.map { TextWidth.columns(of: TerminalText.visible(text(of: $0.value))) }
    let longestWord = rows.map { min(TextWidth.columns(of: $0.words), 8) }.max() ?? 0
    let value = max(4, min(values.max() ?? 0, room - name - longestWord - 4))
    let space = String(repeating: " ", count: indent)
    return rows.flatMap { row -> [Line] in
      let head = Line(space + row.sign + " " + cell(row.name, name) + "  ", row.style)
      let words = row.words.isEmpty ? Line() : Line("  " + row.words, .dim)
      guard isWhole else {
        return [head + Line(cell(text(of: row.value), value), row.style) + words]
      }
      let parts = Wrapping.lines(text(of: row.value), columns: value)
      let under = String(repeating: " ", count: indent + 2 + name + 2)
      return parts.enumerated().map { index, part in
        index == 0
          ? head + Line(cell(part, value), row.style) + words : Line(under + part, row.style)
      }
    }
  }

  private func text(of value: Value) -> String {
    switch value {
    case .string(""): "\"\" (empty)"
    case .string(let text): text
    default: JSONWriter.write(value)
    }
  }
}

/// The change of a parameter from one event to another.
struct ParameterChange: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case kept
    case added
    case changed(from: Value)
    case dropped
  }

  var name: String
  /// The value in the later event; for a dropped one, in the earlier event.
  var value: Value
  var kind: Kind

  /// Returns the differences of two events: the parameters of the later one in its order, then
  /// those that only the earlier one has.
  ///
  /// - Complexity: O(n) in the parameters.
  static func between(
    _ old: OrderedDictionary<String, Value>, _ new: OrderedDictionary<String, Value>
  ) -> [ParameterChange] {
    let later = new.elements.map { name, value in
      guard let before = old[name] else {
        return ParameterChange(name: name, value: value, kind: .added)
      }
      let kind: Kind = before == value ? .kept : .changed(from: before)
      return ParameterChange(name: name, value: value, kind: kind)
    }
    let dropped = old.elements.filter { new[$0.key] == nil }.map {
      ParameterChange(name: $0.key, value: $0.value, kind: .dropped)
    }
    return later + dropped
  }
}
