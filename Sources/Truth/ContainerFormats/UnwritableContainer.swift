import OrderedCollections
import TagRuntime

/// The reason why a container cannot be written as a legacy binary or as a v5 JSON file.
public struct UnwritableContainer: Error, Sendable, Hashable {
  /// The kinds of refusals, each with its place and details.
  public enum Code: Sendable, Hashable {
    /// A container of the second generation, which has no legacy form.
    case firebase
    /// A legacy container, which has no v5 form.
    case legacy
    /// Something that only legacy containers have, in words.
    case legacyPart(what: String)
    /// A reference to a macro that does not exist.
    case missingMacro(name: String, place: String)
    /// A value that a v5 container has no form for.
    case valueWithoutForm(kind: String, place: String)
    /// A list that is longer than readers allow.
    case tooMany(what: String, count: Int, limit: Int)
    /// A value that is nested deeper than readers allow.
    case tooDeep(place: String, limit: Int)
    /// Values that unfold to more nodes than readers allow.
    case tooComplex(place: String, limit: Int)
    /// More bytes than readers allow.
    case tooLarge(bytes: Int, limit: Int)
    /// A constant of a kind that the binary has no type for.
    case value(kind: String, place: String)
    /// A parameter under a key that means something else in the binary.
    case reservedKey(key: String, place: String)
    /// An escaping that has no number in the binary.
    case escaping(number: Int, place: String)
    /// A rule that refers to something that does not exist; the fault in words.
    case rule(fault: String)
  }

  /// The kind of refusal.
  public var code: Code

  /// Creates an error for a refusal.
  package init(_ code: Code) { self.code = code }

  /// Refuses a list with more entries than a limit.
  static func check(
    _ count: Int, _ limit: Int, _ what: @autoclosure () -> String
  ) throws(UnwritableContainer) {
    guard count <= limit else {
      throw UnwritableContainer(.tooMany(what: what(), count: count, limit: limit))
    }
  }

  /// Refuses a value that is nested too deep.
  static func check(depth: Int, at place: String) throws(UnwritableContainer) {
    guard depth <= ContainerLimits.depth else {
      throw UnwritableContainer(.tooDeep(place: place, limit: ContainerLimits.depth))
    }
  }
}

extension UnwritableContainer: CustomStringConvertible {
  /// One sentence: the part that cannot be written, its place, the expected form and the remedy.
  public var description: String {
    switch code {
    case .firebase:
      "this is a second-generation container (Firebase, v5), but a binary has a legacy "
        + "one; compile an export of a legacy container"
    case .legacy:
      "this is a legacy container, but a v5 JSON file has a second-generation one "
        + "(Firebase); write it as a binary"
    case .legacyPart(let what):
      "\(what), which only legacy containers do; remove it to write a v5 JSON file"
    case .missingMacro(let name, let place):
      "\(place) names the variable '\(name)', which the container does not have; add the variable "
        + "or remove its name"
    case .valueWithoutForm(let kind, let place):
      "\(place) has a value of kind \(kind), which a v5 JSON file cannot contain; change or remove "
        + "it"
    case .tooMany(let what, let count, let limit):
      "'\(what)' has \(count) entries, but a container has at most \(limit); split or shorten it"
    case .tooDeep(let place, let limit):
      "\(place) is nested deeper than the \(limit) levels of a container; flatten it"
    case .tooComplex(let place, let limit):
      "\(place) unfolds to more than the \(limit) parts of a container; shorten it"
    case .tooLarge(let bytes, let limit):
      "the file would have \(bytes) bytes, but at most \(limit) are allowed; shorten the container"
    case .value(let kind, let place):
      "\(place) has a value of kind \(kind); a binary has only strings, integers, booleans, lists "
        + "and maps; change or remove it"
    case .reservedKey(let key, let place):
      "\(place) has a parameter '\(key)', a reserved key in a binary; rename or remove it"
    case .escaping(let number, let place):
      "\(place) has escaping \(number); a binary has only 1 to 17; remove it"
    case .rule(let fault):
      "\(fault); all parts of a container's rules must exist; correct it"
    }
  }
}

/// A container as a file, with remarks on the parts that are not in it.
public struct WrittenContainer: Sendable, Hashable {
  /// The whole file.
  public var bytes: [UInt8]
  /// The remarks for the user, one sentence each.
  public var remarks: [String]
}

extension Expression {
  /// The expression, or for a constant list or map a list or map of constants, which means the
  /// same.
  var withConstantsUnfolded: Expression {
    switch self {
    case .constant(.list(let elements)): .list(elements.map(Expression.constant))
    case .constant(.map(let members)):
      .map(
        members.elements.map { Entry(key: .constant(.string($0.key)), value: .constant($0.value)) })
    case .constant, .functionID, .macro, .list, .template, .map, .escaped: self
    }
  }
}
