package import TagRuntime

/// What is asked of a world to explain it; nobody in it is told.
extension Simulation {
  /// All definitions of a value as they stand now, the one in use marked.
  ///
  /// `event` is the event of Firebase at which it is looked at (v5); nil for none.
  package func definitions(
    of key: String, in id: String, during event: FirebaseEvent? = nil
  ) -> [MacroDefinition] {
    runtime?.definitions(of: key, in: id, at: now, host: functions, during: event) ?? []
  }

  /// A value as another version of a container would give it now; nil where it is not open.
  package func reading(
    of read: TypedRead, in id: String, having other: CompiledContainer,
    during event: FirebaseEvent? = nil
  ) -> ValueReading? {
    runtime?.reading(
      of: read.key, as: read.kind, in: id, having: other, at: now, host: functions, during: event)
  }
}
