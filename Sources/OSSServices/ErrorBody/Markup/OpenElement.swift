internal import OSSPrimitives

/// An element whose end tag has not been read.
struct OpenElement {
  /// Where its name is, with which the end tag must agree.
  let name: Range<Int>
  /// Its place among the elements found; nil for the root.
  let index: Int?
}

/// An element of the body, open or closed.
struct FoundElement {
  /// The names from the outside in, the root's left out.
  let path: String
  /// The text in it so far, apart from that in elements inside.
  var text = Bytes()
  /// Whether it holds elements.
  var holdsElements = false

  /// The member that the element is; one that only holds others is not a member (ERR-MEM-4).
  var member: ServerErrorMember? {
    if holdsElements, text.allSatisfy(XMLWhiteSpace.contains) { return nil }
    return ServerErrorMember(name: path, value: text)
  }
}
