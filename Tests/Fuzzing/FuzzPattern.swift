import TagRuntime

/// A pattern and, after a NUL, the text that it is looked for in.
enum FuzzPattern {
  static func check(_ bytes: [UInt8]) -> CInt {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let text = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
    for ignoreCase in [false, true] {
      do throws(PatternError) {
        let pattern = try Pattern(
          String(decoding: parts[0], as: UTF8.self), ignoreCase: ignoreCase)
        let group = pattern.group(0, in: text)
        precondition(pattern.isFound(in: text) == (group != nil))
        _ = pattern.group(pattern.groupCount, in: text)
      } catch {
        precondition(error.description.contains("; ") || error.description.contains(", "))
      }
    }
    return 0
  }
}
