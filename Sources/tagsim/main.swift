import ArgumentParser
import Foundation

do {
  var command = try Tagsim.parseAsRoot()
  try command.run()
} catch let failure as CommandFailure {
  Console.complain(failure.lines.map { "tagsim: " + $0 })
  exit(failure.code.rawValue)
} catch let code as ExitCode {
  exit(code.rawValue)
} catch {
  let code = Tagsim.exitCode(for: error)
  if code.isSuccess {
    Console.print(
      Tagsim.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false).map(
        String.init))
    exit(0)
  }
  Console.complain(
    Tagsim.fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init))
  exit(code == .validationFailure ? ExitCode.usage.rawValue : ExitCode.internalError.rawValue)
}
