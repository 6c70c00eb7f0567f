/// placeholder until CRE2 lands
public final class Pattern: Sendable {
  init(_ text: String, ignoreCase: Bool) throws(PatternError) {}
  func isFound(in text: String) -> Bool { false }
}
public struct PatternError: Error, CustomStringConvertible { public var description: String { "" } }
