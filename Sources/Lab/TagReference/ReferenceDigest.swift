/// Digests computed by the book: every constant is worked out from its definition, and every step
/// is done as it is printed there.
///
/// Source: LegacySDK §10.8; RFC 1321 and FIPS 180-4.
enum ReferenceDigest {
  /// The digest of bytes in capital base 16; nil for an algorithm that is not known here.
  static func text(of bytes: [UInt8], by algorithm: String) -> String? {
    let words: [UInt32]
    switch algorithm {
    case "MD5": words = md5(blocks(of: bytes, isBigEndian: false)).map(\.byteSwapped)
    case "SHA-1": words = sha1(blocks(of: bytes, isBigEndian: true))
    case "SHA-256": words = sha256(blocks(of: bytes, isBigEndian: true))
    default: return nil
    }
    return words.map { word in
      let digits = String(word, radix: 16, uppercase: true)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// The input with its padding and its length, in blocks of sixteen words.
  private static func blocks(of bytes: [UInt8], isBigEndian: Bool) -> [[UInt32]] {
    var padded = bytes + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let bits = UInt64(bytes.count) * 8
    for place in 0..<8 as Range<UInt64> {
      padded.append(UInt8(truncatingIfNeeded: bits >> (8 * (isBigEndian ? 7 - place : place))))
    }
    return stride(from: 0, to: padded.count, by: 64).map { start in
      (0..<16).map { word in
        let four = padded[start + 4 * word..<start + 4 * word + 4].map { UInt32($0) }
        return (isBigEndian ? four : four.reversed()).reduce(0) { $0 << 8 | $1 }
      }
    }
  }

  private static func turned(_ word: UInt32, _ places: UInt32) -> UInt32 {
    word << places | word >> (32 - places)
  }

  private static func sums(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
    zip(left, right).map { $0 &+ $1 }
  }

  // MARK: MD5

  private static func md5(_ blocks: [[UInt32]]) -> [UInt32] {
    let turns: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
    let sines = (1...64).map(sine)
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
    for block in blocks {
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      for step in 0..<64 {
        var mixed = c ^ (b | ~d)
        var word = 7 * step % 16
        switch step / 16 {
        case 0: (mixed, word) = (b & c | ~b & d, step)
        case 1: (mixed, word) = (b & d | c & ~d, (5 * step + 1) % 16)
        case 2: (mixed, word) = (b ^ c ^ d, (3 * step + 5) % 16)
        default: break
        }
        let sum = a &+ mixed &+ block[word] &+ sines[step]
        (a, d, c, b) = (d, c, b, b &+ turned(sum, turns[step / 16][step % 4]))
      }
      state = sums(state, [a, b, c, d])
    }
    return state
  }

  /// The first 32 bits behind the point of a sine, by its series.
  private static func sine(_ angle: Int) -> UInt32 {
    let rest = Double(angle).remainder(dividingBy: 2 * .pi)
    var (term, sum) = (rest, rest)
    for power in stride(from: 3.0, to: 40, by: 2) {
      term *= -rest * rest / (power * (power - 1))
      sum += term
    }
    return UInt32(abs(sum) * 0x1p32)
  }

  // MARK: SHA

  private static func sha1(_ blocks: [[UInt32]]) -> [UInt32] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for block in blocks {
      var words = block
      for step in 16..<80 {
        words.append(
          turned(words[step - 3] ^ words[step - 8] ^ words[step - 14] ^ words[step - 16], 1))
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for step in 0..<80 {
        var mixed = b ^ c ^ d
        if step < 20 { mixed = b & c | ~b & d }
        if 40..<60 ~= step { mixed = b & c | b & d | c & d }
        let constants: [UInt32] = [0x5A82_7999, 0x6ED9_EBA1, 0x8F1B_BCDC, 0xCA62_C1D6]
        let sum = turned(a, 5) &+ mixed &+ e &+ constants[step / 20] &+ words[step]
        (e, d, c, b, a) = (d, c, turned(b, 30), a, sum)
      }
      state = sums(state, [a, b, c, d, e])
    }
    return state
  }

  private static func sha256(_ blocks: [[UInt32]]) -> [UInt32] {
    let constants = primes.map { root(of: UInt128($0) << 96, power: 3) }
    var state = primes.prefix(8).map { root(of: UInt128($0) << 64, power: 2) }
    func small(_ word: UInt32, _ first: UInt32, _ second: UInt32, shift: UInt32) -> UInt32 {
      turned(word, 32 - first) ^ turned(word, 32 - second) ^ word >> shift
    }
    func large(_ word: UInt32, _ places: [UInt32]) -> UInt32 {
      places.reduce(0) { $0 ^ turned(word, 32 - $1) }
    }
    for block in blocks {
      var words = block
      for step in 16..<64 {
        words.append(
          words[step - 16] &+ small(words[step - 15], 7, 18, shift: 3) &+ words[step - 7]
            &+ small(words[step - 2], 17, 19, shift: 10))
      }
      var now = state
      for step in 0..<64 {
        let choice = now[4] & now[5] ^ ~now[4] & now[6]
        let most = now[0] & now[1] ^ now[0] & now[2] ^ now[1] & now[2]
        let first =
          now[7] &+ large(now[4], [6, 11, 25]) &+ choice &+ constants[step] &+ words[step]
        let second = large(now[0], [2, 13, 22]) &+ most
        now = [first &+ second] + now.dropLast()
        now[4] &+= first
      }
      state = sums(state, now)
    }
    return state
  }

  private static var primes: [Int] {
    Array((2...311).filter { number in !(2..<number).contains { number % $0 == 0 } })
  }

  /// The last 32 bits of the largest whole number whose power is not above a number.
  private static func root(of number: UInt128, power: Int) -> UInt32 {
    var root: UInt128 = 0
    for bit in (0..<40).reversed() {
      let larger = root | 1 << UInt128(bit)
      if (0..<power).reduce(UInt128(1), { product, _ in product * larger }) <= number {
        root = larger
      }
    }
    return UInt32(truncatingIfNeeded: root)
  }
}
