package import OSSJSON
internal import OSSPrimitives

/// Why a text is no request; no case holds a part of a value, which may be a secret.
///
/// The description of each case says what it means. Offsets count bytes from the first one that is no
/// white space, and lines from 1.
package enum SentRequestError: Error, Equatable, Sendable {
  case empty
  case tooLarge(byteCount: Int)
  case tooManyHeaders
  case unknownForm
  case invalidMethod(offset: Int)
  case missingTarget(offset: Int)
  case invalidTargetByte(UInt8, offset: Int)
  case invalidTarget(offset: Int)
  case invalidHeader(line: Int)
  case foldedHeader(line: Int)
  case missingURL
  case missingOptionValue
  case parametersFromFile
  case invalidJSON(JSONError)
  case missingMember(String)
  case entryCount(Int)
}

extension SentRequestError: CustomStringConvertible {
  /// One sentence that says what is wrong and where.
  package var description: String {
    switch self {
    case .empty: "There is no request: the text is empty."
    case .tooLarge(let byteCount):
      "The request has % bytes, more than the limit of %.".filled(
        byteCount, SentRequest.maximumByteCount)
    case .tooManyHeaders:
      "The request has more than % headers.".filled(SentRequest.maximumHeaderCount)
    case .unknownForm:
      "The text does not begin as HTTP, a curl command, a URL, a log or a HAR entry does."
    case .invalidMethod(let offset):
      "The method has a byte that is not a letter, at byte %.".filled(offset)
    case .missingTarget(let offset):
      "The request line ends after the method, at byte %.".filled(offset)
    case .invalidTargetByte(let byte, let offset):
      "The URL has the byte 0x% at byte %, which must be percent-encoded.".filled(
        byte: byte, offset)
    case .invalidTarget(let offset):
      "What begins at byte % is not a path and not an http or https URL.".filled(offset)
    case .invalidHeader(let line):
      "Line % is not a header: a name, a colon and a value.".filled(line)
    case .foldedHeader(let line):
      "Line % begins with a blank; a header must be on one line.".filled(line)
    case .missingURL: "The curl command has no URL."
    case .missingOptionValue: "The last option of the curl command has no value."
    case .parametersFromFile: "The curl command takes parameters of the URL from a file."
    case .invalidJSON(let error): "The HAR entry is not JSON: " + error.description
    case .missingMember(let name):
      "The JSON is no input of a signing operation, and as a HAR entry it lacks the member '%'."
        .filled(name)
    case .entryCount(let count):
      "The HAR file has % entries; give the entry of one request.".filled(count)
    }
  }
}
