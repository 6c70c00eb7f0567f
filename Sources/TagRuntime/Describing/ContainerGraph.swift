/// The tags, rules and variables of a container as dots and arrows: a variable is tested by a rule,
/// which fires or blocks a tag or chooses a variable; tags and variables use variables.
struct ContainerGraph {
  enum Kind: CaseIterable {
    case tag
    case rule
    case variable

    /// The start of the names of its nodes, which end with the number in the container, from 1.
    var prefix: String {
      switch self {
      case .tag: "tag"
      case .rule: "rule"
      case .variable: "var"
      }
    }
  }

  struct Node: Hashable {
    var kind: Kind
    var position: Int

    var id: String { "\(kind.prefix)\(position + 1)" }
  }

  struct Arrow: Hashable {
    var start: Node
    var end: Node
    var word: String
  }

  private(set) var arrows: [Arrow] = []
  private var seen: Set<Arrow> = []
  /// Arrows beyond the limit, or those that were not even looked for.
  private(set) var isCut = false

  init(_ description: ContainerDescription) {
    for (position, rule) in description.rules.enumerated() {
      let node = Node(kind: .rule, position: position)
      for condition in rule.positive + rule.negative {
        let variables = description.conditions[condition].variables
        for variable in variables.prefix(DescriptionLimits.variablesPerCondition) {
          add(Node(kind: .variable, position: variable), node, "tested by")
        }
        isCut = isCut || variables.count > DescriptionLimits.variablesPerCondition
      }
      for tag in rule.fires { add(node, Node(kind: .tag, position: tag), "fires") }
      for tag in rule.blocks { add(node, Node(kind: .tag, position: tag), "blocks") }
    }
    for (position, variable) in description.variables.enumerated() {
      let node = Node(kind: .variable, position: position)
      for definition in variable.definitions {
        for rule in definition.onRules { add(Node(kind: .rule, position: rule), node, "chooses") }
        for rule in definition.offRules { add(Node(kind: .rule, position: rule), node, "bars") }
      }
      for tag in variable.usingTags { add(node, Node(kind: .tag, position: tag), "fills") }
      for other in variable.usingVariables {
        add(node, Node(kind: .variable, position: other), "fills")
      }
    }
  }

  private mutating func add(_ start: Node, _ end: Node, _ word: String) {
    if isCut, arrows.count >= DescriptionLimits.arrows { return }
    let arrow = Arrow(start: start, end: end, word: word)
    if seen.contains(arrow) { return }
    guard arrows.count < DescriptionLimits.arrows else {
      isCut = true
      return
    }
    seen.insert(arrow)
    arrows.append(arrow)
  }

  /// Every tag, and the rules and variables that have to do with something.
  func nodes(of description: ContainerDescription) -> [Node] {
    var connected: Set<Node> = []
    for arrow in arrows { connected.formUnion([arrow.start, arrow.end]) }
    let counts = [description.tags.count, description.rules.count, description.variables.count]
    return zip(Kind.allCases, counts).flatMap { kind, count in
      (0..<count).map { Node(kind: kind, position: $0) }
        .filter { kind == .tag || connected.contains($0) }
    }
  }
}
