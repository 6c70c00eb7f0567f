/// A version of the SDK as its changelog writes it: "3.09", "3.17".
///
/// The parts are numbers: 3.9 is 3.09, and 3.10 comes after it.
public struct SDKVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The part before the point.
  public let major: Int
  /// The part after the point.
  public let minor: Int

  /// Creates a version from its parts.
  public init(_ major: Int, _ minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Reads two numbers with a point between them, or gives nil.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let major = Self.number(parts[0]), let minor = Self.number(parts[1])
    else { return nil }
    self.init(major, minor)
  }

  private static func number(_ text: Substring) -> Int? {
    let isNumber = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber ? Int(text) : nil
  }

  /// The version as the SDK writes it: the minor part has two digits, unless it is 0.
  public var description: String {
    "\(major)." + ((1...9).contains(minor) ? "0" : "") + "\(minor)"
  }

  /// The version with its last digit apart, as hits carry it: 3.09 is "3.0.9".
  ///
  /// Source: section 11.3 of the behaviour notes.
  var dotted: String { "\(major).\(minor / 10).\(minor % 10)" }

  /// Whether one version came out before another.
  public static func < (left: SDKVersion, right: SDKVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }
}
