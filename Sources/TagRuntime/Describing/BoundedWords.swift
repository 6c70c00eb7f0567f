import OrderedCollections

/// Words about a part of a container, which may be of any size: they end at a limit.
struct BoundedWords {
  /// How variables and texts are told apart.
  enum Style {
    /// As in a condition: a variable by its name, a text as it is.
    case bare
    /// As in the web interface: a variable in double braces, a text as it is.
    case braced
    /// A variable in double braces, a text in quotes.
    case quoted
  }

  private var scalars = String.UnicodeScalarView()
  private var room: Int
  private var isCut = false
  private let isVariable: (String) -> Bool

  init(
    limit: Int = DescriptionLimits.words, isVariable: @escaping (String) -> Bool = { _ in true }
  ) {
    room = limit
    self.isVariable = isVariable
  }

  /// The words so far, with an ellipsis where something is left out.
  var text: String { String(scalars) + (isCut ? "…" : "") }

  /// A text, cut to the limit.
  ///
  /// - Complexity: O(`limit`).
  static func cut(_ text: String, to limit: Int = DescriptionLimits.words) -> String {
    var words = BoundedWords(limit: limit)
    words.add(text)
    return words.text
  }

  /// A text in quotes, in which line ends and quotes are spelled as in JSON.
  static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONWriter.append(cut(text), to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  mutating func add(_ piece: String) {
    for scalar in piece.unicodeScalars {
      guard room > 0 else {
        isCut = true
        return
      }
      scalars.append(scalar)
      room -= 1
    }
  }

  mutating func add(_ expression: Expression, _ style: Style) {
    switch expression {
    case .constant(let value): add(value, style)
    case .functionID(let id): add(id)
    case .macro(let name): addVariable(name, style)
    case .escaped(let inner, _): add(inner, style)
    case .template(let tokens):
      if style == .quoted { add("\"") }
      for token in tokens where !isCut { add(token, .braced) }
      if style == .quoted { add("\"") }
    case .list(let elements):
      add("[")
      for (position, element) in elements.enumerated() where !isCut {
        if position > 0 { add(", ") }
        add(element, .quoted)
      }
      add("]")
    case .map(let entries):
      add("{")
      for (position, entry) in entries.enumerated() where !isCut {
        if position > 0 { add(", ") }
        add(entry.key, .braced)
        add(": ")
        add(entry.value, .quoted)
      }
      add("}")
    }
  }

  private mutating func addVariable(_ name: String, _ style: Style) {
    let braces = style == .bare ? ("", "") : ("{{", "}}")
    add(braces.0)
    add(name)
    add(braces.1)
    if !isVariable(name) { add(" (unknown)") }
  }

  private mutating func add(_ value: Value, _ style: Style) {
    switch value {
    case .list(let elements): add(.list(elements.map { .constant($0) }), style)
    case .map(let members):
      add(
        .map(
          members.elements.map {
            Expression.Entry(key: .constant(.string($0.key)), value: .constant($0.value))
          }), style)
    case .string(let text) where style == .quoted || text.isEmpty: add(Self.quoted(text))
    default: add(ValueConversion.text(value))
    }
  }
}
