internal import OSSPrimitives
public import OSSSigning

/// Why a stream cannot be published under a URL (LIVE-REF).
public enum LiveChannelError: Error, Equatable, Sendable {
  /// The bucket name is empty or holds a byte outside `[a-z0-9_-]`.
  case invalidBucketName(String)
  /// The name of the channel is not one of an object.
  case invalidChannelName(SigningError.ObjectKeyFault)
  /// The name of the channel holds a slash.
  case slashInChannelName(offset: Int)
  /// The name of the playlist does not end with `.m3u8`, or has fewer than 6 or more than 128 bytes.
  case invalidPlaylistName(String)
  /// A parameter has an empty name, or a byte in it that would end its line or its name early.
  case invalidParameter(name: String)
  /// The caller gives a parameter that signing writes itself.
  case reservedParameter(name: String)
  /// A parameter is given twice.
  case repeatedParameter(name: String)
  /// The expiry is before 1970.
  case invalidExpiry(seconds: Int64)
}

extension LiveChannelError {
  /// The error class of the adapter protocol for this fault.
  public var code: String {
    switch self {
    case .invalidBucketName: "invalid-bucket-name"
    case .invalidChannelName, .slashInChannelName: "invalid-channel-name"
    case .invalidPlaylistName: "invalid-playlist-name"
    case .invalidParameter: "invalid-query-parameter"
    case .reservedParameter: "reserved-parameter"
    case .repeatedParameter: "duplicate-parameter"
    case .invalidExpiry: "invalid-expires"
    }
  }
}

extension LiveChannelError: CustomStringConvertible {
  /// One sentence that names the part at fault.
  public var description: String {
    switch self {
    case .invalidBucketName(let name): SigningError.invalidBucketName(name).description
    case .invalidChannelName(let fault): "As the name of a channel: \(fault.description)"
    case .slashInChannelName(let offset):
      "The name of the channel holds a slash at byte \(offset)."
    case .invalidPlaylistName:
      "The name of the playlist does not have 6 to 128 bytes with '.m3u8' at its end."
    case .invalidParameter:
      "A parameter has an empty name, or a line end in it, or a colon in its name."
    case .reservedParameter(let name):
      "The parameter \(name.quoted) is one that signing writes itself."
    case .repeatedParameter: "A parameter is given twice."
    case .invalidExpiry(let seconds):
      "The expiry \(seconds) is not a number of seconds since 1970."
    }
  }
}
