import Foundation

/// The program that libFuzzer drives: `fuzz TARGET [options of libFuzzer] [corpus folders]`.
///
/// It is built only where the environment has `TAGSIM_FUZZ`; `.ci/campaign fuzz` does it.
@main
struct Fuzz {
  /// Tells the program that is started again which target it is for.
  private static let variable = "TAGSIM_FUZZ_TARGET"

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else {
      return print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
    }
    if arguments[1] == "seeds", arguments.count > 3 {
      return Seeds.write(of: arguments[2], to: arguments[3])
    }
    // A merge starts the program again, with its own options and no name.
    let isStartedAgain = arguments[1].hasPrefix("-")
    let name = isStartedAgain ? getenv(variable).map { String(cString: $0) } : arguments[1]
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
      print("no target is called \(name ?? arguments[1])")
      exit(4)
    }
    setenv(variable, target.name, 1)
    // libFuzzer keeps the arguments as long as the process lives.
    let options = arguments.dropFirst(isStartedAgain ? 1 : 2)
    let words = ([arguments[0]] + options).map { strdup($0) } + [nil]
    var count = CInt(words.count - 1)
    let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: words.count)
    list.initialize(from: words, count: words.count)
    var start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = list
    exit(runLibFuzzer(&count, &start, target.run))
  }
}

/// libFuzzer's loop, as a function.
@_silgen_name("LLVMFuzzerRunDriver")
private func runLibFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ run: FuzzTarget.Run
) -> CInt
