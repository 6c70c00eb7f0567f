/// Writes values as JSON: one line, keys in the order of the map, exact integers, doubles that
/// stay recognisable as doubles. The same value gives the same bytes everywhere.
public enum JSONWriter {
  /// Returns the JSON text of a value.
  ///
  /// An absent list slot is written as the word `absent`, which only the scenario language reads
  /// back.
  ///
  /// - Complexity: O(n) in the length of the text.
  public static func write(_ value: Value) -> String {
    var output = JSONOutput()
    output.write(value)
    return output.text
  }

  /// Appends the JSON text of a value to bytes.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func append(_ value: Value, to bytes: inout [UInt8]) {
    var output = JSONOutput()
    output.write(value)
    output.append(to: &bytes)
  }

  /// Appends a string in quotes, with control characters escaped.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    var output = JSONOutput()
    output.write(quoted: text)
    output.append(to: &bytes)
  }
}
