/// A pattern, matched by trying everything: letters, `.`, sets in brackets, groups, `|`, `*`, `+`,
/// `?`, `^` and `$`. Whatever else patterns may have is not known here, and whoever asks is told.
struct ReferencePattern {
  private indirect enum Node {
    case letter(Character)
    case any
    case set([Character], isNegated: Bool)
    case sequence([Node])
    case choice([Node])
    case many(Node, least: Int, most: Int)
    case start
    case end
  }

  /// What the text has that is no letter and not known.
  private static let unknown: Set<Character> = ["\\", "{", "}"]
  /// How often a place is looked at before it is given up.
  private static let patience = 200_000

  private let root: Node
  private let ignoresCase: Bool

  /// Reads a pattern; nil where it has something that is not known here.
  init?(_ source: String, ignoresCase: Bool) {
    if source.contains(where: Self.unknown.contains) { return nil }
    if source.contains("(?") || source.contains(where: { !$0.isASCII || $0.isNewline }) {
      return nil
    }
    var rest = Array(source)[...]
    guard let root = Self.choice(&rest), rest.isEmpty else { return nil }
    self.root = root
    self.ignoresCase = ignoresCase
  }

  /// Whether it is found anywhere in a text; nil where that takes too long.
  func isFound(in text: String) -> Bool? {
    guard text.allSatisfy({ $0.isASCII && !$0.isNewline }) else { return nil }
    let characters = Array(ignoresCase ? text.lowercased() : text)
    var patience = Self.patience
    for start in 0...characters.count {
      let isHere = match(root, characters, start, &patience) { _, _ in true }
      if patience <= 0 { return nil }
      if isHere { return true }
    }
    return false
  }

  private func match(
    _ node: Node, _ text: [Character], _ place: Int, _ patience: inout Int,
    _ next: (Int, inout Int) -> Bool
  ) -> Bool {
    patience -= 1
    if patience <= 0 { return false }
    switch node {
    case .letter(let letter):
      let wanted = ignoresCase ? Character(letter.lowercased()) : letter
      return place < text.count && text[place] == wanted && next(place + 1, &patience)
    case .any: return place < text.count && next(place + 1, &patience)
    case .set(let members, let isNegated):
      guard place < text.count else { return false }
      let known = ignoresCase ? members.flatMap { [$0, Character($0.lowercased())] } : members
      return known.contains(text[place]) != isNegated && next(place + 1, &patience)
    case .start: return place == 0 && next(place, &patience)
    case .end: return place == text.count && next(place, &patience)
    case .choice(let nodes):
      for node in nodes where match(node, text, place, &patience, next) { return true }
      return false
    case .sequence(let nodes):
      guard let first = nodes.first else { return next(place, &patience) }
      return match(first, text, place, &patience) { after, patience in
        match(.sequence(Array(nodes.dropFirst())), text, after, &patience, next)
      }
    case .many(let inner, let least, let most):
      let more =
        most > 0
        && match(inner, text, place, &patience) { after, patience in
          after > place
            && match(
              .many(inner, least: max(0, least - 1), most: most - 1), text, after, &patience, next)
        }
      return more || (least == 0 && next(place, &patience))
    }
  }

  // MARK: Reading

  private static func choice(_ rest: inout ArraySlice<Character>) -> Node? {
    var branches: [Node] = []
    while true {
      guard let branch = sequence(&rest) else { return nil }
      branches.append(branch)
      guard rest.first == "|" else { return branches.count == 1 ? branches[0] : .choice(branches) }
      rest.removeFirst()
    }
  }

  private static func sequence(_ rest: inout ArraySlice<Character>) -> Node? {
    var nodes: [Node] = []
    while let character = rest.first, character != "|", character != ")" {
      rest.removeFirst()
      var node: Node
      switch character {
      case "(":
        guard let inner = choice(&rest), rest.popFirst() == ")" else { return nil }
        node = inner
      case "[":
        guard let set = set(&rest) else { return nil }
        node = set
      case ".": node = .any
      case "^": node = .start
      case "$": node = .end
      case "*", "+", "?", "]": return nil
      default: node = .letter(character)
      }
      if let sign = rest.first, "*+?".contains(sign) {
        rest.removeFirst()
        switch node {
        case .start, .end: return nil
        default: break
        }
        node = .many(node, least: sign == "+" ? 1 : 0, most: sign == "?" ? 1 : 100_000)
        // Lazy and possessive ones are not known here.
        if let next = rest.first, "*+?".contains(next) { return nil }
      }
      nodes.append(node)
    }
    return .sequence(nodes)
  }

  private static func set(_ rest: inout ArraySlice<Character>) -> Node? {
    var members: [Character] = []
    var isNegated = false
    if rest.first == "^" {
      isNegated = true
      rest.removeFirst()
    }
    while let character = rest.popFirst() {
      if character == "]" { return members.isEmpty ? nil : .set(members, isNegated: isNegated) }
      if "-[&~^".contains(character) { return nil }
      members.append(character)
    }
    return nil
  }
}
