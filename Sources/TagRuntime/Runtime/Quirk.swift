/// What certain releases of the SDK did otherwise than its header says, or than a careful reader
/// would expect. Each is off until a scenario sets it: `set boolean-as-integer on`.
///
/// Source: section 17 of the behaviour notes; the article Quirks tells what became of the rest.
public enum Quirk: String, Sendable, Hashable, CaseIterable {
  /// A nil handler raises an exception; by the header it unregisters.
  case nilHandlerRaises = "nil-handler-raises"
  /// PreferFresh takes any saved container, however old: seconds are compared with milliseconds.
  case preferFreshTakesAny = "prefer-fresh-takes-any"
  /// A boolean of the data layer or of a handler reaches the container as 1 or 0, and is no boolean
  /// when read.
  case booleanAsInteger = "boolean-as-integer"
  /// Rules, tags and macros are held in sets: tags fire in an order that nobody chose, and of
  /// several definitions of a macro that apply, any one counts.
  case unorderedSets = "unordered-sets"
  /// The exception of a tag ends the evaluation: the tags after it do not fire. Handlers are
  /// guarded, so it takes a fault of the SDK itself: a pixel without a URL, as before 3.11.
  case tagExceptionEndsEvaluation = "tag-exception-ends-evaluation"
  /// The app opens its container on a thread without a run loop: the opener's timer never fires.
  case openerWithoutRunLoop = "opener-without-run-loop"
  /// Opting out lasts as long as the process; by the header it is kept.
  case optOutForgotten = "opt-out-forgotten"
  /// A future's `get` looks every 0.1 s only whether the container is there.
  case futurePolls = "future-polls"

  /// The release in which it was seen.
  public var version: String { "3.09" }

  /// What it does, in one sentence.
  public var summary: String {
    switch self {
    case .nilHandlerRaises: "registering a nil handler raises instead of unregistering"
    case .preferFreshTakesAny: "prefer-fresh takes a saved container of any age"
    case .booleanAsInteger: "true and false of the app reach the container as 1 and 0"
    case .unorderedSets: "tags fire, and macros are chosen, in an order drawn from the seed"
    case .tagExceptionEndsEvaluation: "a pixel without a URL raises, and no further tag fires"
    case .openerWithoutRunLoop: "the opener's timeout never fires"
    case .optOutForgotten: "an opt-out is forgotten when the process ends"
    case .futurePolls: "get returns up to 0.1 s late"
    }
  }
}
