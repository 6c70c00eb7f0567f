/// A part of a file that does not run in the app: only its name is stored, with the reason.
public struct LeftOutPart: Sendable, Hashable {
  /// The kind of the part, as the web interface calls it.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case tag
    case trigger
    case variable
    case builtInVariable
    case customTemplate
    case client
    case zone
    case transformation
    case googleTagConfiguration
    /// A list of an export that belongs to no known kind of part.
    case unknown
  }

  /// The reason why a part does not run.
  public enum Reason: Sendable, Hashable {
    case paused
    /// It works in web pages only.
    case webOnly
    /// It works in server containers only.
    case serverOnly
    /// It is a custom template, or made from one, which no mobile SDK runs.
    case customTemplate
    /// It belongs to the other generation of the mobile SDK.
    case otherGeneration(SDKGeneration)
    /// Google has retired the product behind it, and the SDK has no function for it.
    case retired
    /// The tag server turns it into pixels in a way that is not public.
    case madeByServer
    /// It lacks a field without which it makes no request.
    case incomplete(missing: String)
    /// Its condition is of a type that mobile containers do not have.
    case unknownCondition(type: String)
    /// Nothing uses it.
    case unused
    /// No mobile container has a part of its type.
    case unknownType
  }

  /// The kind of the part, according to its place in the export.
  public var kind: Kind
  /// The name that a user gave it, or its type if it has none.
  public var name: String
  /// The type as the file writes it, such as `html`; empty if it has none.
  public var type: String
  /// The reason why it does not run.
  public var reason: Reason

  /// Creates a part with the reason why it does not run.
  public init(kind: Kind, name: String, type: String, reason: Reason) {
    self.kind = kind
    self.name = name
    self.type = type
    self.reason = reason
  }
}

extension ContainerVersion {
  /// The names of the tags that are paused in the web interface, in the order of the file: no phone
  /// gets them. Only an export contains them.
  public var pausedTags: [String] {
    leftOut.filter(\.isPausedTag).map(\.name)
  }
}

extension LeftOutPart {
  /// Whether it is a tag that would run, were it not paused.
  package var isPausedTag: Bool { kind == .tag && reason == .paused }

  // MARK: Sentence

  /// The reason why a paused tag does not fire, as an explanation says it.
  package static let pausedReason = "it is paused in the web interface, so no phone gets it"

  /// A sentence for users: what is left out, why, and what they can do.
  public var sentence: String {
    let types = type.isEmpty || type == name ? "" : " (\(type))"
    // A container without such a trigger differs from the one that users see in the interface.
    let effect =
      kind == .trigger && reason != .unused ? "; its tags fire or are blocked without it" : ""
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

  /// Says why it does not run and what users can do, as the end of a sentence.
  package var explanation: String {
    switch reason {
    case .paused: "it is paused; unpause it so that it can fire"
    case .webOnly: "it only works in web pages; remove it or use one for apps"
    case .serverOnly: "it only works in server containers; remove it"
    case .customTemplate: "no mobile SDK runs custom templates; call a function of the app"
    case .otherGeneration(.firebase):
      "the legacy SDK does not have it, only the SDK on Firebase (v5) does; replace it"
    case .otherGeneration(.legacy):
      "the SDK on Firebase (v5) does not have it, only the legacy SDK does; replace it"
    case .retired: "Google has retired its service; remove it"
    case .madeByServer:
      "Google's tag server turns it into pixels in a way that is not public; "
        + "download the compiled container to get them"
    case .incomplete(let missing):
      "it has no \(missing), so there is nothing to request; add it in the web interface"
    case .unknownCondition(let type): "mobile containers have no condition of type \(type)"
    case .unused: "nothing that runs uses it"
    case .unknownType: "no known mobile container has such a part"
    }
  }
}
