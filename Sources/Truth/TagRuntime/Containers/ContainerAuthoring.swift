/// The information in an export beyond what runs in the app: how users organised the container, and
/// settings of the web interface that mobile SDKs ignore.
public struct ContainerAuthoring: Sendable, Hashable {
  /// When a tag may fire again, as the interface offers it.
  public enum FiringOption: String, Sendable, Hashable, CaseIterable {
    case unlimited
    case oncePerEvent
    case oncePerLoad
  }

  /// A folder of the interface with the names of its content, in the order of the export.
  public struct Folder: Sendable, Hashable {
    /// The name that a user gave it.
    public var name: String
    /// The names of the tags whose `parentFolderId` in the export is this folder.
    public var tags: [String]
    /// The names of the triggers whose `parentFolderId` is this folder.
    public var triggers: [String]
    /// The names of the variables whose `parentFolderId` is this folder.
    public var variables: [String]

    /// Creates a folder, by default an empty one.
    public init(
      name: String, tags: [String] = [], triggers: [String] = [], variables: [String] = []
    ) {
      self.name = name
      self.tags = tags
      self.triggers = triggers
      self.variables = variables
    }
  }

  /// The settings of one tag that only an export has, such as its schedule.
  public struct TagSettings: Sendable, Hashable {
    /// The option for firing it again; nil if the export does not say.
    public var firingOption: FiringOption?
    /// Tags with a higher number fire first on the web; a text, because it may be a variable.
    public var priority: String?
    /// Milliseconds since 1970 from which on it may fire.
    public var scheduleStartMs: Int64?
    /// Milliseconds since 1970 until which it may fire.
    public var scheduleEndMs: Int64?
    /// The names of the tags that must run before it.
    public var setupTags: [String] = []
    /// The names of the tags that must run after it.
    public var teardownTags: [String] = []
    /// Whether it fires only in published versions, not in previews.
    public var isLiveOnly = false
    /// The text that its author wrote about it; nil if the export has no such text.
    public var notes: String?

    /// Creates settings that say nothing.
    public init() {}
  }

  /// The name of the container in the web interface.
  public var containerName: String?
  /// The name and description of the version, if there are any.
  public var versionName: String?
  /// Notes about the container.
  public var notes: String?
  /// The time of the export, as the export writes it.
  public var exportTime: String?
  /// The folders, in the order of the export.
  public var folders: [Folder]
  /// The settings of tags, parallel to the tags of the container version.
  public var tagSettings: [TagSettings]

  /// Creates the additional information of an export.
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
