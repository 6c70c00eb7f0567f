/// An update that an evaluation pushes; it joins the drain that is running.
struct NestedPush: Sendable {
  let value: Value
  let origin: UpdateRecord.Origin

  init(_ value: Value, _ origin: UpdateRecord.Origin) {
    self.value = value
    self.origin = origin
  }
}
