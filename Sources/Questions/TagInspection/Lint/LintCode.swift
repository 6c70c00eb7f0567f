import TagRuntime
import TextKit

/// The subject of a finding. The number of a code never changes its meaning; a retired code leaves
/// a gap.
public enum LintCode: Int, Sendable, Hashable, CaseIterable {
  case noRules = 1
  case exportInApp = 2
  case overSize = 3
  case nearSize = 4
  case nothingInside = 6
  case misnamedDefault = 7
  case otherContainer = 8

  case pushedAtLaunch = 10
  case missingHandler = 11
  case uncalledHandler = 12
  case keyNeverPushed = 13
  case keyNearMiss = 14
  case eventNeverPushed = 15
  case eventNearMiss = 16
  case valueNeverPushed = 17
  case unknownRead = 18
  case waitsForFresh = 19

  case ruleNeverTrue = 20
  case ruleAlwaysTrue = 21
  case tagNeverFired = 22
  case tagAlwaysBlocked = 23
  case undefinedInCondition = 24
  case brokenPattern = 25
  case uselessPattern = 26
  case foreignPattern = 27
  case lookalikeConditions = 28
  case oddText = 29

  case undefinedVariable = 30
  case unusedVariable = 31
  case macroCycle = 32
  case severalDefaults = 33
  case duplicateTag = 34
  case duplicateTagName = 35
  case valueNeverApplies = 36
  case severalApply = 37
  case unknownFunction = 38
  case missingParameter = 39

  case noProperty = 40
  case badProperty = 41
  case retiredProperty = 42
  case incompleteEvent = 43
  case valueNotInteger = 44
  case indexOutOfRange = 45
  case hitTooLarge = 46
  case unknownHitType = 47
  case tagDoesNothing = 48
  case unsentField = 49

  case eventName = 50
  case reservedName = 51
  case parameterName = 52
  case longParameterValue = 53
  case tooManyParameters = 54
  case droppedName = 55
  case unsetField = 56

  case webOnly = 60
  case serverOnly = 61
  case customTemplate = 62
  case paused = 63
  case otherGeneration = 64
  case retiredProduct = 65
  case unknownType = 66
  case unusedPart = 67
  case ignoredSettings = 68
  case webEvent = 69
  case madeByServer = 70

  /// What became of the numbers that no code has any more; none gets one of them again.
  package static let retired = [
    5: "L05 warned of constants of more than 1,024 characters. Containers that Tag Manager itself "
      + "compiled have longer ones, so there is nothing to warn of."
  ]

  /// The code in its written form: "L07".
  public var id: String { "L" + (rawValue < 10 ? "0" : "") + String(rawValue) }

  /// Reads the code from a text such as "L07", "l7" or "L7"; nil for anything else.
  public init?(_ text: String) {
    guard let first = text.first, first == "L" || first == "l" else { return nil }
    let digits = text.dropFirst()
    guard (1...3).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let number = Int(digits)
    else { return nil }
    self.init(rawValue: number)
  }

  /// The entry of the code in the table.
  public var entry: LintEntry {
    guard let entry = LintEntry.byCode[self] else {
      preconditionFailure("\(id) has no entry in the table of lint codes")
    }
    return entry
  }

  /// The severity of its findings.
  public var severity: LintSeverity { entry.severity }
  /// Its subject, in a few words.
  public var title: String { entry.title }
}

/// The groups of lint codes; the codes of a group are listed together.
package enum LintTopic: String, Sendable, Hashable, CaseIterable {
  case files
  /// The container and the app that uses it.
  case app
  /// Rules, their conditions and what they fire.
  case rules
  /// Macros, names and functions.
  case variables
  /// Hits of Universal Analytics.
  case hits
  case firebase
  /// Parts of an export that no phone runs.
  case web

  /// The heading of the group.
  package var title: String {
    switch self {
    case .files: "The container as a file"
    case .app: "The container and the app"
    case .rules: "Rules and conditions"
    case .variables: "Macros, names and functions"
    case .hits: "Hits of Universal Analytics"
    case .firebase: "Events of Firebase"
    case .web: "Web interface features that no phone supports"
    }
  }
}

/// The severity of a finding.
public enum LintSeverity: String, Sendable, Hashable, CaseIterable {
  /// Something in the container cannot work as it is written.
  case error
  /// Something is probably not intended.
  case warning
  /// Something is worth knowing.
  case note
}

/// One row of the table of lint codes.
public struct LintEntry: Sendable, Hashable {
  /// The code that the row describes.
  public let code: LintCode
  /// The severity of its findings.
  public let severity: LintSeverity
  /// Its subject, in a few words.
  public let title: String
  /// The problem and how to fix it, in lines of a page.
  public let explanation: String

  init(_ code: LintCode, _ severity: LintSeverity, _ title: String, _ explanation: String) {
    self.code = code
    self.severity = severity
    self.title = title
    self.explanation = explanation
  }

  /// All codes by topic, in the order of their numbers.
  package static let table: [(topic: LintTopic, entries: [LintEntry])] = [
    (.files, files), (.app, app), (.rules, rules), (.variables, variables), (.hits, hits),
    (.firebase, firebase), (.web, web),
  ]

  static let byCode = Dictionary(
    uniqueKeysWithValues: table.flatMap(\.entries).map { ($0.code, $0) })

  /// The page of the code: its name, its severity and the explanation.
  package var page: [String] {
    ["\(code.id) (\(severity.rawValue)): \(title)", ""]
      + explanation.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  package var line: String {
    "\(code.id)  \(TextWidth.filled(severity.rawValue, to: 9))\(title)"
  }
}
