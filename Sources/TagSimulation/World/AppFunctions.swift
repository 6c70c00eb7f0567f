import OrderedCollections
import TagRuntime

/// The handlers that the simulated app has registered with its containers.
struct AppFunctions: FunctionHost {
  let app: App
  let device: Device
  let handlers: Set<HandlerRegistration>

  func answer(to macro: FunctionCallRequest) -> MacroAnswer {
    guard isRegistered(macro, .macro),
      let function = app.container(macro.container)?.macroFunctions
        .first(where: { $0.name == macro.name })
    else { return .unregistered }
    for line in function.cases where line.conditions.allSatisfy({ holds($0, macro) }) {
      switch line.outcome {
      case .value(let value): return .value(value)
      case .fails(let reason): return .failed(reason)
      case .echo: return .value(.string(Self.echo(of: macro)))
      }
    }
    return .value(.null)
  }

  private static func echo(of call: FunctionCallRequest) -> String {
    let arguments = call.parameters.elements.map { "\($0.key)=\(ValueConversion.text($0.value))" }
    return call.name + "(" + arguments.joined(separator: ", ") + ")"
  }

  func run(_ tag: FunctionCallRequest) -> TagAnswer {
    guard isRegistered(tag, .tag),
      let function = app.container(tag.container)?.tagFunctions
        .first(where: { $0.name == tag.name })
    else { return .unregistered }
    var pushes: [Value] = []
    for action in function.actions {
      switch action {
      case .fails(let reason): return .failed(reason, pushes: pushes)
      case .pushes(let template):
        do throws(PushTemplate.MissingArgument) {
          pushes.append(try template.update(with: tag.parameters))
        } catch {
          return .failed("the tag has no parameter \(error.name)", pushes: pushes)
        }
      }
    }
    return .ran(pushes: pushes)
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
