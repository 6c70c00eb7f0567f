/// What is told at a point of a run.
public struct StoryMoment: Sendable, Hashable {
  /// How many rows the event list had then.
  public var rows: Int
  /// The chapter.
  public var chapter: String?
  /// The caption for the audience.
  public var caption: String?
  /// The note for the presenter.
  public var note: String?
}
