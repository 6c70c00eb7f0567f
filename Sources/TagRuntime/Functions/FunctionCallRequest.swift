public import OrderedCollections

/// A question to the app: a function-call macro or tag with its parameters.
public struct FunctionCallRequest: Sendable, Hashable {
  /// The function name typed in the web interface, under which handlers are registered, or the
  /// class path.
  public var name: String
  /// The parameters; containers of the first generation have no doubles, so doubles arrive as
  /// strings.
  public var parameters: OrderedDictionary<String, Value>

  /// The public id of the container that asks; handlers are registered for each by itself.
  public var container: String

  /// Whether the name is the path of a class, of which every call makes an instance (v5), and not
  /// that of a registered function.
  ///
  /// Source: section 14 of the behaviour notes.
  public var isClass: Bool

  /// Creates a request.
  public init(
    name: String, parameters: OrderedDictionary<String, Value> = [:], container: String = "",
    isClass: Bool = false
  ) {
    self.name = name
    self.parameters = parameters
    self.container = container
    self.isClass = isClass
  }

  /// The request of a call, or nil after a warning where `additional_params` is not a map.
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
