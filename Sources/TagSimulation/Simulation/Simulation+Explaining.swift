package import TagRuntime

/// Queries that explain a world without changing it.
extension Simulation {
  /// Returns all definitions of a value as they are now, with the one in use marked.
  ///
  /// `event` is the Firebase event at which the value is read (v5); nil for none.
  package func definitions(
    of key: String, in id: String, during event: FirebaseEvent? = nil
  ) -> [MacroDefinition] {
    runtime?.definitions(of: key, in: id, at: now, host: functions, during: event) ?? []
  }

  /// Returns a value as another version of a container would give it now; nil if that is not open.
  package func reading(
    of read: TypedRead, in id: String, having other: CompiledContainer,
    during event: FirebaseEvent? = nil
  ) -> ValueReading? {
    runtime?.reading(
      of: read.key, as: read.kind, in: id, having: other, at: now, host: functions, during: event)
  }
}
