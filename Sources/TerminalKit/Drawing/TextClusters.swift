/// Cuts visible text into pieces of one or two columns.
///
/// The pieces follow what terminals do, not what a font could do: every scalar with a width of its
/// own starts a piece. So a conjunct of two Devanagari consonants is two pieces although it is one
/// `Character`. Three things are taken together and are two columns wide: emoji joined by U+200D or
/// coloured by a skin tone, a base with the emoji selector U+FE0F, and two regional indicators.
struct TextClusters: Sequence, IteratorProtocol {
  private var scalars: String.UnicodeScalarView.Iterator
  private var following: Unicode.Scalar?

  init(visible text: String) {
    scalars = text.unicodeScalars.makeIterator()
    following = scalars.next()
  }

  mutating func next() -> TextCluster? {
    guard let first = following else { return nil }
    following = scalars.next()
    var cluster = TextCluster(text: String(first), width: TextWidth.ofScalar(first))
    var last = first
    while let scalar = following, belongs(scalar, to: first, after: last) {
      cluster.text.unicodeScalars.append(scalar)
      if widens(scalar) { cluster.width = 2 }
      last = scalar
      following = scalars.next()
    }
    return cluster
  }

  static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  static func isSkinTone(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F3FB...0x1F3FF).contains(scalar.value)
  }

  private func belongs(
    _ scalar: Unicode.Scalar, to first: Unicode.Scalar, after last: Unicode.Scalar
  ) -> Bool {
    if TextWidth.ofScalar(scalar) == 0 || last.value == 0x200D { return true }
    if Self.isSkinTone(scalar) { return first.value > 0xFF && first.properties.isEmoji }
    return last == first && Self.isRegionalIndicator(first) && Self.isRegionalIndicator(scalar)
  }

  private func widens(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0xFE0F || TextWidth.ofScalar(scalar) > 0
  }
}
