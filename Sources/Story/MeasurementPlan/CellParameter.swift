import OrderedCollections
import TagRuntime

/// What an element of a list of parameters says: a name, and behind it a type, values or words.
struct CellParameter {
  var parameter: PlannedParameter
  /// Whether it is the name of a group: `[User Properties]`.
  var isGroup = false

  /// Words for a cell without parameters.
  private static let nothing: Set<String> = [
    "-", "–", "—", "none", "n/a", "na", "null", "…", "...",
  ]
  /// Texts in an object that are a type, not an example.
  private static let typeWords = PlanWords.words(
    "string number integer int float double boolean bool array object string[] number[] any")

  /// Reads the cell of a column of parameters.
  ///
  /// - Complexity: O(n) in its length.
  static func read(_ cell: String) -> [CellParameter] {
    if cell.utf8.allSatisfy({ $0.isASCIIWord || $0 == UInt8(ascii: "_") }) {
      let isName = !nothing.contains(cell.lowercased())
      return isName ? [CellParameter(parameter: PlannedParameter(path: [cell]))] : []
    }
    if cell.hasPrefix("{") || cell.hasPrefix("[{"),
      let value = try? JSONReader.read(Array(cell.utf8), depthLimit: PlanReader.depthLimit)
    {
      return read(value.members ?? value.elements?.first?.members ?? [:], under: [])
    }
    var pieces = CellList.pieces(cell, at: ",;|\n")
    if pieces.count == 1, cell.contains("/") {
      let parts = CellList.pieces(cell, at: "/")
      if parts.allSatisfy({ !$0.isEmpty && !$0.contains { "()[]'\":".contains($0) } }) {
        pieces = parts
      }
    }
    return pieces.compactMap(piece)
  }

  /// Reads the members of an object in a cell.
  private static func read(
    _ members: OrderedDictionary<String, Value>, under path: [String]
  ) -> [CellParameter] {
    members.elements.flatMap { name, value in
      var parameter = PlannedParameter(path: path + [name])
      let inside = value.members ?? value.elements?.lazy.compactMap(\.members).first
      if let inside, !inside.isEmpty {
        return read(inside, under: path + [value.members == nil ? name + "[]" : name])
      }
      let text = value.text ?? (value == .null ? "" : JSONWriter.write(value))
      if typeWords.contains(text) {
        parameter.set(PlanWords.type(text))
      } else if !text.allSatisfy({ ".…".contains($0) }), inside == nil {
        parameter.example = text
      }
      return [CellParameter(parameter: parameter)]
    }
  }

  private static func piece(_ piece: String) -> CellParameter? {
    var text = piece
    for bullet in ["- ", "• ", "* ", "– "] where text.hasPrefix(bullet) {
      text = PlanWords.trimmed(text.dropFirst(bullet.count))
    }
    guard !text.isEmpty, !nothing.contains(text.lowercased()) else { return nil }
    let bare = CellList.unquoted(text)
    if bare != text { return CellParameter(parameter: PlannedParameter(name: bare)) }
    if text.hasPrefix("["), text.hasSuffix("]") {
      let name = PlanWords.trimmed(text.dropFirst().dropLast())
      return CellParameter(parameter: PlannedParameter(path: [name]), isGroup: true)
    }
    var parameter = PlannedParameter(path: [])
    if let open = text.firstIndex(where: { "(（{".contains($0) }), open > text.startIndex,
      let last = text.last, ")）}".contains(last)
    {
      parameter.setBracket(String(text[text.index(after: open)...].dropLast()))
      text = PlanWords.trimmed(text[..<open])
    } else if let sign = text.firstIndex(where: { ":=".contains($0) }), sign > text.startIndex {
      let rest = PlanWords.trimmed(text[text.index(after: sign)...])
      if text[sign] == "=" { parameter.example = rest } else { parameter.setBracket(rest) }
      text = PlanWords.trimmed(text[..<sign])
    }
    if text.hasSuffix("*") || text.hasSuffix("?") {
      parameter.isRequired = text.hasSuffix("*")
      text = String(text.dropLast())
    }
    parameter.path = PlannedParameter(name: text).path
    return text.isEmpty ? nil : CellParameter(parameter: parameter)
  }
}

extension PlannedParameter {
  mutating func set(_ word: PlanWords.TypeWord) {
    let isBareList = !word.isList && word.types == [.list]
    (types, isList) = isBareList ? ([], true) : (word.types, word.isList)
    if word.isUnknown { types = [] }
    allowsNull = word.allowsNull
  }

  /// Reads what is in brackets behind a name: a type, a word for required, or values.
  fileprivate mutating func setBracket(_ text: String) {
    let parts = CellList.pieces(text, at: ",;|/")
    let lower = text.lowercased()
    if ["e.g", "eg ", "ex:", "ex.", "example", "i.e"].contains(where: lower.hasPrefix) {
      example = text
    } else if parts.allSatisfy({ $0.count > 1 && "\"'".contains($0.prefix(1)) }) {
      values = CellList.values(text)
    } else if parts.allSatisfy({ !PlanWords.type($0).isUnknown || PlanWords.truth($0) != nil }) {
      for part in parts {
        if let truth = PlanWords.truth(part) {
          isRequired = truth
        } else {
          set(PlanWords.type(part))
        }
      }
    } else if parts.count > 1, parts.allSatisfy({ !$0.contains(" ") && !$0.isEmpty }) {
      values = CellList.values(text)
    } else {
      description = text
    }
  }

  // MARK: Paths

  /// Creates a parameter from a name that people write as a path: `ecommerce.currencyCode`,
  /// `items[0].item_id`, `products.$.sku`.
  init(name: String) {
    self.init(path: [name])
    guard name.utf8.contains(where: { $0 == 0x2E || $0 == 0x5B }) else { return }
    let bare = name.hasPrefix("$.") ? name.dropFirst(2) : name[...]
    var parts: [String] = []
    for part in bare.split(separator: ".", omittingEmptySubsequences: false) {
      if part.isEmpty || part.first == " " || part.last == " " { return }
      let start = part.prefix { $0 != "[" }
      let index = part.dropFirst(start.count)
      if ["$", "*", "[]"].contains(part), let last = parts.popLast() {
        parts.append(last + "[]")
      } else if !start.isEmpty, index.count > 1, index.last == "]",
        index.dropFirst().dropLast().allSatisfy({ $0.isNumber || "*ni".contains($0) })
      {
        parts.append(start + "[]")
      } else {
        parts.append(String(part))
      }
    }
    path = parts
  }

  /// Its path for comparing: `items[].item_id` and `items.item_id` are the same.
  package var pathKey: String {
    path.count == 1 ? Self.bare(path[0]) : path.map(Self.bare).joined(separator: ".")
  }

  /// A part of a path without the mark of a list.
  package static func bare(_ part: String) -> String {
    part.hasSuffix("[]") ? String(part.dropLast(2)) : part
  }
}
