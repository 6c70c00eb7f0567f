/// The six characters that a border is made of, each one column wide.
struct BorderLines {
  let horizontal: String
  let vertical: String
  let topLeft: String
  let topRight: String
  let bottomLeft: String
  let bottomRight: String

  init(
    _ horizontal: String, _ vertical: String, _ topLeft: String, _ topRight: String,
    _ bottomLeft: String, _ bottomRight: String
  ) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomLeft = bottomLeft
    self.bottomRight = bottomRight
  }
}
