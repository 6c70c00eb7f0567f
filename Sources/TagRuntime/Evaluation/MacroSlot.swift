/// All definitions of one macro name, and the rules that choose between them.
struct MacroSlot: Sendable {
  let name: String
  /// Positions of the definitions in the container's list of macros.
  var definitions: [Int] = []
  /// The last definition that may be used when no rule chooses one.
  var fallback: Int?
  /// Positions of the rules that add or remove a definition of this name.
  var rules: [Int] = []
  /// The least stable of all definitions and rules.
  var stability: Stability = .volatile
}
