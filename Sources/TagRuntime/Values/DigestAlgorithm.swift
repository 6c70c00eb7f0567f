import CDigest

/// The hash functions of the macro `_hsh`, by the names that containers use. None of them guards
/// anything here: containers hash ids and e-mail addresses before they are sent.
enum DigestAlgorithm: String, Sendable, CaseIterable {
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

  /// The digest of bytes, or nil where the machine's library does not do this function.
  ///
  /// - Complexity: O(n) in the number of bytes.
  func digest(of bytes: [UInt8]) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: Int(CDigestLimit))
    let length = cdigest(function, bytes, bytes.count, &digest)
    return length == 0 ? nil : Array(digest.prefix(length))
  }

  private var function: CDigestFunction {
    switch self {
    case .md5: CDigestMD5
    case .sha1: CDigestSHA1
    case .sha256: CDigestSHA256
    case .sha384: CDigestSHA384
    case .sha512: CDigestSHA512
    }
  }
}
