package import TagRuntime

/// An app whose handlers are scripted and whose calls are kept.
///
/// It is a class so that a test can look at it after the runtime has used it; a test drives it
/// from one thread, which is what makes it safe to share.
package final class RecordingHost: FunctionHost, @unchecked Sendable {
  /// Answers of macro handlers by function name; others are not registered.
  package var macros: [String: (FunctionCallRequest) -> MacroAnswer] = [:]
  /// Answers of tag handlers by function name; others run and push nothing.
  package var tags: [String: (FunctionCallRequest) -> TagAnswer] = [:]
  /// Tags that have no handler.
  package var unregisteredTags: Set<String> = []
  /// The macros asked, in order.
  package private(set) var asked: [FunctionCallRequest] = []
  /// The tags run, in order.
  package private(set) var ran: [FunctionCallRequest] = []

  package init() {}

  package func answer(to macro: FunctionCallRequest) -> MacroAnswer {
    asked.append(macro)
    return macros[macro.name]?(macro) ?? .unregistered
  }

  package func run(_ tag: FunctionCallRequest) -> TagAnswer {
    if unregisteredTags.contains(tag.name) { return .unregistered }
    ran.append(tag)
    return tags[tag.name]?(tag) ?? .ran(pushes: [])
  }

  /// How often a macro was asked.
  package func askedCount(_ name: String) -> Int { asked.count { $0.name == name } }
}
