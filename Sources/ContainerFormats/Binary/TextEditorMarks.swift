/// What a text editor leaves where bytes of a binary were not text: the replacement character.
struct TextEditorMarks {
  private static let mark: [UInt8] = [0xEF, 0xBF, 0xBD]

  private var count: Int
  private var firstOffset: Int

  var code: ContainerError.Code { .savedAsText(marks: count, firstOffset: firstOffset) }

  /// The marks in bytes that could not be read, or nil when there are none.
  ///
  /// - Complexity: O(n) in the bytes.
  static func find(in bytes: [UInt8]) -> Self? {
    var found: Self?
    var index = 0
    while index + mark.count <= bytes.count {
      if bytes[index..<(index + mark.count)].elementsEqual(mark) {
        found = Self(count: (found?.count ?? 0) + 1, firstOffset: found?.firstOffset ?? index)
        index += mark.count
      } else {
        index += 1
      }
    }
    return found
  }
}
