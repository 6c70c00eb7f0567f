import TagRuntime

/// The tags, rules and variables of a container as dots and arrows: a rule tests a variable, and
/// fires or blocks a tag or chooses a variable; tags and variables use variables.
struct ContainerGraph {
  /// With the beginning of its nodes' names, which end with the number in the container, from 1.
  enum Kind: String, CaseIterable {
    case tag
    case rule
    case variable = "var"
  }

  struct Node: Hashable {
    var kind: Kind
    var position: Int

    var id: String { "\(kind.rawValue)\(position + 1)" }
  }

  struct Arrow: Hashable {
    var start: Node
    var end: Node
    var word: String
  }

  private(set) var arrows: [Arrow] = []
  private var seen: Set<Arrow> = []
  /// Whether arrows beyond the limit are missing, or were not searched for.
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

  /// Returns every tag, and the rules and variables that are connected to something.
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

/// The languages for graphs.
public enum GraphSyntax: String, Sendable, CaseIterable {
  /// The language of Graphviz.
  case dot
  /// The language of Mermaid, supported by many Markdown viewers.
  case mermaid

  /// Escapes a text as the content of a quoted label. Whatever the text, it ends neither the label
  /// nor the line, and is not read as a command, an entity or markup.
  func label(_ text: String) -> String {
    var label = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x20: label.append(Unicode.Scalar(0x2400 + scalar.value) ?? " ")
      case 0x7F: label.append("\u{2421}")
      case 0x80...: label.append(scalar)
      default: label.append(contentsOf: escaped(scalar).unicodeScalars)
      }
    }
    return String(label)
  }

  private func escaped(_ scalar: Unicode.Scalar) -> String {
    switch self {
    case .dot:
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      // Graphviz reads entities such as &quot; in labels.
      case "&": "&amp;"
      default: String(scalar)
      }
    case .mermaid:
      // Mermaid also recognizes directives, comments, styles and markup inside labels.
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || " .,_-=()'/".unicodeScalars.contains(scalar)
        ? String(scalar) : "#\(scalar.value);"
    }
  }

  /// The separator between two lines of a label.
  var lineBreak: String { self == .dot ? "\\n" : "<br/>" }
}

// MARK: - Graph

extension ContainerDescription {
  /// Returns the graph of tags, rules and variables, one line per element. The same container
  /// results in the same names of nodes: `tag1`, `rule1`, `var1` are the first of the file.
  ///
  /// - Complexity: O(n) in the size of the description.
  public func graph(_ syntax: GraphSyntax) -> [String] {
    let graph = ContainerGraph(self)
    let nodes = graph.nodes(of: self)
    let leftOut = variables.count - nodes.count { $0.kind == .variable }
    var notes: [String] = []
    if leftOut > 0 {
      notes.append("\(Counted.text(leftOut, "unused variable")): left out")
    }
    if graph.isCut { notes.append("some arrows are left out") }
    switch syntax {
    case .dot: return dot(graph, nodes, notes)
    case .mermaid: return mermaid(graph, nodes, notes)
    }
  }

  // MARK: Labels

  private func label(of node: ContainerGraph.Node, _ syntax: GraphSyntax) -> String {
    let lines: [String] =
      switch node.kind {
      case .tag: [tags[node.position].name, words(of: tags[node.position].action)]
      case .rule: ruleLines(node.position)
      case .variable:
        [variables[node.position].name]
          + (variables[node.position].definitions.first.map {
            variables[node.position].definitions.count == 1
              ? [$0.reads] : ["\(variables[node.position].definitions.count) definitions"]
          } ?? [])
      }
    return lines.map { syntax.label(BoundedWords.cut($0)) }.joined(separator: syntax.lineBreak)
  }

  private func ruleLines(_ position: Int) -> [String] {
    let rule = rules[position]
    let never = rule.never.map { ["never: " + $0] } ?? []
    let name = rule.name.map { [$0] } ?? []
    return (name + [rule.sentence] + never)
  }

  // MARK: Syntax

  private func dot(
    _ graph: ContainerGraph, _ nodes: [ContainerGraph.Node], _ notes: [String]
  ) -> [String] {
    let shapes: (ContainerGraph.Kind) -> String = {
      switch $0 {
      case .tag: "box"
      case .rule: "diamond"
      case .variable: "ellipse"
      }
    }
    return ["digraph container {", "  rankdir=LR;"] + notes.map { "  // " + $0 }
      + nodes.map {
        "  \($0.id) [shape=\(shapes($0.kind)), label=\"\(label(of: $0, .dot))\"];"
      }
      + graph.arrows.map { "  \($0.start.id) -> \($0.end.id) [label=\"\($0.word)\"];" } + ["}"]
  }

  private func mermaid(
    _ graph: ContainerGraph, _ nodes: [ContainerGraph.Node], _ notes: [String]
  ) -> [String] {
    let brackets: (ContainerGraph.Kind) -> (String, String) = {
      switch $0 {
      case .tag: ("[", "]")
      case .rule: ("{{", "}}")
      case .variable: ("([", "])")
      }
    }
    return ["flowchart LR"] + notes.map { "  %% " + $0 }
      + nodes.map { node in
        let (open, close) = brackets(node.kind)
        return "  \(node.id)\(open)\"\(label(of: node, .mermaid))\"\(close)"
      } + graph.arrows.map { "  \($0.start.id) -->|\($0.word)| \($0.end.id)" }
  }
}
