package import OSSJSON
public import OSSPrimitives

extension PostPolicy {
  /// How long and deep a policy may be.
  private static let limits = JSONLimits(depth: 8, byteCount: 64 << 10)

  /// Reads a policy, whose bytes are kept as they are (POST-POL-2, POST-POL-3).
  ///
  /// - Parameter bytes: JSON in UTF-8; of its members, `expiration` and `conditions` are looked at.
  ///   Beside the escapes of JSON, `\$` means a dollar sign, as the documents of OSS have it.
  /// - Throws: ``PostPolicyError``, which says what is wrong and in which condition.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(bytes: Bytes) throws(PostPolicyError) {
    let json: JSONValue
    do {
      json = try JSONReader.read(Self.withoutDollarEscapes(bytes), limits: Self.limits)
    } catch {
      throw .invalidJSON(error)
    }
    guard let object = json.objectValue else { throw .notAnObject }
    guard let time = object["expiration"]?.stringValue else { throw .missingMember("expiration") }
    let expiration = try Self.expiration(time)
    guard let list = object["conditions"]?.arrayValue else { throw .missingMember("conditions") }
    if list.isEmpty { throw .noConditions }
    self.init(bytes: bytes, expiration: expiration, conditions: try Self.conditions(list))
  }

  /// Reads the conditions of a policy.
  package static func conditions(_ list: [JSONValue]) throws(PostPolicyError) -> [PostCondition] {
    var conditions: [PostCondition] = []
    for (index, element) in list.enumerated() {
      do {
        conditions.append(try PostCondition(element))
      } catch {
        throw .invalidCondition(index: index, error)
      }
    }
    return conditions
  }

  /// Reads a time that ends with `Z` (POST-POL-5).
  private static func expiration(_ text: String) throws(PostPolicyError) -> Moment {
    if text.utf8.last != UInt8(ascii: "Z") { throw .expirationNotInUTC }
    do {
      return try Moment(iso8601: text)
    } catch {
      throw .invalidExpiration(error)
    }
  }

  /// The bytes with each `\$`, which JSON does not know, as `$` (POST-COND-8).
  private static func withoutDollarEscapes(_ bytes: Bytes) -> Bytes {
    var result = Bytes()
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
        if bytes[index + 1] != UInt8(ascii: "$") { result.append(bytes[index]) }
        result.append(bytes[index + 1])
        index += 2
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }
}
