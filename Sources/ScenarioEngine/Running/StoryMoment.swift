/// What is told at a point of a run.
public struct StoryMoment: Sendable, Hashable {
  /// How many rows the event list had then.
  public var rows: Int
  /// The chapter.
  public var chapter: String?
  /// The caption for the audience, or what the room is asked.
  public var caption: String?
  /// The answer to what the room is asked.
  public var answer: String?
  /// Whether the room is asked something.
  public var isQuestion = false
  /// The note for the presenter.
  public var note: String?
}
