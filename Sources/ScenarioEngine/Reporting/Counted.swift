/// Numbers of things: "1 hit", "2 hits".
public enum Counted {
  /// A number with its noun, whose plural ends in "s".
  public static func text(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}
