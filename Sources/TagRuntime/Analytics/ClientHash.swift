/// The hash by which Analytics draws a sample: the same client always falls on the same side.
///
/// Source: section 11.2 of the behaviour notes; the hash is the one of Analytics' first clients,
/// 28 bits wide, taken from the last character to the first.
enum ClientHash {
  /// The hash of a client id.
  static func hash(_ text: String) -> Int {
    var hash: UInt32 = 0
    for character in text.utf16.reversed() {
      let code = UInt32(character)
      hash = ((hash << 6) & 0x0FFF_FFFF) &+ code &+ (code << 14)
      let overflow = hash & 0x0FE0_0000
      if overflow != 0 { hash ^= overflow >> 21 }
    }
    return Int(hash)
  }

  /// Whether a client is part of a sample.
  ///
  /// - Parameter rate: the text of `&sf`, in percent; one that is no number samples nothing out.
  static func isSampled(_ client: String, rate: String?) -> Bool {
    guard let rate = rate.flatMap({ Double($0) }), rate.isFinite else { return true }
    return Double(hash(client) % 10_000) < rate * 100
  }
}
