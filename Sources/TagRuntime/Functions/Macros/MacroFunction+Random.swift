extension MacroFunction {
  /// A whole number between `min` and `max`, both included; 0 to 2147483647 unless both are given,
  /// numbers, and in order. Every reference draws anew.
  static let random = MacroFunction(id: "_r", stability: .volatile) { arguments, evaluator in
    var range: ClosedRange<Int64> = 0...2_147_483_647
    if let low = arguments["min"]?.value.flatMap(ValueConversion.number),
      let high = arguments["max"]?.value.flatMap(ValueConversion.number)
    {
      let (low, high) = (ValueConversion.int64(low), ValueConversion.int64(high))
      if low <= high { range = low...high }
    }
    return .value(.int(evaluator.random.integer(in: range)))
  }
}
