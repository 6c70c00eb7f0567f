extension TerminalText {
  /// A JSON text in which every character that a terminal would not draw as it stands is written as
  /// an escape of JSON, so that the text is safe and still means the same.
  ///
  /// Characters are judged one by one, so marks and joiners are escaped even where they combine.
  ///
  /// - Parameter json: a JSON text whose control characters are escaped already.
  /// - Complexity: O(n) in the length of the text.
  public static func escapedJSON(_ json: String) -> String {
    if isPrintableASCII(json) { return json }
    var escaped = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      if isSafe(String(scalar)) {
        escaped.append(scalar)
      } else {
        for unit in String(scalar).utf16 { escaped.append(contentsOf: escape(unit).unicodeScalars) }
      }
    }
    return String(escaped)
  }

  private static func escape(_ unit: UInt16) -> String {
    let hex = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
  }
}
