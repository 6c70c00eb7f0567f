import Foundation

/// The blocks of code in a page of the documentation, with what a comment above each says of it.
struct PageExamples {
  /// A block of code.
  struct Block {
    /// What stands behind the fence, such as "console".
    var language: String
    /// The first word of the comment above it, such as "file"; empty without one.
    var mark: String
    /// The rest of that comment.
    var argument: String
    /// The number of the line with its first fence, from 1.
    var line: Int
    /// What is between the fences.
    var lines: [String]

    var text: String { lines.map { $0 + "\n" }.joined() }
  }

  private static let fence = "```"

  let url: URL
  /// What is between the blocks: one more than there are of them.
  private var prose: [[String]] = [[]]
  private(set) var blocks: [Block] = []

  /// Reads a page by its path in the repository.
  init(_ path: String) throws {
    url = CommandLineTool.root.appendingPathComponent(path)
    var isInside = false
    let lines = try String(contentsOf: url, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    for (number, line) in lines.map(String.init).enumerated() {
      if line.hasPrefix(Self.fence) {
        if isInside {
          prose.append([])
        } else {
          let (mark, argument) = Self.comment(prose.last?.last ?? "")
          blocks.append(
            Block(
              language: String(line.dropFirst(Self.fence.count)), mark: mark, argument: argument,
              line: number + 1, lines: []))
        }
        isInside.toggle()
      } else if isInside {
        blocks[blocks.count - 1].lines.append(line)
      } else {
        prose[prose.count - 1].append(line)
      }
    }
  }

  /// "file" and "a.scenario" of "<!-- file: a.scenario -->".
  private static func comment(_ line: String) -> (mark: String, argument: String) {
    guard let match = line.wholeMatch(of: #/<!-- ([^:]+)(?:: (.*))? -->/#) else { return ("", "") }
    return (String(match.1), match.2.map(String.init) ?? "")
  }

  /// How many words its text and its blocks have.
  var wordCount: Int {
    (prose.joined() + blocks.flatMap(\.lines)).map { $0.split(separator: " ").count }
      .reduce(0, +)
  }

  /// The page with other lines in its blocks.
  func text(with shown: [[String]]) -> String {
    var lines = prose[0]
    for (index, block) in blocks.enumerated() {
      lines += [Self.fence + block.language] + shown[index] + [Self.fence] + prose[index + 1]
    }
    return lines.joined(separator: "\n")
  }
}
