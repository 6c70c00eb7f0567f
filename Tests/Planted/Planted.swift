#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Which planted bug is awake. `.ci/campaign planted` puts a copy of this file into each target
/// with one.
enum Planted {
  private static let name = getenv("TAGSIM_PLANTED").map { String(cString: $0) }

  /// Whether the bug of this name is awake.
  static func isOn(_ name: String) -> Bool { name == Self.name }
}
