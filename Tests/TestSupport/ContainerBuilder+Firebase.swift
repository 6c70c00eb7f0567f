package import TagRuntime

/// Containers of the second generation.
extension ContainerBuilder {
  /// A v5 container; the variable `event` is there from the start, and its runtime defines what
  /// it calls.
  package static func firebase(
    _ build: (inout ContainerBuilder) -> Void = { _ in }
  ) -> ContainerVersion {
    var builder = ContainerBuilder()
    builder.version.generation = .firebase
    builder.version.format = .firebase
    builder.version.macros[0].function = "__e"
    build(&builder)
    builder.version.runtime = []
    let calls = builder.version.macros + builder.version.tags
    for call in calls where !call.function.isEmpty && call.function != "__gone" {
      builder.version.runtimeFunctions.append(call.function)
    }
    return builder.version
  }
}

extension Expression {
  /// A table as v5 containers hold it: rows of named cells.
  package static func table(_ rows: KeyValuePairs<String, Expression>...) -> Expression {
    .list(rows.map { Expression.members($0) })
  }
}
