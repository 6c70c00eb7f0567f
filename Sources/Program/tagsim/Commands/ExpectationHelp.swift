import CommandKit
import ScenarioEngine
import TagRuntime
import TextKit

/// `tagsim help expect`: describes the forms of expectations.
enum ExpectationHelp {
  /// All forms, each with its meaning and an example.
  static var allForms: [String] { ExpectationForm.all.flatMap(lines) }

  /// Returns the page on one subject, such as `tag`.
  static func page(for subject: String) throws(CommandFailure) -> [String] {
    let forms = ExpectationForm.all.filter { $0.subject == subject }
    if !forms.isEmpty {
      return forms.flatMap(lines) + ["", "'tagsim help expect' lists all expectations."]
    }
    let subjects = ExpectationForm.all.map(\.subject)
    let hint =
      Suggestion.nearest(to: subject, among: subjects)
      .map { "did you mean 'tagsim help expect \($0)'?" }
      ?? "'tagsim help expect' lists all expectations"
    throw CommandFailure("there is no expectation '\(subject)': \(hint)", code: .usage)
  }

  private static func lines(of form: ExpectationForm) -> [String] {
    HelpText.wrapped("expect " + form.usage, indentation: "  ")
      + HelpText.wrapped(form.meaning, indentation: "      ")
      + HelpText.wrapped(form.example, indentation: "      ")
  }
}
