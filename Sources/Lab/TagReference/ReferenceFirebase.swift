/// The names that Firebase takes.
///
/// Source: Firebase §1.1, Firebase §1.2.
package enum ReferenceFirebase {
  /// Whether an app may log an event of that name; nil where this reference does not know: of the
  /// names that Firebase has of its own, and of letters of other scripts.
  package static func takes(eventNamed name: String) -> Bool? {
    for prefix in ["firebase_", "google_", "ga_"] where name.hasPrefix(prefix) { return false }
    guard name.unicodeScalars.allSatisfy(\.isASCII) else { return nil }
    guard let first = name.first else { return false }
    if !first.isLetter { return false }
    if !name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) { return false }
    if name.count > 40 { return false }
    // Its own events have other rules, and most have an underscore.
    return name.contains("_") || name == "error" ? nil : true
  }
}
