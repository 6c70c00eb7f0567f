package import ArgumentParser
import TextKit

extension ValidationError {
  /// Refuses the number of an option that is not between 1 and a limit.
  package static func refuse(_ number: Int?, of option: String, beyond limit: Int) throws {
    guard let number, !(1...limit).contains(number) else { return }
    throw ValidationError("\(option) takes a number from 1 to \(limit), not \(number).")
  }
}

extension ParsableCommand {
  /// Does the work of a command line, prints any errors, and returns the exit code.
  package static func ending(_ work: () throws -> Void) -> ExitCode {
    do {
      try work()
      return .success
    } catch let failure as CommandFailure {
      Console.complain(failure.complaint)
      return failure.code
    } catch let code as ExitCode {
      return code
    } catch {
      return explain(error)
    }
  }

  /// Returns the lines of a help page. The parser prints the usage on one line, however long.
  package static func helpLines(of page: String) -> [String] {
    let columns = HelpText.pageColumns
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.flatMap { line -> [String] in
      guard line.hasPrefix("USAGE:"), line.count > columns else { return [String(line)] }
      var lines: [String] = []
      var last = ""
      // An option stays together with its value.
      for word in line.replacing("> [", with: ">\n[").replacing("] [", with: "]\n[").split(
        separator: "\n")
      {
        if last.isEmpty {
          last = String(word)
        } else if last.count + 1 + word.count <= columns {
          last += " " + word
        } else {
          lines.append(last)
          last = "         " + word
        }
      }
      return lines + [last]
    }
  }

  /// Help and versions go to standard output; anything else is an invalid command line.
  private static func explain(_ error: any Error) -> ExitCode {
    let lines = helpLines(of: fullMessage(for: error, columns: HelpText.pageColumns))
    let code = exitCode(for: error)
    if code.isSuccess {
      Console.print(lines)
      return .success
    }
    Console.complain(lines)
    return code == .validationFailure ? .usage : .internalError
  }
}
