/// What an export tells beyond what runs in the app: how people organised the container, and
/// settings that the web interface keeps and mobile SDKs do not obey.
public struct ContainerAuthoring: Sendable, Hashable {
  /// When a tag may fire again, as the interface offers it.
  public enum FiringOption: String, Sendable, Hashable, CaseIterable {
    case unlimited
    case oncePerEvent
    case oncePerLoad
  }

  /// A folder of the interface with the names of what it holds, in the order of the export.
  public struct Folder: Sendable, Hashable {
    /// The name that people gave it.
    public var name: String
    /// The names of its tags.
    public var tags: [String]
    /// The names of its triggers.
    public var triggers: [String]
    /// The names of its variables.
    public var variables: [String]

    /// Creates a folder.
    public init(
      name: String, tags: [String] = [], triggers: [String] = [], variables: [String] = []
    ) {
      self.name = name
      self.tags = tags
      self.triggers = triggers
      self.variables = variables
    }
  }

  /// The settings of one tag.
  public struct TagSettings: Sendable, Hashable {
    /// When it may fire again; nil where the export does not say.
    public var firingOption: FiringOption?
    /// Tags with a higher number go first on the web; as text, since a variable may stand there.
    public var priority: String?
    /// Milliseconds since 1970 from which on it may fire.
    public var scheduleStartMs: Int64?
    /// Milliseconds since 1970 until which it may fire.
    public var scheduleEndMs: Int64?
    /// Names of the tags that are to run before it.
    public var setupTags: [String] = []
    /// Names of the tags that are to run after it.
    public var teardownTags: [String] = []
    /// Whether it fires only in published versions, not in previews.
    public var isLiveOnly = false
    /// What people wrote about it.
    public var notes: String?

    /// Creates settings that say nothing.
    public init() {}
  }

  /// The name of the container in the web interface.
  public var containerName: String?
  /// The name and description of the version, where people gave them.
  public var versionName: String?
  /// What people wrote about the container.
  public var notes: String?
  /// When it was exported, as the export writes it.
  public var exportTime: String?
  /// The folders, in the order of the export.
  public var folders: [Folder]
  /// The settings of tags, parallel to the tags of the container version.
  public var tagSettings: [TagSettings]

  /// Creates what an export tells.
  public init(
    containerName: String? = nil, versionName: String? = nil, notes: String? = nil,
    exportTime: String? = nil, folders: [Folder] = [], tagSettings: [TagSettings] = []
  ) {
    self.containerName = containerName
    self.versionName = versionName
    self.notes = notes
    self.exportTime = exportTime
    self.folders = folders
    self.tagSettings = tagSettings
  }
}
