/// What a trigger does when it is true: indices of tags and macros.
struct TriggerUse {
  var addTags: [Int] = []
  var removeTags: [Int] = []
  var addMacros: [Int] = []
  var removeMacros: [Int] = []
}
