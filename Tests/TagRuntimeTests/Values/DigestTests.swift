import Testing

@testable import TagRuntime

/// The hash functions of the macro `_hsh`.
struct DigestTests {
  private static func hexadecimal(_ bytes: [UInt8]) -> String? {
    BaseEncoding.base16.text(of: bytes)?.lowercased()
  }

  /// The examples at the end of RFC 1321, and those that NIST publishes beside FIPS 180-4.
  private static let vectors: [(algorithm: DigestAlgorithm, text: String, digest: String)] =
    [
      (
        .md5, "",
        "d41d8cd98f00b204e9800998ecf8427e"
      ),
      (
        .md5, "abc",
        "900150983cd24fb0d6963f7d28e17f72"
      ),
      (
        .md5, "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57edf4a22be3c955ac49da2e2107b67a"
      ),
      (
        .md5, "message digest",
        "f96b697d7cb7938d525a2f31aaf161d0"
      ),
      (
        .sha1, "",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709"
      ),
      (
        .sha1, "abc",
        "a9993e364706816aba3e25717850c26c9cd0d89d"
      ),
      (
        .sha1, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
      (
        .sha1,
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "a49b2446a02c645bf419f995b67091253a04a259"
      ),
      (
        .sha256, "",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
      ),
      (
        .sha256, "abc",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
      ),
      (
        .sha256, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        .sha256,
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
      (
        .sha384, "",
        "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da"
          + "274edebfe76f65fbd51ad2f14898b95b"
      ),
      (
        .sha384, "abc",
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
          + "8086072ba1e7cc2358baeca134c825a7"
      ),
      (
        .sha384, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "3391fdddfc8dc7393707a65b1b4709397cf8b1d162af05abfe8f450de5f36bc6"
          + "b0455a8520bc4e6f5fe95b1fe3c8452b"
      ),
      (
        .sha384,
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712"
          + "fcc7c71a557e2db966c3e9fa91746039"
      ),
      (
        .sha512, "",
        "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
          + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
      ),
      (
        .sha512, "abc",
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
          + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
      ),
      (
        .sha512, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "204a8fc6dda82f0a0ced7beb8e08a41657c16ef468b228a8279be331a703c335"
          + "96fd15c13b1b07f9aa1d3bea57789ca031ad85c7a71dd70354ec631238ca3445"
      ),
      (
        .sha512,
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
          + "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"
      ),
    ]

  @Test(arguments: vectors)
  func vector(_ algorithm: DigestAlgorithm, _ text: String, _ digest: String) {
    #expect(Self.hexadecimal(algorithm.digest(of: Array(text.utf8))) == digest)
  }

  /// The digest of the digests of 261 messages of 0 to 260 bytes, as another implementation has
  /// it: every length around the ends of one and two blocks is among them.
  private static let sums: [(algorithm: DigestAlgorithm, digest: String)] = [
    (
      .md5,
      "335831c642f8bfc90da593ac3f4b0c57"
    ),
    (
      .sha1,
      "a0dd889747eea99eb85521a505a0d9648dd05043"
    ),
    (
      .sha256,
      "1f836dbb94b0f2d1453da8239da88891bb241d51d881ad9663d3441a0ec6685b"
    ),
    (
      .sha384,
      "14e738e649422f3797f2e19667d3cd35c9171bc910e6f47da822c826c8cdabe4"
        + "4499b8ef18d36da05576de84558aabbc"
    ),
    (
      .sha512,
      "5a5ec85db9c2aa8435ab0b5d4b15c22f7c5c132d56ba298d3d959fdb98460357"
        + "66833033ceeed48ad213c9a0ea630f17ed50cdb20cc67128cc46021adf061a17"
    ),
  ]

  @Test(arguments: sums)
  func everyLength(_ algorithm: DigestAlgorithm, _ digest: String) {
    let digests = (0...260).flatMap { count in
      algorithm.digest(of: (0..<count).map { UInt8($0 * 7 % 251) })
    }
    #expect(Self.hexadecimal(algorithm.digest(of: digests)) == digest)
  }
}
