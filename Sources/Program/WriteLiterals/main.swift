import Foundation

// Writes all files below a folder as string literals of Swift, or the commit of a package.
//   WriteLiterals OUTPUT FOLDER TYPE
//   WriteLiterals --commit OUTPUT PACKAGE

/// The paths of all files below a folder, by name, as seen from there.
func files(below folder: String) throws -> [String] {
  try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter { name in
    let isHidden = name.split(separator: "/").contains { $0.hasPrefix(".") }
    var isFolder: ObjCBool = false
    let path = folder + "/" + name
    return !isHidden && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && !isFolder.boolValue
  }
}

/// A text as one literal. Only what would end or change it is escaped.
func literal(_ text: String) -> String {
  var literal = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": literal += "\\\""
    case "\\": literal += "\\\\"
    case "\n": literal += "\\n"
    case _ where scalar.value < 0x20 || scalar.value == 0x7F:
      literal += "\\u{\(String(scalar.value, radix: 16))}"
    default: literal.unicodeScalars.append(scalar)
    }
  }
  return literal + "\""
}

func complain(_ sentence: String, _ code: Int32) -> Never {
  FileHandle.standardError.write(Data("error: \(sentence)\n".utf8))
  exit(code)
}

/// The source of an extension of a type with all files below a folder.
func files(in folder: String, of type: String) throws -> String {
  var source = "extension \(type) {\n  static let all: [(path: String, text: String)] = [\n"
  for file in try files(below: folder) {
    let path = folder + "/" + file
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    guard let text = String(validating: bytes, as: UTF8.self) else {
      complain("\(path): is no UTF-8, and cannot be embedded as text", EX_DATAERR)
    }
    source += "    (\(literal(file)), \(literal(text))),\n"
  }
  return source + "  ]\n}\n"
}

/// The source with the commit that a package has checked out.
func commit(in package: String) -> String {
  """
  enum BuiltCommit {
    /// The first digits of the commit; "unknown" where that is not under git.
    static let digits = \(literal(GitFolder(of: package).commit ?? "unknown"))
  }

  """
}

var arguments = Array(CommandLine.arguments.dropFirst())
let isCommit = arguments.first == "--commit"
if isCommit { arguments.removeFirst() }
guard arguments.count == (isCommit ? 2 : 3) else {
  complain("usage: WriteLiterals OUTPUT FOLDER TYPE, or --commit OUTPUT PACKAGE", EX_USAGE)
}
do {
  let source =
    isCommit ? commit(in: arguments[1]) : try files(in: arguments[1], of: arguments[2])
  let output = URL(fileURLWithPath: arguments[0])
  try Data(source.utf8).write(to: output, options: .atomic)
} catch {
  complain("\(error)", EX_IOERR)
}
