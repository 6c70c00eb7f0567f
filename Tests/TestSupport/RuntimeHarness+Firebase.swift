package import OrderedCollections
package import TagRuntime

/// A runtime of the second generation (v5).
extension RuntimeHarness {
  /// An app with Firebase that has just come up; its container is there already, unless it has
  /// none.
  package static func firebase(
    _ container: ContainerVersion? = nil, validation: FirebaseValidation = .drop,
    isUsed: Bool = true, on platform: Platform = .ios
  ) -> RuntimeHarness {
    var settings = Settings(platform: platform)
    settings.generation = .firebase
    settings.firebaseValidation = validation
    var harness = RuntimeHarness(settings: settings)
    harness.send(.launched(isReachable: true))
    if let container {
      harness.open()
      harness.send(
        .savedLoaded(
          container: containerID, opening: harness.opening,
          .success(
            SavedContainer(
              container: CompiledContainer(container), refreshed: harness.now.wall))))
    }
    if isUsed { harness.send(.entered(.foreground)) }
    return harness
  }

  /// Logs an event.
  @discardableResult
  package mutating func log(
    _ name: String, _ parameters: OrderedDictionary<String, Value> = [:]
  ) -> [Effect] {
    send(.call(.firebase(.logEvent(name, parameters))))
  }
}

extension [Effect] {
  /// What became of the events of Firebase, in order.
  package var outcomes: [FirebaseOutcome] { updates.compactMap(\.firebase) }

  /// The long names of the events that went on to Firebase, in order.
  package var passed: [String] { outcomes.flatMap(\.passed).map(\.event.longName) }

  /// The events that were stored for Firebase.
  package var events: [Hit] { wholeHits.filter { $0.queue == .firebase } }
}
