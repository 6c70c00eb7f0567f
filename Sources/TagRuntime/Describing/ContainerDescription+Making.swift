extension ContainerDescription {
  /// Describes a container of either generation.
  ///
  /// - Parameter source: the container, as its file holds it.
  /// - Parameter file: what the caller calls it, such as the path of its file.
  /// - Parameter bytes: the size of the file in bytes.
  /// - Parameter sdkVersion: the release of the legacy SDK whose functions it may call; v5
  ///   containers bring their own.
  /// - Complexity: O(n) in the size of the container.
  public init(
    of source: ContainerVersion, file: String, bytes: Int,
    sdkVersion: SDKVersion = Settings().sdkVersion
  ) {
    let describer = ContainerDescriber(source, sdkVersion: sdkVersion)
    self.source = source
    self.file = file
    self.bytes = bytes
    self.sdkVersion = sdkVersion
    generation = source.generation
    containerID = source.containerID
    version = source.version
    format = source.format
    usageContexts = source.usageContexts
    supplementals = source.supplementals
    experiments = source.experiments.map(\.name)
    fingerprint = source.fingerprint
    remarks = source.remarks
    leftOut = source.leftOut
    authoring = source.authoring
    counts = Counts(
      macros: source.macros.count, tags: source.tags.count, predicates: source.predicates.count,
      rules: source.rules.count)
    functions = describer.functions()
    tags = describer.tags()
    conditions = describer.conditions()
    rules = describer.rules(conditions)
    variables = describer.variables(tags: tags, conditions: conditions)
    keys = describer.keys()
    events = describer.events(rules: rules, conditions: conditions)
    handlers = describer.handlers()
  }
}
