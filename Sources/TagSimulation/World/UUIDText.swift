import TagRuntime

/// Identifiers as apps make them up, drawn from the seed.
enum UUIDText {
  private static let digits = Array("0123456789abcdef")

  /// A random identifier of version 4, such as `0123abcd-4567-4def-89ab-0123456789ab`.
  static func random(_ source: inout RandomSource) -> String {
    var text = ""
    for place in 0..<32 {
      if [8, 12, 16, 20].contains(place) { text.append("-") }
      switch place {
      case 12: text.append("4")
      case 16: text.append(digits[Int(8 + source.next() % 4)])
      default: text.append(digits[Int(source.next() % 16)])
      }
    }
    return text
  }
}
