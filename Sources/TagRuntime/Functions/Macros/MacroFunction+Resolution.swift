extension MacroFunction {
  /// The screen in pixels, such as "640x1136".
  static let resolution = MacroFunction(id: "_rs", stability: .event) { _, evaluator in
    .value(.string("\(evaluator.facts.screenWidth)x\(evaluator.facts.screenHeight)"))
  }
}
