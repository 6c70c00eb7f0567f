/// The hash functions of the macro `_hsh`, by the names that containers use.
///
/// None of them protects anything here: containers hash ids and e-mail addresses before they are
/// sent. They are implemented here because the alternatives cost more: the development files of
/// OpenSSL take 14 MB and refuse MD5 on some machines, and swift-crypto takes longer to build than
/// everything else together.
///
/// RFC 1321 defines MD5, FIPS 180-4 the others. Source: LegacySDK §10.8.
package enum DigestAlgorithm: String, Sendable, CaseIterable {
  /// 128 bits.
  case md5 = "MD5"
  /// 160 bits.
  case sha1 = "SHA-1"
  /// 256 bits.
  case sha256 = "SHA-256"
  /// 384 bits.
  case sha384 = "SHA-384"
  /// 512 bits.
  case sha512 = "SHA-512"

  /// Returns the digest of bytes.
  ///
  /// - Complexity: O(n) in the number of bytes.
  package func digest(of bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .md5: MD5.digest(of: bytes)
    case .sha1: SHA1.digest(of: bytes)
    case .sha256: SHA2.digest(of: bytes, SHA256.self, from: SHA256.start)
    case .sha384:
      Array(SHA2.digest(of: bytes, SHA512.self, from: SHA512.shortStart).prefix(48))
    case .sha512: SHA2.digest(of: bytes, SHA512.self, from: SHA512.start)
    }
  }
}

/// The padding of a message to whole blocks: a bit 1, zeros, and its length in bits.
private enum Padding {
  static func padded(
    _ bytes: [UInt8], block: Int, lengthBytes: Int, isBigEndian: Bool
  ) -> [UInt8] {
    var message = bytes
    message.append(0x80)
    let rest = (message.count + lengthBytes) % block
    message += repeatElement(0, count: rest == 0 ? 0 : block - rest)
    // No array has so many bytes that the upper half of a long length is needed.
    message += repeatElement(0, count: lengthBytes - 8)
    let bits = UInt64(bytes.count) * 8
    for place in 0..<8 {
      message.append(
        UInt8(truncatingIfNeeded: bits >> UInt64(8 * (isBigEndian ? 7 - place : place))))
    }
    return message
  }
}

extension FixedWidthInteger {
  fileprivate func rotatedLeft(_ count: Int) -> Self {
    self << Self(count) | self >> Self(Self.bitWidth - count)
  }

  fileprivate func rotatedRight(_ count: Int) -> Self { rotatedLeft(Self.bitWidth - count) }

  /// Its bytes, the highest first.
  fileprivate var bigEndianBytes: [UInt8] {
    (1...Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> Self(Self.bitWidth - 8 * $0)) }
  }
}

/// The steps of RFC 1321.
private enum MD5 {
  private static let shifts = [
    [7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21],
  ]

  /// The whole part of 2^32 times the sine of 1 to 64, as the table of the RFC has it.
  private static let sines: [UInt32] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a, 0xa830_4613,
    0xfd46_9501, 0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be, 0x6b90_1122, 0xfd98_7193,
    0xa679_438e, 0x49b4_0821, 0xf61e_2562, 0xc040_b340, 0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d,
    0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8, 0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed,
    0xa9e3_e905, 0xfcef_a3f8, 0x676f_02d9, 0x8d2a_4c8a, 0xfffa_3942, 0x8771_f681, 0x6d9d_6122,
    0xfde5_380c, 0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70, 0x289b_7ec6, 0xeaa1_27fa,
    0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665, 0xf429_2244,
    0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92, 0xffef_f47d, 0x8584_5dd1,
    0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1, 0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb,
    0xeb86_d391,
  ]

  static func digest(of bytes: [UInt8]) -> [UInt8] {
    let message = Padding.padded(bytes, block: 64, lengthBytes: 8, isBigEndian: false)
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
    var words = [UInt32](repeating: 0, count: 16)
    for block in stride(from: 0, to: message.count, by: 64) {
      for place in 0..<16 {
        words[place] = (0..<4).reduce(0) {
          $0 | UInt32(message[block + 4 * place + $1]) << UInt32(8 * $1)
        }
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      for step in 0..<64 {
        let (mix, word): (UInt32, Int) =
          switch step / 16 {
          case 0: (b & c | ~b & d, step)
          case 1: (b & d | c & ~d, (5 * step + 1) % 16)
          case 2: (b ^ c ^ d, (3 * step + 5) % 16)
          default: (c ^ (b | ~d), 7 * step % 16)
          }
        let sum = a &+ mix &+ words[word] &+ sines[step]
        (a, d, c, b) = (d, c, b, b &+ sum.rotatedLeft(shifts[step / 16][step % 4]))
      }
      for (place, value) in [a, b, c, d].enumerated() { state[place] &+= value }
    }
    return state.flatMap { $0.bigEndianBytes.reversed() }
  }
}

/// The steps of FIPS 180-4 for SHA-1.
private enum SHA1 {
  static func digest(of bytes: [UInt8]) -> [UInt8] {
    let message = Padding.padded(bytes, block: 64, lengthBytes: 8, isBigEndian: true)
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0]
    var words = [UInt32](repeating: 0, count: 80)
    for block in stride(from: 0, to: message.count, by: 64) {
      for place in 0..<16 { words[place] = SHA2.word(message, at: block + 4 * place) }
      for place in 16..<80 {
        let mix = words[place - 3] ^ words[place - 8] ^ words[place - 14] ^ words[place - 16]
        words[place] = mix.rotatedLeft(1)
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for step in 0..<80 {
        let (mix, constant): (UInt32, UInt32) =
          switch step / 20 {
          case 0: (b & c ^ ~b & d, 0x5a82_7999)
          case 1: (b ^ c ^ d, 0x6ed9_eba1)
          case 2: (b & c ^ b & d ^ c & d, 0x8f1b_bcdc)
          default: (b ^ c ^ d, 0xca62_c1d6)
          }
        let sum = a.rotatedLeft(5) &+ mix &+ e &+ constant &+ words[step]
        (e, d, c, b, a) = (d, c, b.rotatedLeft(30), a, sum)
      }
      for (place, value) in [a, b, c, d, e].enumerated() { state[place] &+= value }
    }
    return state.flatMap(\.bigEndianBytes)
  }
}

/// The numbers in which the two families of SHA-2 differ.
private protocol SHA2Family {
  associatedtype Word: FixedWidthInteger & UnsignedInteger
  static var constants: [Word] { get }
  /// The rotations of Σ0 and Σ1, and of σ0 and σ1, of which the last count is a shift.
  static var rotations: (big0: [Int], big1: [Int], small0: [Int], small1: [Int]) { get }
}

/// The steps of FIPS 180-4 for SHA-256 and SHA-512.
private enum SHA2 {
  static func word<Word: FixedWidthInteger>(_ bytes: [UInt8], at start: Int) -> Word {
    var word: Word = 0
    for place in start..<start + Word.bitWidth / 8 { word = word << 8 | Word(bytes[place]) }
    return word
  }

  static func digest<Family: SHA2Family>(
    of bytes: [UInt8], _ family: Family.Type, from start: [Family.Word]
  ) -> [UInt8] {
    let (size, rounds) = (Family.Word.bitWidth / 8, Family.constants.count)
    let message = Padding.padded(bytes, block: 16 * size, lengthBytes: 2 * size, isBigEndian: true)
    let (constants, rotations) = (Family.constants, Family.rotations)
    var state = start
    var words = [Family.Word](repeating: 0, count: rounds)
    for block in stride(from: 0, to: message.count, by: 16 * size) {
      for place in 0..<16 { words[place] = word(message, at: block + size * place) }
      for place in 16..<rounds {
        words[place] =
          words[place - 16] &+ small(words[place - 15], rotations.small0)
          &+ words[place - 7] &+ small(words[place - 2], rotations.small1)
      }
      var v = state
      for step in 0..<rounds {
        let choice = v[4] & v[5] ^ ~v[4] & v[6]
        let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2]
        let first = v[7] &+ big(v[4], rotations.big1) &+ choice &+ constants[step] &+ words[step]
        let second = big(v[0], rotations.big0) &+ majority
        for place in (1..<8).reversed() { v[place] = v[place - 1] }
        v[4] &+= first
        v[0] = first &+ second
      }
      for place in 0..<8 { state[place] &+= v[place] }
    }
    return state.flatMap(\.bigEndianBytes)
  }

  private static func big<Word: FixedWidthInteger>(_ word: Word, _ counts: [Int]) -> Word {
    word.rotatedRight(counts[0]) ^ word.rotatedRight(counts[1]) ^ word.rotatedRight(counts[2])
  }

  private static func small<Word: FixedWidthInteger>(_ word: Word, _ counts: [Int]) -> Word {
    word.rotatedRight(counts[0]) ^ word.rotatedRight(counts[1]) ^ word >> Word(counts[2])
  }
}

/// The family with words of 32 bits, whose numbers are the upper halves of the first ones of the
/// other.
private enum SHA256: SHA2Family {
  static let start = SHA512.start.map { UInt32($0 >> 32) }

  static let rotations = (
    big0: [2, 13, 22], big1: [6, 11, 25], small0: [7, 18, 3], small1: [17, 19, 10]
  )

  static let constants = SHA512.constants.prefix(64).map { UInt32($0 >> 32) }
}

/// The family with words of 64 bits.
private enum SHA512: SHA2Family {
  static let start: [UInt64] = [
    0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1, 0x9b05_688c_2b3e_6c1f, 0x1f83_d9ab_fb41_bd6b, 0x5be0_cd19_137e_2179,
  ]

  /// The initial values of SHA-384.
  static let shortStart: [UInt64] = [
    0xcbbb_9d5d_c105_9ed8, 0x629a_292a_367c_d507, 0x9159_015a_3070_dd17, 0x152f_ecd8_f70e_5939,
    0x6733_2667_ffc0_0b31, 0x8eb4_4a87_6858_1511, 0xdb0c_2e0d_64f9_8fa7, 0x47b5_481d_befa_4fa4,
  ]

  static let rotations = (
    big0: [28, 34, 39], big1: [14, 18, 41], small0: [1, 8, 7], small1: [19, 61, 6]
  )

  /// The fractional parts of the cube roots of the first 80 primes.
  static let constants: [UInt64] = [
    0x428a_2f98_d728_ae22, 0x7137_4491_23ef_65cd, 0xb5c0_fbcf_ec4d_3b2f, 0xe9b5_dba5_8189_dbbc,
    0x3956_c25b_f348_b538, 0x59f1_11f1_b605_d019, 0x923f_82a4_af19_4f9b, 0xab1c_5ed5_da6d_8118,
    0xd807_aa98_a303_0242, 0x1283_5b01_4570_6fbe, 0x2431_85be_4ee4_b28c, 0x550c_7dc3_d5ff_b4e2,
    0x72be_5d74_f27b_896f, 0x80de_b1fe_3b16_96b1, 0x9bdc_06a7_25c7_1235, 0xc19b_f174_cf69_2694,
    0xe49b_69c1_9ef1_4ad2, 0xefbe_4786_384f_25e3, 0x0fc1_9dc6_8b8c_d5b5, 0x240c_a1cc_77ac_9c65,
    0x2de9_2c6f_592b_0275, 0x4a74_84aa_6ea6_e483, 0x5cb0_a9dc_bd41_fbd4, 0x76f9_88da_8311_53b5,
    0x983e_5152_ee66_dfab, 0xa831_c66d_2db4_3210, 0xb003_27c8_98fb_213f, 0xbf59_7fc7_beef_0ee4,
    0xc6e0_0bf3_3da8_8fc2, 0xd5a7_9147_930a_a725, 0x06ca_6351_e003_826f, 0x1429_2967_0a0e_6e70,
    0x27b7_0a85_46d2_2ffc, 0x2e1b_2138_5c26_c926, 0x4d2c_6dfc_5ac4_2aed, 0x5338_0d13_9d95_b3df,
    0x650a_7354_8baf_63de, 0x766a_0abb_3c77_b2a8, 0x81c2_c92e_47ed_aee6, 0x9272_2c85_1482_353b,
    0xa2bf_e8a1_4cf1_0364, 0xa81a_664b_bc42_3001, 0xc24b_8b70_d0f8_9791, 0xc76c_51a3_0654_be30,
    0xd192_e819_d6ef_5218, 0xd699_0624_5565_a910, 0xf40e_3585_5771_202a, 0x106a_a070_32bb_d1b8,
    0x19a4_c116_b8d2_d0c8, 0x1e37_6c08_5141_ab53, 0x2748_774c_df8e_eb99, 0x34b0_bcb5_e19b_48a8,
    0x391c_0cb3_c5c9_5a63, 0x4ed8_aa4a_e341_8acb, 0x5b9c_ca4f_7763_e373, 0x682e_6ff3_d6b2_b8a3,
    0x748f_82ee_5def_b2fc, 0x78a5_636f_4317_2f60, 0x84c8_7814_a1f0_ab72, 0x8cc7_0208_1a64_39ec,
    0x90be_fffa_2363_1e28, 0xa450_6ceb_de82_bde9, 0xbef9_a3f7_b2c6_7915, 0xc671_78f2_e372_532b,
    0xca27_3ece_ea26_619c, 0xd186_b8c7_21c0_c207, 0xeada_7dd6_cde0_eb1e, 0xf57d_4f7f_ee6e_d178,
    0x06f0_67aa_7217_6fba, 0x0a63_7dc5_a2c8_98a6, 0x113f_9804_bef9_0dae, 0x1b71_0b35_131c_471b,
    0x28db_77f5_2304_7d84, 0x32ca_ab7b_40c7_2493, 0x3c9e_be0a_15c9_bebc, 0x431d_67c4_9c10_0d4c,
    0x4cc5_d4be_cb3e_42b6, 0x597f_299c_fc65_7e2a, 0x5fcb_6fab_3ad6_faec, 0x6c44_198c_4a47_5817,
  ]
}
