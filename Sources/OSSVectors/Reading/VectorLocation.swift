/// A place in a file of vectors: which file, which vector in it, which member of that.
public struct VectorLocation: Hashable, Sendable {
  /// The file, as it was named to the reader.
  public var file: String
  /// The vector: its id, or its index such as `vectors[3]` where the id itself is at fault.
  public var vector: String?
  /// The member as a path from the vector, or from the file's own object, such as
  /// `expect.stages.stringToSign`; empty for the whole.
  public var path: String

  /// Names a place.
  public init(file: String, vector: String? = nil, path: String = "") {
    self.file = file
    self.vector = vector
    self.path = path
  }

  /// The place of a member of the object at this place.
  package func member(_ name: String) -> VectorLocation {
    var place = self
    place.path = path.isEmpty ? name : path + "." + name
    return place
  }

  /// The place of an element of the array at this place.
  package func element(_ index: Int) -> VectorLocation {
    var place = self
    place.path = path + "[\(index)]"
    return place
  }
}

extension VectorLocation: CustomStringConvertible {
  /// The parts that are known, from the file inwards.
  public var description: String {
    var text = file
    if let vector { text += ", vector \(vector)" }
    if !path.isEmpty { text += ", member \(path)" }
    return text
  }
}
