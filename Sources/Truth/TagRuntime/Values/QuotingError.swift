/// An error about a file that quotes the file.
public protocol QuotingError: Error, CustomStringConvertible {
  /// The problem and what was expected, in one sentence.
  var sentence: String { get }
  /// The same error with `…` in place of the file's words.
  var withoutWords: Self { get }
}
