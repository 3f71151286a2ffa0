public import Foundation
public import OSSPrimitives
internal import OSSSigning

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The bytes that were sent or received are not those that OSS has: their CRC-64 differ.
public struct ChecksumError: Error, Equatable, Sendable {
  /// The CRC-64 of the bytes here.
  public let computed: CRC64
  /// The CRC-64 that OSS says the object has.
  public let reported: CRC64
  /// The ID of the request; nil where OSS gave none.
  public let requestID: String?
}

extension ChecksumError: PlainError, CustomStringConvertible {
  /// One sentence.
  public var description: String {
    "The bytes were damaged on the way: their CRC-64 is \(computed.value), and that of OSS is "
      + "\(reported.value)."
  }
}

/// The CRC-64 that OSS says an object has, where it is that of the bytes of one exchange.
struct Checksum {
  private let reported: CRC64
  private let requestID: String?

  /// Reads the header of an answer.
  ///
  /// Nil without one, and where it is of other bytes: of a range, a copy, a processed picture,
  /// an object that is decompressed on the way, or of all of an object that bytes are appended to.
  init?(_ response: HTTPURLResponse, of request: SigningRequest, sends: Bool) {
    guard response.statusCode == 200, request.method == (sends ? "PUT" : "GET"),
      let text = response.value(forHTTPHeaderField: "x-oss-hash-crc64ecma"),
      let reported = CRC64(header: text),
      response.value(forHTTPHeaderField: "Content-Encoding") == nil,
      !request.query.contains(where: { $0.name == "x-oss-process" }),
      !request.headers.contains(where: { $0.name.lowercased().hasPrefix("x-oss-copy-source") })
    else { return nil }
    self.reported = reported
    requestID = response.value(forHTTPHeaderField: "x-oss-request-id")
  }

  /// Compares it with that of bytes.
  ///
  /// - Throws: ``ChecksumError``, or the error of reading a file.
  func verify(_ payload: Payload) throws {
    let computed: CRC64
    switch payload {
    case .nothing: computed = CRC64()
    case .data(let data): computed = CRC64(data)
    case .file(let file): computed = try CRC64(contentsOf: file)
    }
    if computed != reported {
      throw ChecksumError(computed: computed, reported: reported, requestID: requestID)
    }
  }
}

extension CRC64 {
  /// The CRC-64 of bytes, as OSS computes it.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  public init(_ data: Data) {
    self.init()
    var rest = data
    while !rest.isEmpty { rest = rest.dropFirst(take(rest.prefix(1 << 20))) }
  }

  /// The CRC-64 of a file, which is read in pieces.
  ///
  /// - Throws: the error of reading it.
  /// - Complexity: O(*n*) in the number of bytes.
  public init(contentsOf file: URL) throws {
    self.init()
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    while let piece = try handle.read(upToCount: 1 << 20), take(piece) > 0 {}
  }

  /// Takes in bytes, and says how many there are.
  private mutating func take(_ piece: Data) -> Int {
    let bytes = Bytes(piece)
    update(bytes.span)
    return bytes.count
  }
}
