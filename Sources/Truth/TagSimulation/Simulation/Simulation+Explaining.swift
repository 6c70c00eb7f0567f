package import TagRuntime

/// Queries that explain a world without changing it.
extension Simulation {
  /// Returns all definitions of a value as they are now, with the one in use marked.
  ///
  /// `event` is the event of Firebase at which it is looked at (v5), and `pushed` that of the data
  /// layer (v3); nil for none.
  package func definitions(
    of key: String, in id: String, during event: FirebaseEvent? = nil, pushed: PushedEvent? = nil
  ) -> [MacroDefinition] {
    runtime?.definitions(of: key, in: id, at: now, host: functions, during: event, pushed: pushed)
      ?? []
  }

  /// A value as rules and tags see it at an event of the data layer (v3).
  package func reading(
    of read: TypedRead, in id: String, pushed event: PushedEvent
  ) -> ValueReading {
    var runtime = runtime ?? Runtime()
    if isTracing { runtime.isTracing = true }
    return runtime.reading(
      of: read.key, as: read.kind, in: id, at: now, host: functions, pushed: event)
  }

  /// Returns a value as another version of a container would give it now; nil if that is not open.
  package func reading(
    of read: TypedRead, in id: String, having other: CompiledContainer,
    during event: FirebaseEvent? = nil, pushed: PushedEvent? = nil
  ) -> ValueReading? {
    runtime?.reading(
      of: read.key, as: read.kind, in: id, having: other, at: now, host: functions, during: event,
      pushed: pushed)
  }
}
