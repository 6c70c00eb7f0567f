extension LeftOutPart {
  /// A sentence for people: what is left out, why, and what they can do.
  public var sentence: String {
    let types = type.isEmpty || type == name ? "" : " (\(type))"
    // A container without such a trigger is another one than people see in the interface.
    let effect =
      kind == .trigger && reason != .unused ? "; what it fires or blocks goes without it" : ""
    return "\(Self.word(for: kind)) '\(name)'\(types) is left out: \(explanation)\(effect)."
  }

  private static func word(for kind: Kind) -> String {
    switch kind {
    case .tag: "Tag"
    case .trigger: "Trigger"
    case .variable: "Variable"
    case .builtInVariable: "Built-in variable"
    case .customTemplate: "Custom template"
    case .client: "Client"
    case .zone: "Zone"
    case .transformation: "Transformation"
    case .googleTagConfiguration: "Google tag configuration"
    case .unknown: "Part"
    }
  }

  /// Why it does not run and what people can do, as the end of a sentence.
  var explanation: String {
    switch reason {
    case .paused: "it is paused; unpause it to let it fire"
    case .webOnly: "it works in web pages only; remove it or use one for apps"
    case .serverOnly: "it works in server containers only; remove it"
    case .customTemplate: "no mobile SDK runs custom templates; call a function of the app"
    case .otherGeneration(.firebase):
      "the legacy SDK does not have it, only the SDK on Firebase (v5) does; replace it"
    case .otherGeneration(.legacy):
      "the SDK on Firebase (v5) does not have it, only the legacy SDK does; replace it"
    case .retired: "Google has retired its service; remove it"
    case .madeByServer:
      "Google's tag server makes pixels of it in a way that is not public; "
        + "download the compiled container to have them"
    case .unknownCondition(let type): "mobile containers have no condition of type \(type)"
    case .unused: "nothing that runs uses it"
    case .unknownType: "no mobile container is known to have such a part"
    }
  }
}
