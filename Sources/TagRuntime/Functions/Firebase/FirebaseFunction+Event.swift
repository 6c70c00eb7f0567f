extension FirebaseFunction {
  /// The name of the event, that of Firebase's own ones in long form; undefined outside of one.
  static let event = FirebaseFunction(
    id: "__e", stability: .event, words: "event name",
    body: .variable { _, evaluator in
      evaluator.firebase?.event.map { .string($0.longName) } ?? .absent
    })
}
