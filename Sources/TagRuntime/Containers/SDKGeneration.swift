/// The two generations of the mobile SDK, which load different containers.
public enum SDKGeneration: String, Sendable, Hashable, CaseIterable {
  /// The legacy SDK: binaries and containers of keys and values, macros and rules.
  case legacy
  /// The SDK on Firebase (v5): JSON containers, variables and triggers.
  case firebase
}
