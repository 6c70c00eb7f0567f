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

  /// Returns the value of a class, of any type.
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

  /// Returns the actions of the code that a tag calls; nil if there is none.
  func actions(of call: FunctionCallRequest) -> [AppTag.Action]? {
    if call.isClass {
      switch app.appClass(call.name)?.body {
      case nil: return nil
      case .acts(let actions)?: return actions
      case .gives(let cases)?:
        // A tag ignores its value, but not its exception.
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

  /// Whether a condition holds, on a parameter of the call, or else a property of the phone.
  private func holds(_ condition: AppMacro.Condition, _ call: FunctionCallRequest) -> Bool {
    let actual = call.parameters[condition.name] ?? device.property(condition.name)
    return actual.map(ValueConversion.text) == ValueConversion.text(condition.value)
  }
}

extension Device {
  /// Returns a property by the name that scenarios use.
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

/// A function-call macro that an app registers: a table whose first matching case gives the answer.
public struct AppMacro: Sendable, Hashable {
  /// A parameter or device property that must have a value.
  public struct Condition: Sendable, Hashable {
    /// The name of the parameter or property.
    public var name: String
    /// The value it must have.
    public var value: Value

    /// Creates a condition; values are compared as texts, so 1 equals "1".
    public init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The answer of a case.
  public enum Outcome: Sendable, Hashable {
    case value(Value)
    /// An error with its reason.
    case fails(String)
    /// The call itself as a text, such as `discount(language=es)`.
    case echo
  }

  /// One line of the table.
  public struct Case: Sendable, Hashable {
    /// All of these must hold; an empty list means always.
    public var conditions: [Condition]
    /// The answer.
    public var outcome: Outcome

    /// Creates a case; without conditions, it always applies.
    public init(conditions: [Condition] = [], outcome: Outcome) {
      self.conditions = conditions
      self.outcome = outcome
    }
  }

  /// The name it is registered under.
  public var name: String
  /// The table.
  public var cases: [Case]

  /// Creates a macro function; if no case matches, its answer is null.
  public init(name: String, cases: [Case]) {
    self.name = name
    self.cases = cases
  }
}

/// A function-call tag that an app registers. Without actions it only records that it was called.
public struct AppTag: Sendable, Hashable {
  /// One action of a call.
  public enum Action: Sendable, Hashable {
    /// Pushes to the data layer; the arguments are the tag's parameters.
    case pushes(PushTemplate)
    /// Answers with an error.
    case fails(String)
    /// Passes its parameters to the provider of Braze's guide, or to one that reads others.
    case braze(BrazeProvider, BrazeMapping = .guide)
  }

  /// The name it is registered under.
  public var name: String
  /// The actions of a call, in order.
  public var actions: [Action]

  /// Creates a tag function, by default one that only records its calls.
  public init(name: String, actions: [Action] = []) {
    self.name = name
    self.actions = actions
  }

  // MARK: Run

  /// The effects of one call of an app's code.
  struct Run: Sendable {
    /// Its pushes, in order; a class logs these as events.
    var pushes: [Value] = []
    /// The Braze providers that it called, in order, with the parameters that they read.
    var providers: [(provider: BrazeProvider, mapping: BrazeMapping)] = []
    /// The reason why it threw; nil if it did not.
    var failure: String?
  }

  /// Performs the actions of a call, up to the first one that throws.
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
  /// The effect of one call.
  public enum Body: Sendable, Hashable {
    /// It performs actions and returns nothing, as a tag requires; a push is an event that it logs.
    case acts([AppTag.Action])
    /// It returns a value, as a variable requires: that of the first matching case.
    case gives([AppMacro.Case])
  }

  /// The path, as users type it in the web interface; case counts.
  public var path: String
  /// The effect of one call.
  public var body: Body

  /// Creates a class; the body decides whether it suits tags or variables.
  public init(path: String, _ body: Body) {
    self.path = path
    self.body = body
  }

  /// The actions of one call, if it has any.
  package var actions: [AppTag.Action] {
    if case .acts(let actions) = body { actions } else { [] }
  }
}

/// A handler that the running app has registered with one of its containers. It belongs to the
/// container object: closing that removes it.
///
/// Source: LegacySDK §7.2.
public struct HandlerRegistration: Sendable, Hashable {
  /// The kind of function that a handler implements.
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

  /// The public id of the container whose calls it answers.
  public var container: String
  /// Whether it answers macros or tags; a name may have a handler for each.
  public var kind: Kind
  /// The function name that users type in the web interface.
  public var name: String

  /// Creates a registration; each container needs a separate one.
  public init(container: String, kind: Kind, name: String) {
    self.container = container
    self.kind = kind
    self.name = name
  }
}
