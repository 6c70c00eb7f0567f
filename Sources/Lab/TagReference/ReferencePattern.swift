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

  /// What has to be found from a place on.
  private indirect enum Todo {
    case nothing
    case node(Node, then: Todo)
    case progress(since: Int, then: Todo)
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
      let isHere = isFound(in: characters, at: start, &patience)
      if patience <= 0 { return nil }
      if isHere { return true }
    }
    return false
  }

  /// Whether all of `root` is found from a place on. What is still to be tried waits in a list, so
  /// that a text of any length fits the stack.
  private func isFound(in text: [Character], at start: Int, _ patience: inout Int) -> Bool {
    var waiting = [(todo: Todo.node(root, then: .nothing), place: start)]
    while let (todo, place) = waiting.popLast() {
      patience -= 1
      if patience <= 0 { return false }
      switch todo {
      case .nothing: return true
      case .progress(let before, let rest): if place > before { waiting.append((rest, place)) }
      case .node(.sequence(let nodes), let rest):
        waiting.append((nodes.reversed().reduce(rest) { .node($1, then: $0) }, place))
      case .node(.choice(let nodes), let rest):
        for node in nodes.reversed() { waiting.append((.node(node, then: rest), place)) }
      case .node(.many(let inner, let least, let most), let rest):
        if least == 0 { waiting.append((rest, place)) }
        guard most > 0 else { break }
        let others = Todo.node(.many(inner, least: 0, most: most - 1), then: rest)
        let then = least > 0 ? others : .progress(since: place, then: others)
        waiting.append((.node(inner, then: then), place))
      case .node(.start, let rest): if place == 0 { waiting.append((rest, place)) }
      case .node(.end, let rest): if place == text.count { waiting.append((rest, place)) }
      case .node(let one, let rest):
        if place < text.count, takes(one, text[place]) { waiting.append((rest, place + 1)) }
      }
    }
    return false
  }

  /// Whether what stands for one letter stands for this one.
  private func takes(_ node: Node, _ character: Character) -> Bool {
    switch node {
    case .letter(let letter):
      return character == (ignoresCase ? Character(letter.lowercased()) : letter)
    case .set(let members, let isNegated):
      let known = ignoresCase ? members.flatMap { [$0, Character($0.lowercased())] } : members
      return known.contains(character) != isNegated
    case .any: return true
    case .sequence, .choice, .many, .start, .end: return false
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
