/// The bounds that keep a hostile file from costing more than it is worth. Real containers stay
/// far below all of them.
public enum ContainerLimits {
  /// The largest file in bytes (10 MB).
  public static let bytes = 10_000_000
  /// From this many bytes on a reader remarks on the size: what Google publishes ends at 200 kB.
  public static let publishedBytes = 200_000
  /// Macros, tags, conditions and rules, of each at most this many.
  public static let functions = 5_000
  /// Conditions of one rule.
  public static let predicatesPerRule = 100
  /// Triggers that one tag or value collection of an export may name.
  public static let triggersPerEntity = 100
  /// Entries of each dictionary of a binary: keys, values, properties.
  public static let dictionaryEntries = 200_000
  /// Messages of all experiments of a container together.
  public static let experimentParts = 50_000
  /// Parameters of one function call of a binary.
  public static let propertiesPerFunction = 1_000
  /// Escapings of one value.
  public static let escapings = 100
  /// Indices in one list of a binary, such as the tags of a rule.
  public static let indices = 50_000
  /// How deep messages, values, JSON and property lists may nest.
  public static let depth = 64
  /// Instructions at the top of the runtime of a v5 container.
  public static let runtimeInstructions = 10_000
  /// Memory in bytes that a file of any size may need while it is read and compiled.
  public static let memoryFloor = 20_000_000
  /// Memory in bytes that a file may need for each of its own bytes beyond the floor.
  public static let memoryPerByte = 8
  /// Members of one map of JSON or a property list.
  public static let mapMembers = 10_000
  /// Bytes of text that one value of a binary may unfold to.
  public static let valueTextBytes = 1 << 20
  /// Nodes that one value of a binary may unfold to: values share children by index, so a few
  /// bytes can stand for billions.
  public static let valueNodes = 50_000
  /// Nodes of all parameters of a container together.
  public static let totalNodes = 2_000_000
}
