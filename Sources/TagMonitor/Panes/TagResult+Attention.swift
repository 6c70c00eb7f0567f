import TagRuntime

extension TagResult {
  /// Whether the tag fired and did not do what one would expect of it.
  var needsAttention: Bool {
    switch self {
    case .nothingRan, .threw, .ignored, .refused: true
    case .hits, .called, .wrote, .logged: false
    }
  }
}
