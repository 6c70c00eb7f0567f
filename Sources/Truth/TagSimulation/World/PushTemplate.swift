package import OrderedCollections
public import TagRuntime

/// A push with places for arguments, such as `push event="tapBuy" price=${price=19.90}`.
public struct PushTemplate: Sendable, Hashable {
  /// One value and its path.
  public struct Part: Sendable, Hashable {
    /// The keys from the outer map to the value: `user.tier` is `["user", "tier"]`.
    public var path: [String]
    /// A constant, or the place of an argument.
    public var value: PushValue

    /// Creates a part; one with an empty path pushes nothing.
    public init(path: [String], value: PushValue) {
      self.path = path
      self.value = value
    }
  }

  /// The error for an argument that has no default and was not given.
  package struct MissingArgument: Error, Sendable, Hashable {
    package var name: String

    /// Creates an error for the parameter of a name.
    package init(name: String) { self.name = name }
  }

  /// The parts, in the order written. No path leads through the value of another.
  public var parts: [Part]

  /// Creates a template; one without parts pushes an empty map.
  public init(parts: [Part]) { self.parts = parts }

  /// The names and defaults of the parameters, in the order written.
  package var parameters: [(name: String, default: Value?)] {
    parts.flatMap(\.value.parameters)
  }

  /// Returns the map to push. Arguments that the template does not name are left out, and so is the
  /// key of a parameter that is absent.
  ///
  /// - Throws: `MissingArgument` for the first parameter without an argument and a default.
  /// - Complexity: O(n) in the number of parts.
  package func update(
    with arguments: OrderedDictionary<String, Value> = [:]
  ) throws(MissingArgument) -> Value {
    var members: OrderedDictionary<String, Value> = [:]
    for part in parts {
      let value: Value
      switch part.value {
      case .constant(let constant): value = constant
      case .parameter(let name, let fallback):
        guard let argument = arguments[name] ?? fallback else {
          throw MissingArgument(name: name)
        }
        value = argument
        if argument == .absent { continue }
      }
      Self.set(value, at: part.path[...], in: &members)
    }
    return .map(members)
  }

  private static func set(
    _ value: Value, at path: ArraySlice<String>, in members: inout OrderedDictionary<String, Value>
  ) {
    guard let key = path.first else { return }
    if path.count == 1 {
      members[key] = value
      return
    }
    // The map is taken out first, so that it is changed in place and not copied for every part.
    var inner = members.updateValue(.null, forKey: key)?.members ?? [:]
    set(value, at: path.dropFirst(), in: &inner)
    members[key] = .map(inner)
  }
}

/// A value that is the same in every push, or that an argument gives.
public enum PushValue: Sendable, Hashable {
  /// Always this value.
  case constant(Value)
  /// The argument of this name, or the default if there is one; an absent value is not pushed.
  case parameter(name: String, default: Value?)

  /// Its parameter, if it is one.
  var parameters: [(name: String, default: Value?)] {
    if case .parameter(let name, let value) = self { [(name, value)] } else { [] }
  }

  /// Returns the value with arguments; nil for a parameter without an argument and a default.
  func value(with arguments: OrderedDictionary<String, Value>) -> Value? {
    switch self {
    case .constant(let value): value
    case .parameter(let name, let fallback): arguments[name] ?? fallback
    }
  }
}
