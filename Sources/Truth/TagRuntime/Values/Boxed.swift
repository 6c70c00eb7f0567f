/// A large value behind one reference, copied when it is changed while it is shared.
///
/// It behaves as a value. Its owner passes eight bytes on instead of all of its fields, so a copy
/// costs one retain, and the compiler writes the copying of its fields once instead of in every
/// place that passes an owner on. Reading a part copies no other part, and a change is made in
/// place.
///
/// ```swift
/// @Boxed var world: World
/// world.ledger.queued += 1
/// ```
///
/// An array of one element is the storage: it is copied on write, and it is `Sendable` without an
/// unchecked conformance.
@frozen @propertyWrapper
public struct Boxed<Value: Sendable>: Sendable {
  @usableFromInline var storage: ContiguousArray<Value>

  /// Puts a value behind a reference.
  @inlinable public init(wrappedValue: Value) { storage = [wrappedValue] }

  /// The boxed value, which is changed in place.
  @inlinable public var wrappedValue: Value {
    _read { yield storage[0] }
    _modify { yield &storage[0] }
  }
}

extension Boxed: Equatable where Value: Equatable {
  /// Whether both values are equal.
  @inlinable public static func == (left: Boxed, right: Boxed) -> Bool {
    left.storage == right.storage
  }
}

extension Boxed: Hashable where Value: Hashable {
  /// Hashes the value as if it were not boxed.
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
