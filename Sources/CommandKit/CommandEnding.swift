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

  /// Help and versions are answers, on standard output; the rest is a wrong command line.
  private static func explain(_ error: any Error) -> ExitCode {
    let lines = fullMessage(for: error)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let code = exitCode(for: error)
    if code.isSuccess {
      Console.print(lines)
      return .success
    }
    Console.complain(lines)
    return code == .validationFailure ? .usage : .internalError
  }
}
