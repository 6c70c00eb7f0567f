/// SplitMix64, so that every run tries the same cases.
struct TestRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Text made of everything that is difficult.
  mutating func hostileText(count: Int) -> String {
    let favourites: [UInt32] = [
      0x1B, 0x0D, 0x0A, 0x9B, 0x7F, 0x61, 0x31, 0x23, 0x202E, 0x2066, 0x200B, 0x200C, 0x200D,
      0xFE0F, 0xFE0E, 0x20E3, 0x301, 0x308, 0x1F468, 0x1F469, 0x2764, 0x1F3FD, 0x1F1E9, 0x1F1EA,
      0x6F22, 0xAC00, 0x1100, 0x1161, 0x11A8, 0x0915, 0x094D, 0x0937, 0x0903, 0xE0041, 0xE000,
      0xA9, 0x3164, 0xFFFD, 0x25CC, 0x0600, 0x5B, 0xAD,
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...count, using: &self) {
      let pick = UInt32.random(in: 0..<10, using: &self)
      let value =
        pick == 0
        ? UInt32.random(in: 0...0x10FFFF, using: &self)
        : favourites.randomElement(using: &self) ?? 0
      if let scalar = Unicode.Scalar(value) { text.append(scalar) }
    }
    return String(text)
  }
}
