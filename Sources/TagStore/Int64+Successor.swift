extension Int64 {
  /// The next number; the highest has none and stays.
  var saturatingSuccessor: Int64 { self == .max ? self : self + 1 }
}
