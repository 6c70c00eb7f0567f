public import OrderedCollections

/// The app's side of function calls: the only thing that the runtime calls while it evaluates.
public protocol FunctionHost: Sendable {
  /// Calls the handler that the app registered for a function-call macro.
  ///
  /// Legacy name: TAGFunctionCallMacroHandler
  func answer(to macro: FunctionCallRequest) -> MacroAnswer
  /// Runs the handler that the app registered for a function-call tag.
  ///
  /// Legacy name: TAGFunctionCallTagHandler
  func run(_ tag: FunctionCallRequest) -> TagAnswer
}

/// A call to the app: a function-call macro or tag with its parameters.
public struct FunctionCallRequest: Sendable, Hashable {
  /// The function name typed in the web interface, under which handlers are registered, or the
  /// class path.
  public var name: String
  /// The parameters; containers of the first generation have no doubles, so doubles arrive as
  /// strings.
  public var parameters: OrderedDictionary<String, Value>

  /// The public id of the calling container; handlers are registered for each one separately.
  public var container: String

  /// Whether the name is the path of a class, of which every call makes an instance (v5), and not
  /// that of a registered function.
  ///
  /// Source: Firebase §5.8.
  public var isClass: Bool

  package init(
    name: String, parameters: OrderedDictionary<String, Value> = [:], container: String = "",
    isClass: Bool = false
  ) {
    self.name = name
    self.parameters = parameters
    self.container = container
    self.isClass = isClass
  }

  /// Creates the request of a call; nil after a warning if `additional_params` is not a map.
  init?(
    _ arguments: borrowing FunctionArguments, _ role: String, _ evaluator: inout Evaluator
  ) {
    name = arguments.text("function_call_macro_name") ?? ""
    container = evaluator.containerID
    isClass = false
    parameters = [:]
    guard let additional = arguments["additional_params"] else { return }
    guard case .value(.map(let members)) = additional else {
      evaluator.log(.parametersNoMap, role)
      return nil
    }
    parameters = members
  }
}

/// The result of a function-call macro.
public enum MacroAnswer: Sendable, Hashable {
  /// The handler's value.
  case value(Value)
  /// No handler is registered under that name.
  case unregistered
  /// The handler threw.
  case failed(String)
}

/// The result of a function-call tag.
public enum TagAnswer: Sendable, Hashable {
  /// The handler ran and pushed these updates, in order.
  case ran(pushes: [Value])
  /// No handler is registered under that name.
  case unregistered
  /// The handler threw, after these pushes.
  case failed(String, pushes: [Value])
}

/// A call of the app's own code during an evaluation, reported afterwards: any effects beyond its
/// answer are outside the runtime.
public struct HostCall: Sendable, Hashable {
  /// The called function or class, with its parameters and the calling container.
  public var request: FunctionCallRequest
  /// The display name of the tag or macro.
  public var caller = ""
  /// The event that is evaluated; nil while the app reads a value.
  public var event: String?
}

/// An app without handlers.
public struct NoFunctions: FunctionHost {
  /// Creates a host on which every function is unregistered.
  public init() {}

  /// Returns `unregistered` for every macro.
  public func answer(to macro: FunctionCallRequest) -> MacroAnswer { .unregistered }

  /// Returns `unregistered` for every tag.
  public func run(_ tag: FunctionCallRequest) -> TagAnswer { .unregistered }
}
