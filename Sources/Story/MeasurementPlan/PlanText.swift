import ContainerFormats

/// The text of a file of a plan in UTF-8.
///
/// UTF-8 and UTF-16 are read with and without a byte order mark; what is neither is read as
/// Windows-1252, which is a guess.
struct PlanText {
  /// The largest file that is read.
  static let byteLimit = 64 << 20
  /// The bytes in which zeros beside letters show UTF-16 without a mark.
  private static let probeLength = 512

  /// The text without its mark.
  let bytes: [UInt8]
  /// Whether the encoding is a guess.
  private(set) var isGuessed = false

  /// - Complexity: O(n) in the bytes.
  init(_ raw: [UInt8]) {
    let wide = WideText(of: raw) ?? Self.unmarked(raw)
    if let wide, let text = wide.utf8(of: raw) {
      bytes = text
      return
    }
    let body = raw.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(raw.dropFirst(3)) : raw
    if String(validating: body, as: UTF8.self) != nil {
      bytes = body
    } else {
      isGuessed = true
      var text = String.UnicodeScalarView()
      for byte in body { text.append(Self.windows(byte)) }
      bytes = Array(String(text).utf8)
    }
  }

  /// UTF-16 without a mark: every other byte of a head in letters of English is zero.
  private static func unmarked(_ raw: [UInt8]) -> WideText? {
    let probe = raw.prefix(probeLength)
    guard probe.count >= 4 else { return nil }
    let zeros = probe.indices.filter { probe[$0] == 0 }
    let odd = zeros.count { $0 % 2 == 1 }
    guard zeros.count * 4 >= probe.count, odd == 0 || odd == zeros.count else { return nil }
    return WideText(isBigEndian: odd == 0)
  }

  /// The signs of Windows-1252 that differ from those of Latin-1, from 0x80.
  private static let windowsSigns: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  private static func windows(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(windowsSigns[Int(byte) - 0x80]) ?? Unicode.Scalar(byte)
  }
}
