/// The rules of workflows and actions.
extension TidyRules {
  /// The lines of scripts with an expression, which is pasted before the shell reads the script: a
  /// value belongs in `env`.
  static func expressionsInScripts(_ text: String) -> [String] {
    var margin: Int?
    return text.numberedLines.compactMap { number, line in
      let indent = line.prefix { $0 == " " || $0 == "-" }.count
      if let own = margin, indent <= own, !line.allSatisfy({ $0 == " " }) { margin = nil }
      if line.drop(while: { " -".contains($0) }).hasPrefix("run:") { margin = indent }
      guard margin != nil, line.contains("${{") else { return nil }
      return "line \(number): an expression in a script: pass it by env"
    }
  }

  /// The lines that use an action of another repository without its commit and version. A version
  /// of three numbers is enough where a commit cannot be known.
  static func unpinnedActions(_ text: String) -> [String] {
    text.numberedLines.compactMap { number, line in
      guard let range = line.firstRange(of: "uses: "),
        line[..<range.lowerBound].allSatisfy({ " -#".contains($0) })
      else { return nil }
      let action = line[range.upperBound...]
      let pin = /[^@ ]+@([0-9a-f]{40} # v\d+\.\d+\.\d+|v\d+\.\d+\.\d+)/
      if action.hasPrefix("./") || action.wholeMatch(of: pin) != nil { return nil }
      return "line \(number): \(action) is not pinned to a commit, as in @… # v1.2.3"
    }
  }
}
