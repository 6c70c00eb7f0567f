extension ContainerDescription {
  /// The graph of tags, rules and variables, one line an element. The same container gives the same
  /// names of nodes: `tag1`, `rule1`, `var1` are the first of the file.
  ///
  /// - Complexity: O(n) in the size of the description.
  public func graph(_ syntax: GraphSyntax) -> [String] {
    let graph = ContainerGraph(self)
    let nodes = graph.nodes(of: self)
    let leftOut = variables.count - nodes.count { $0.kind == .variable }
    var notes: [String] = []
    if leftOut > 0 {
      notes.append("\(Self.counted(leftOut, "variable")) that nothing uses: left out")
    }
    if graph.isCut { notes.append("there are more arrows than these: some are left out") }
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
