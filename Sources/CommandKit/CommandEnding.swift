package import ArgumentParser

extension ParsableCommand {
  /// Does the work of a command line, prints what went wrong, and gives the exit code.
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

  /// Columns of a line of help.
  package static var helpColumns: Int { 78 }

  /// The lines of a page of help. The parser leaves the usage in one line, however long it is.
  package static func helpLines(of page: String) -> [String] {
    page.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
      guard line.hasPrefix("USAGE:"), line.count > helpColumns else { return [String(line)] }
      var lines: [String] = []
      var last = ""
      // An option stays with its value.
      for word in line.replacing("> [", with: ">\n[").replacing("] [", with: "]\n[").split(
        separator: "\n")
      {
        if last.isEmpty {
          last = String(word)
        } else if last.count + 1 + word.count <= helpColumns {
          last += " " + word
        } else {
          lines.append(last)
          last = "         " + word
        }
      }
      return lines + [last]
    }
  }

  /// Help and versions are answers, on standard output; the rest is a wrong command line.
  private static func explain(_ error: any Error) -> ExitCode {
    let lines = helpLines(of: fullMessage(for: error, columns: helpColumns))
    let code = exitCode(for: error)
    if code.isSuccess {
      Console.print(lines)
      return .success
    }
    Console.complain(lines)
    return code == .validationFailure ? .usage : .internalError
  }
}
