public import OSSPrimitives
public import OSSSigning

/// Why an upload in parts cannot go on: a request that OSS would refuse, or an answer that is no
/// answer about an upload.
public enum MultipartError: Error, Equatable, Sendable {
  /// The bucket, the key or a header cannot be sent.
  case invalidRequest(SigningError)
  /// The ID of the upload is empty.
  case emptyUploadID
  /// The number of a part is not one of ``MultipartUpload/partNumbers``.
  case invalidPartNumber(Int)
  /// There are no parts of which an object could be made.
  case noParts
  /// A part follows one of the same or a greater number.
  case partOutOfOrder(Int, after: Int)
  /// The `ETag` of a part is empty, or holds what is not ASCII.
  case invalidETag(part: Int)
  /// More entries than 1,000 are asked for, or fewer than one.
  case invalidLimit(Int)
  /// The answer is not XML that can be read.
  case notXML(ErrorBodyError)
  /// The answer is about something else.
  case unexpectedRoot(String, expected: String)
  /// The answer has no such element, or an empty one.
  case missingElement(String)
  /// The answer has two of an element that is there once.
  case repeatedElement(String)
  /// The text of an element is not of its form.
  case invalidElement(String)
}

extension MultipartError: PlainError, CustomStringConvertible {
  /// One sentence that names the fault.
  public var description: String {
    switch self {
    case .invalidRequest(let fault): fault.description
    case .emptyUploadID: "The ID of the upload is empty."
    case .invalidPartNumber(let number):
      "The part number % is not one of 1 to 10000.".filled(number)
    case .noParts: "An upload without parts cannot be completed."
    case .partOutOfOrder(let number, let previous):
      "Part % follows part %: part numbers must ascend.".filled(number, previous)
    case .invalidETag(let part):
      "The ETag of part % is not the value of a header ETag.".filled(part)
    case .invalidLimit(let limit): "The limit % is not one of 1 to 1000.".filled(limit)
    case .notXML(let fault):
      "The answer of OSS is not XML that can be read: %".filled(fault.description)
    case .unexpectedRoot(let name, let expected):
      "The answer of OSS is %, not '%'.".filled(name.quoted, expected)
    case .missingElement(let name): "The answer of OSS has no %.".filled(name)
    case .repeatedElement(let name): "The answer of OSS has two of %.".filled(name.quoted)
    case .invalidElement(let name): "The % in the answer of OSS is not of its form.".filled(name)
    }
  }
}
