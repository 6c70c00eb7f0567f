extension Style: CustomStringConvertible {
  /// The style in words, as golden files show it: `yellow on blue bold`, or `plain`.
  public var description: String {
    var words: [String] = []
    if foreground != .standard { words.append("\(foreground)") }
    if background != .standard { words.append("on \(background)") }
    let names: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.underline, "underline"), (.reverse, "reverse"),
    ]
    words += names.filter { attributes.contains($0.0) }.map(\.1)
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}
