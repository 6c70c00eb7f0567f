import OrderedCollections
import TagRuntime

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
    default: nil
    }
  }
}
