/// All definitions of one macro name, and the rules that choose between them.
struct MacroSlot: Sendable {
  /// What one rule does to the definitions of this name, and of this name only.
  struct Choice: Sendable {
    let rule: Int
    var added: [Int] = []
    var removed: [Int] = []
  }

  let name: String
  /// Positions of the definitions in the container's list of macros.
  var definitions: [Int] = []
  /// The last definition that may be used when no rule chooses one.
  var fallback: Int?
  /// The rules that add or remove a definition of this name, in the order of the container.
  var choices: [Choice] = []
  /// The least stable of all definitions and rules.
  var stability: Stability = .volatile
}
