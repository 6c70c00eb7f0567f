import OrderedCollections
import TagRuntime

/// What became of one parameter on the way from one event to another.
struct ParameterChange: Sendable, Hashable {
  /// What can become of it.
  enum Kind: Sendable, Hashable {
    case kept
    case added
    case changed(from: Value)
    case dropped
  }

  var name: String
  /// Its value in the later event; for one that was dropped, in the earlier one.
  var value: Value
  var kind: Kind

  /// What distinguishes two events: the parameters of the later one in its order, then those that
  /// only the earlier one has.
  ///
  /// - Complexity: O(n) in the parameters.
  static func between(
    _ old: OrderedDictionary<String, Value>, _ new: OrderedDictionary<String, Value>
  ) -> [ParameterChange] {
    let later = new.elements.map { name, value in
      guard let before = old[name] else {
        return ParameterChange(name: name, value: value, kind: .added)
      }
      let kind: Kind = before == value ? .kept : .changed(from: before)
      return ParameterChange(name: name, value: value, kind: kind)
    }
    let dropped = old.elements.filter { new[$0.key] == nil }.map {
      ParameterChange(name: $0.key, value: $0.value, kind: .dropped)
    }
    return later + dropped
  }
}
