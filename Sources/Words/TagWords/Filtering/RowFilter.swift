import TagRuntime

/// Selects the visible rows of a list: `tag:GA* & !fired`, `event=openScreen`, `hit.cd~Conf`,
/// `age>4h`.
///
/// `:` is a pattern for the whole value in which `*` matches anything, `~` a regular expression
/// that is searched in it; both ignore case. `=` and `!=` compare whole values, `<` and `>`
/// numbers, durations and times. A word is a flag of rows, such as `fired`, or else a text anywhere
/// in the row; in quotes it is always a text. A blank and `&` mean and, `|` means or, `!` not;
/// parentheses group.
package struct RowFilter: Sendable {
  /// The maximum number of characters in a filter.
  package static let lengthLimit = 1_000
  /// The maximum nesting of parentheses and negations.
  package static let depthLimit = 32

  /// The filter as typed.
  package let text: String
  package let list: FilteredList
  /// A remark about words that are probably mistakes; nil if there is none.
  package let remark: String?
  private let root: FilterTerm?

  /// Reads a filter; blanks alone match every row.
  ///
  /// - Throws: `FilterMistake` with its column.
  /// - Complexity: O(n) in the length of the text.
  package init(_ text: String, of list: FilteredList) throws(FilterMistake) {
    var parser = RowFilterParser(text, of: list)
    root = try parser.filter()
    remark = parser.strangeWords.first.map { list.remark(onStrange: $0) }
    self.text = text
    self.list = list
  }

  /// Whether it matches every row.
  package var isEmpty: Bool { root == nil }

  /// Whether it matches a row.
  ///
  /// - Complexity: O(n) in its terms and the texts that they need.
  package func means(_ row: RowFacts) -> Bool { root?.holds(for: row) ?? true }

  /// Whether it uses one of some fields or one of some flags.
  package func asks(for fields: Set<FilterField>, or flags: Set<FilterFlag>) -> Bool {
    root?.asks(for: fields, or: flags) ?? false
  }
}

extension RowFilter: Hashable {
  /// Whether two filters have the same text and list.
  package static func == (left: RowFilter, right: RowFilter) -> Bool {
    left.text == right.text && left.list == right.list
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

indirect enum FilterTerm: Sendable {
  case all([FilterTerm])
  case any([FilterTerm])
  case not(FilterTerm)
  case flag(FilterFlag)
  /// A text anywhere in the row, in lower case.
  case text(String)
  case field(Subject, FilterTest)

  /// The field that a term tests.
  enum Subject: Sendable, Hashable {
    case field(FilterField)
    case named(FilterFamily, String)
  }

  func holds(for row: RowFacts) -> Bool {
    switch self {
    case .all(let terms): terms.allSatisfy { $0.holds(for: row) }
    case .any(let terms): terms.contains { $0.holds(for: row) }
    case .not(let term): !term.holds(for: row)
    case .flag(let flag): row.has(flag)
    case .text(let text): row.text().lowercased().contains(text)
    case .field(.field(let field), let test): row.values(field).contains { test.holds(for: $0) }
    case .field(.named(let family, let name), let test):
      row.named(family, name).contains { test.holds(for: $0) }
    }
  }

  func asks(for fields: Set<FilterField>, or flags: Set<FilterFlag>) -> Bool {
    switch self {
    case .all(let terms), .any(let terms):
      terms.contains { $0.asks(for: fields, or: flags) }
    case .not(let term): term.asks(for: fields, or: flags)
    case .flag(let flag): flags.contains(flag)
    case .field(.field(let field), _): fields.contains(field)
    case .text, .field(.named, _): false
    }
  }
}

/// The test of a term for a value.
enum FilterTest: Sendable {
  /// A pattern with `*`, in lower case, split at the stars.
  case glob([String])
  case exactly(String)
  case expression(Pattern)
  case less(FilterValue, orEqual: Bool)
  case more(FilterValue, orEqual: Bool)

  func holds(for value: FilterValue) -> Bool {
    switch self {
    case .glob(let parts): Self.matches(value.text.lowercased(), parts)
    case .exactly(let text):
      value.text == text || Double(text).map { Self.number(of: value) == $0 } ?? false
    case .expression(let pattern): pattern.isFound(in: value.text)
    case .less(let limit, let orEqual):
      Self.compare(value, limit).map { $0 < 0 || orEqual && $0 == 0 } ?? false
    case .more(let limit, let orEqual):
      Self.compare(value, limit).map { $0 > 0 || orEqual && $0 == 0 } ?? false
    }
  }

  /// Whether a text consists of the parts in order, with anything in between.
  private static func matches(_ text: String, _ parts: [String]) -> Bool {
    guard parts.count > 1, let first = parts.first, let last = parts.last else {
      return text == parts.first
    }
    guard text.hasPrefix(first), text.count >= first.count + last.count, text.hasSuffix(last)
    else { return false }
    var rest = text.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }

  private static func number(of value: FilterValue) -> Double? {
    switch value {
    case .number(let number): number
    case .text(let text): Double(text)
    case .duration: nil
    }
  }

  /// Returns -1, 0 or 1; nil if the two cannot be compared.
  private static func compare(_ value: FilterValue, _ limit: FilterValue) -> Int? {
    switch (value, limit) {
    case (.duration(let left), .duration(let right)): left < right ? -1 : left == right ? 0 : 1
    // Times have the form 23:57:30, the limit perhaps fewer parts.
    case (.text(let left), .text(let right)):
      left.hasPrefix(right) ? 0 : left < right ? -1 : 1
    case (_, .number(let right)):
      number(of: value).map { $0 < right ? -1 : $0 == right ? 0 : 1 }
    default: nil
    }
  }
}
