import Foundation

/// The program that libFuzzer drives: `fuzz TARGET [options of libFuzzer] [corpus folders]`.
///
/// It is built only where the environment has `TAGSIM_FUZZ`; `.ci/fuzz` does it.
@main
struct Fuzz {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count > 1 else {
      return print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
    }
    if arguments[1] == "seeds", arguments.count > 3 {
      return Seeds.write(of: arguments[2], to: arguments[3])
    }
    guard let target = FuzzTarget.all.first(where: { $0.name == arguments[1] }) else {
      print("no target is called \(arguments[1])")
      exit(4)
    }
    // libFuzzer keeps the arguments as long as the process lives.
    let words = ([arguments[0]] + arguments.dropFirst(2)).map { strdup($0) } + [nil]
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
