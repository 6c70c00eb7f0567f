extension ContainerDescription {
  /// Describes a container.
  ///
  /// - Parameter container: the container.
  /// - Parameter file: what the caller calls it, such as the path of its file.
  /// - Parameter bytes: the size of the file in bytes.
  /// - Parameter sdkVersion: the release of the SDK whose functions it may call.
  /// - Complexity: O(n) in the size of the container.
  public init(
    of container: CompiledContainer, file: String, bytes: Int,
    sdkVersion: SDKVersion = Settings().sdkVersion
  ) {
    let describer = ContainerDescriber(container, sdkVersion: sdkVersion)
    let source = container.version
    self.file = file
    self.bytes = bytes
    self.sdkVersion = sdkVersion
    containerID = source.containerID
    version = source.version
    format = source.format
    usageContexts = source.usageContexts
    supplementals = source.supplementals
    experiments = source.experiments.map(\.name)
    fingerprint = source.fingerprint
    remarks = source.remarks
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
