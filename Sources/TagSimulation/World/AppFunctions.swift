import OrderedCollections
public import TagRuntime

/// The handlers that the simulated app has registered with its containers.
struct AppFunctions: FunctionHost {
  let app: App
  let device: Device
  let handlers: Set<HandlerRegistration>

  func answer(to macro: FunctionCallRequest) -> MacroAnswer {
    if macro.isClass { return given(by: macro) }
    guard isRegistered(macro, .macro),
      let function = app.container(macro.container)?.macroFunctions
        .first(where: { $0.name == macro.name })
    else { return .unregistered }
    return answer(of: function.cases, to: macro)
  }

  /// What a class gives, of whatever type.
  private func given(by call: FunctionCallRequest) -> MacroAnswer {
    switch app.appClass(call.name)?.body {
    case nil: return .unregistered
    case .gives(let cases)?: return answer(of: cases, to: call)
    case .acts(let actions)?:
      let failure = AppTag.run(actions, with: call.parameters).failure
      return failure.map { .failed($0) } ?? .value(.null)
    }
  }

  private func answer(of cases: [AppMacro.Case], to call: FunctionCallRequest) -> MacroAnswer {
    for line in cases where line.conditions.allSatisfy({ holds($0, call) }) {
      switch line.outcome {
      case .value(let value): return .value(value)
      case .fails(let reason): return .failed(reason)
      case .echo: return .value(.string(Self.echo(of: call)))
      }
    }
    return .value(.null)
  }

  private static func echo(of call: FunctionCallRequest) -> String {
    let arguments = call.parameters.elements.map { "\($0.key)=\(ValueConversion.text($0.value))" }
    return call.name + "(" + arguments.joined(separator: ", ") + ")"
  }

  func run(_ tag: FunctionCallRequest) -> TagAnswer {
    guard let actions = actions(of: tag) else { return .unregistered }
    let run = AppTag.run(actions, with: tag.parameters)
    return run.failure.map { .failed($0, pushes: run.pushes) } ?? .ran(pushes: run.pushes)
  }

  /// What the code does that a tag calls; nil where there is none.
  func actions(of call: FunctionCallRequest) -> [AppTag.Action]? {
    if call.isClass {
      switch app.appClass(call.name)?.body {
      case nil: return nil
      case .acts(let actions)?: return actions
      case .gives(let cases)?:
        // Its value is lost on a tag; that it throws is not.
        guard case .failed(let reason) = answer(of: cases, to: call) else { return [] }
        return [.fails(reason)]
      }
    }
    guard isRegistered(call, .tag) else { return nil }
    return app.container(call.container)?.tagFunctions.first { $0.name == call.name }?.actions
  }

  private func isRegistered(
    _ call: FunctionCallRequest, _ kind: HandlerRegistration.Kind
  ) -> Bool {
    handlers.contains(
      HandlerRegistration(container: call.container, kind: kind, name: call.name))
  }

  /// A condition names a parameter of the call, or else a property of the phone.
  private func holds(_ condition: AppMacro.Condition, _ call: FunctionCallRequest) -> Bool {
    let actual = call.parameters[condition.name] ?? device.property(condition.name)
    return actual.map(ValueConversion.text) == ValueConversion.text(condition.value)
  }
}

extension Device {
  /// A property by the name that scenarios use.
  func property(_ name: String) -> Value? {
    switch name {
    case "language": .string(language)
    case "country": .string(country)
    case "screen": .string("\(screenWidth)x\(screenHeight)")
    case "os": .string(osVersion)
    case "model": .string(model)
    case "currency": currency.map { .string($0) }
    case "location": location.map { .string($0) }
    default: nil
    }
  }
}

/// A function-call macro that an app registers: a table of which the first case that applies
/// answers.
public struct AppMacro: Sendable, Hashable {
  /// A parameter or device property that must have a value.
  public struct Condition: Sendable, Hashable {
    /// The name of the parameter or property.
    public var name: String
    /// The value it must have.
    public var value: Value

    /// Creates a condition.
    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// What a case answers.
  public enum Outcome: Sendable, Hashable {
    /// A value.
    case value(Value)
    /// An error with its reason.
    case fails(String)
    /// The call itself as a text, such as `discount(language=es)`.
    case echo
  }

  /// One line of the table.
  public struct Case: Sendable, Hashable {
    /// All of these must hold; none means always.
    public var conditions: [Condition]
    /// The answer.
    public var outcome: Outcome

    /// Creates a case.
    public init(conditions: [Condition] = [], outcome: Outcome) {
      self.conditions = conditions
      self.outcome = outcome
    }
  }

  /// The name it is registered under.
  public var name: String
  /// The table.
  public var cases: [Case]

  /// Creates a macro function.
  public init(name: String, cases: [Case]) {
    self.name = name
    self.cases = cases
  }
}

/// A function-call tag that an app registers. Without actions it only notes that it was called.
public struct AppTag: Sendable, Hashable {
  /// One thing a call does.
  public enum Action: Sendable, Hashable {
    /// Pushes to the data layer; the arguments are the tag's parameters.
    case pushes(PushTemplate)
    /// Answers with an error.
    case fails(String)
    /// Hands its parameters to the provider of Braze's guide, or to one that reads others.
    case braze(BrazeProvider, BrazeMapping = .guide)
  }

  /// The name it is registered under.
  public var name: String
  /// What a call does, in order.
  public var actions: [Action]

  /// Creates a tag function.
  public init(name: String, actions: [Action] = []) {
    self.name = name
    self.actions = actions
  }
}

// MARK: - Run

extension AppTag {
  /// What one call of an app's code did.
  struct Run: Sendable {
    /// What it pushed, in order; a class logs these as events.
    var pushes: [Value] = []
    /// The Braze providers that it went through, in order, with the parameters that they read.
    var providers: [(provider: BrazeProvider, mapping: BrazeMapping)] = []
    /// Why it threw; nil where it came to its end.
    var failure: String?
  }

  /// Does the actions of a call, up to the first that throws.
  static func run(
    _ actions: [Action], with parameters: OrderedDictionary<String, Value>
  ) -> Run {
    var run = Run()
    for action in actions where run.failure == nil {
      switch action {
      case .fails(let reason): run.failure = reason
      case .pushes(let template):
        do throws(PushTemplate.MissingArgument) {
          run.pushes.append(try template.update(with: parameters))
        } catch {
          run.failure = "the tag has no parameter \(error.name)"
        }
      case .braze(let provider, let mapping):
        run.providers.append((provider, mapping))
        if case .raises(let reason) = provider.outcome(of: parameters, by: mapping) {
          run.failure = reason
        }
      }
    }
    return run
  }
}

/// A class of the app that tags and variables of the second generation (v5) name by its path. Every
/// call makes an instance, so nothing is remembered from one call to the next.
///
/// Source: Firebase §5.8.
///
/// Legacy name: TAGCustomFunction
public struct AppClass: Sendable, Hashable {
  /// What one call does.
  public enum Body: Sendable, Hashable {
    /// It does something and gives nothing back, as a tag wants it; a push is an event it logs.
    case acts([AppTag.Action])
    /// It gives a value back, as a variable wants it: that of the first case that applies.
    case gives([AppMacro.Case])
  }

  /// The path, as the web interface wants it typed; capital letters count.
  public var path: String
  /// What one call does.
  public var body: Body

  /// Creates a class.
  public init(path: String, _ body: Body) {
    self.path = path
    self.body = body
  }

  /// What one call does, where it does something.
  package var actions: [AppTag.Action] {
    if case .acts(let actions) = body { actions } else { [] }
  }
}

/// A handler that the running app has registered with one of its containers. It belongs to the
/// container object: closing that loses it.
///
/// Source: LegacySDK §7.2.
public struct HandlerRegistration: Sendable, Hashable {
  /// What a handler is for.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A function-call macro.
    ///
    /// Legacy name: TAGContainer registerFunctionCallMacroHandler:forMacro:
    case macro
    /// A function-call tag.
    ///
    /// Legacy name: TAGContainer registerFunctionCallTagHandler:forTag:
    case tag
  }

  /// The container.
  public var container: String
  /// What it is for.
  public var kind: Kind
  /// The function name.
  public var name: String

  /// Creates a registration.
  public init(container: String, kind: Kind, name: String) {
    self.container = container
    self.kind = kind
    self.name = name
  }
}
