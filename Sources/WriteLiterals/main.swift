import Foundation

// Writes files as string literals of Swift.
//   WriteLiterals OUTPUT FOLDER FILE…     the files as seen from the folder

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

func write(_ files: [String], of folder: String, to output: String) throws {
  var source = "extension ShippedFiles {\n  static let all: [(path: String, text: String)] = [\n"
  for file in files {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + file))
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CocoaError(.fileReadInapplicableStringEncoding, userInfo: [NSFilePathErrorKey: file])
    }
    source += "    (\(literal(file)), \(literal(text))),\n"
  }
  try Data((source + "  ]\n}\n").utf8).write(to: URL(fileURLWithPath: output), options: .atomic)
}

let arguments = CommandLine.arguments
guard arguments.count > 2 else { exit(EX_USAGE) }
do {
  try write(Array(arguments[3...]), of: arguments[2], to: arguments[1])
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(EX_DATAERR)
}
