import Foundation
import TagRuntime

/// Kills programs that write to files, again and again at moments of chance, and looks each time
/// whether anything is missing of which they had said that it was there.
@main enum KillLoop {
  private static let seed: UInt64 = 1

  static func main() throws {
    let arguments = CommandLine.arguments
    if arguments.count == 3, arguments[1] == "work" { return try Worker.work(arguments[2]) }
    guard arguments.count == 3, let count = Int(arguments[1]), count > 0 else {
      print("usage: kill-loop COUNT PROGRAM")
      exit(64)
    }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("tagsim-kill-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let isGood = try run(count, URL(fileURLWithPath: arguments[2]), folder)
    if isGood {
      try FileManager.default.removeItem(at: folder)
    } else {
      print("kept: \(folder.path)")
    }
    exit(isGood ? 0 : 1)
  }

  /// The store alone, 'run', 'play', the monitor and a monitor without a file in turn.
  private static func run(_ count: Int, _ program: URL, _ folder: URL) throws -> Bool {
    var random = RandomSource(seed: seed)
    var store = StoreLoop(in: folder)
    var phone = try PhoneLoop(program, in: folder.appendingPathComponent("phone"))
    var trace = try TraceLoop(program, in: folder.appendingPathComponent("trace"))
    let uses = PhoneScript.Use.allCases
    for number in 1...count {
      let turn = number % (uses.count + 2)
      let wrong =
        switch turn {
        case 0: try store.cycle(number, &random)
        case 1: try trace.cycle(number, &random)
        default: try phone.cycle(number, uses[turn - 2], &random)
        }
      if let wrong {
        print(wrong)
        return false
      }
    }
    print("tagsim on a phone's file")
    for line in phone.report { print("  \(line)") }
    print("the monitor without a file")
    print("  killed: \(trace.kills), \(trace.traces) traces left, all named and opened")
    print("the store alone")
    print("  \(store.report)")
    return phone.isTried && trace.traces > 0
  }
}
