/// The bounds of what is told about a container: whatever is in the file, the page stays readable
/// and grows no faster than the file.
enum DescriptionLimits {
  /// Scalars of one name, value, pattern or address.
  static let words = 160
  /// Scalars of the conditions of one rule.
  static let rule = 500
  /// Scalars of a note that people wrote.
  static let notes = 500
  /// Rules that are told of one tag or of one definition of a variable.
  static let rules = 20
  /// Names that are told in a row.
  static let names = 10
  /// Fields of a hit, parameters of a call and keys of a write.
  static let fields = 30
  /// Rules, and tags or conditions of each, that are looked through for names.
  static let looks = 50
  /// Arrows of a graph.
  static let arrows = 20_000
  /// Variables of one condition that become arrows.
  static let variablesPerCondition = 20
}
