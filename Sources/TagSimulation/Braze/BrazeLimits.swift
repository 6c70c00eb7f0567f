/// What Braze takes, and how much of it a simulated phone keeps.
///
/// Sources: Braze's public developer guide (Swift: user attributes, events, Google Tag Manager) and
/// the reference of its wrapper SDKs. *Inferred* is what they leave open and this program decides.
public enum BrazeLimits {
  /// The most characters of a name, a key or a text. Longer texts of attributes are cut (guide);
  /// that names, keys and texts of properties are cut as well is inferred.
  public static let characters = 255
  /// The most bytes of a user id, in UTF-8: what Braze's own SDK for Android checks; inferred for
  /// iOS.
  public static let userIDBytes = 997
  /// The most elements of an array attribute, the default of an account; the rest is cut.
  public static let arrayElements = 500
  /// The most bytes of the properties of one event: 50 KB (reference). That they are counted as
  /// JSON of ours, and that the event is refused, is inferred.
  public static let propertyBytes = 50 * 1024
  /// Keys that properties of events cannot have (guide); that the property is left out is inferred.
  public static let reservedKeys = ["time", "event_name"]
  /// What neither names nor keys begin with (reference).
  public static let reservedPrefix = "$"
  /// The most calls that a simulated phone keeps: a bound of this program, not of Braze.
  public static let calls = 10_000
}
