/// A content experiment that comes with a container: what it writes to the data layer when the
/// container is put in use.
///
/// Source: GaExperimentSupplemental of the legacy container format.
public struct Experiment: Sendable, Hashable {
  /// How the name of a supplemental starts that is an experiment; phones know no others.
  public static let namePrefix = "gaExperiment:"

  /// A random number that is written under a key, so that a phone stays in its group.
  public struct Random: Sendable, Hashable {
    /// The dotted path in the data layer.
    public var key: String
    /// The least number.
    public var min: Int64
    /// The greatest number.
    public var max: Int64
    /// Whether a value that the key has already stays.
    public var retainsOriginalValue: Bool
    /// Milliseconds for which the number outlasts the process; zero or less is not at all.
    public var lifetime: Int64

    /// Creates one; the numbers that are left out are those of the container format.
    public init(
      key: String, min: Int64 = 0, max: Int64 = 2_147_483_647, retainsOriginalValue: Bool = false,
      lifetime: Int64 = 0
    ) {
      self.key = key
      self.min = min
      self.max = max
      self.retainsOriginalValue = retainsOriginalValue
      self.lifetime = lifetime
    }
  }

  /// The name of the supplemental, such as "gaExperiment:GTM-5HPNSZ_5D4X".
  public var name: String
  /// Prefixes that are cleared first, in the data layer and in what lasts.
  public var clears: [String]
  /// Updates that are pushed then, in order; what is no map is passed over.
  public var pushes: [Value]
  /// Random numbers that are written last, in order.
  public var randoms: [Random]

  /// Creates one.
  public init(
    name: String, clears: [String] = [], pushes: [Value] = [], randoms: [Random] = []
  ) {
    self.name = name
    self.clears = clears
    self.pushes = pushes
    self.randoms = randoms
  }
}
