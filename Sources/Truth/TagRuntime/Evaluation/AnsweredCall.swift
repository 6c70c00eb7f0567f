import OrderedCollections

/// A call of the app's own code, with its arguments and its outcome. Reports, the log, the check of
/// containers and the monitor describe a call in the same words.
public struct AnsweredCall: Sendable, Hashable {
  /// The answer of the app's code to a call, or the reason why there is no answer.
  public enum Outcome: Sendable, Hashable {
    /// The code of a macro returned a value.
    case gave(Value)
    /// It returned something that a container cannot hold, so there is no value.
    case unusable(Value)
    /// The code of a tag ran; a tag gets nothing back.
    case ran
    /// The app has no handler or class of that name.
    case missing
    /// The code failed, for this reason.
    case failed(String)
  }

  /// The name and the arguments of the call.
  public var request: FunctionCallRequest
  /// The display name of the tag or macro that made the call.
  public var caller: String
  /// The value that came back, or the reason why there is no value.
  public var outcome: Outcome
}

extension AnsweredCall {
  init(_ request: FunctionCallRequest, _ caller: String, _ answer: MacroAnswer) {
    self.init(request: request, caller: caller, outcome: .missing)
    switch answer {
    case .value(let value):
      outcome = request.takes(value) ? .gave(value) : .unusable(value)
    case .unregistered: break
    case .failed(let reason): outcome = .failed(reason)
    }
  }

  init(_ request: FunctionCallRequest, _ caller: String, _ answer: TagAnswer) {
    self.init(request: request, caller: caller, outcome: .missing)
    switch answer {
    case .ran: outcome = .ran
    case .unregistered: break
    case .failed(let reason, _): outcome = .failed(reason)
    }
  }

  /// Whether someone should check the call: the code is missing, failed, or returned an unusable
  /// value.
  public var needsAttention: Bool {
    switch outcome {
    case .gave, .ran: false
    case .unusable, .missing, .failed: true
    }
  }

  // MARK: Words

  /// The outcome in words: "it returned 0.15 (double)".
  public var outcomeText: String {
    switch outcome {
    case .gave(let value): "it returned " + value.typedText
    case .unusable(.null), .unusable(.absent): "it returned nothing, so there is no value"
    case .unusable(let value):
      "it returned \(value.typedText), which a container cannot use, so there is no value"
    case .ran: "it ran; a tag gets no return value"
    case .missing: request.missingText
    case .failed(let reason): "it failed: \(reason)"
    }
  }

  /// One line: `addBonus(screen = "Cart" (string)): it ran; a tag gets no return value`.
  public var text: String { "\(request.text): \(outcomeText)" }

  /// The call and its outcome, with each argument on a separate line.
  public var lines: [String] {
    let arguments = request.argumentLines
    return ["calls \(request.title)" + (arguments.isEmpty ? " with no arguments" : "")]
      + arguments.map { "  " + $0 } + [outcomeText]
  }
}

extension FunctionCallRequest {
  /// The kind and the name of the called code: "function addBonus", "class Discount".
  public var title: String { (isClass ? "class " : "function ") + name }

  /// The arguments with their types, one per line: `screen = "Cart" (string)`.
  public var argumentLines: [String] {
    parameters.elements.map { "\($0.key) = \($0.value.typedText)" }
  }

  /// The call in one line: `addBonus(screen = "Cart" (string))`.
  public var text: String { "\(name)(\(argumentLines.joined(separator: ", ")))" }

  /// A phrase which says that the app has nothing of that name.
  public var missingText: String { Self.missingText(of: name, isClass: isClass) }

  /// Says that the app has no code of a given name.
  package static func missingText(of name: String, isClass: Bool) -> String {
    isClass
      ? "the app has no class \(name) that it can run" : "no handler is registered for \(name)"
  }

  /// Whether a container can hold a value that a macro's code returned.
  ///
  /// Source: LegacySDK §13.1, Firebase §5.8.
  fileprivate func takes(_ value: Value) -> Bool {
    switch value {
    case .null, .absent: false
    case .string, .int, .double, .bool: true
    case .list(let elements): !isClass && elements.allSatisfy(takes)
    case .map(let members): !isClass && members.elements.allSatisfy { takes($0.value) }
    }
  }
}

extension Value {
  /// The value as JSON with its type: `"Cart" (string)`.
  package var typedText: String {
    if case .double(let double) = self, !double.isFinite {
      return "\(ValueConversion.text(self)) (double)"
    }
    return "\(JSONWriter.write(self)) (\(kindName))"
  }
}
