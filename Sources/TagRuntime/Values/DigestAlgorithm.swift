import Crypto

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

  /// The digest of bytes.
  ///
  /// - Complexity: O(n) in the number of bytes.
  func digest(of bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .md5: Self.digest(of: bytes, Insecure.MD5())
    case .sha1: Self.digest(of: bytes, Insecure.SHA1())
    case .sha256: Self.digest(of: bytes, SHA256())
    case .sha384: Self.digest(of: bytes, SHA384())
    case .sha512: Self.digest(of: bytes, SHA512())
    }
  }

  private static func digest(of bytes: [UInt8], _ function: some HashFunction) -> [UInt8] {
    var function = function
    bytes.withUnsafeBytes { function.update(bufferPointer: $0) }
    return Array(function.finalize())
  }
}
