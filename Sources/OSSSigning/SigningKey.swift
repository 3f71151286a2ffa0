internal import OSSPrimitives

/// What a version signs with, made of a secret once.
///
/// The keys are hundreds of bytes, so a copy of a signer refers to the same ones.
indirect enum SigningKey: Sendable {
  /// HMAC-SHA1 with the secret, in base64 (V1-SIG-1).
  case v1(HMACSHA1Key)
  /// HMAC-SHA256 with the secret, in base64 (V2-SIG-1).
  case v2(HMACSHA256Key)
  /// HMAC-SHA256 with the key of a day, in hexadecimal digits (V4-STS-4).
  case v4(DailyKey)

  /// Makes the key of a secret ready: of all its bytes, outer blanks too (V1-SIG-2, V1-SIG-3).
  init(_ secret: String, _ version: SignatureVersion, _ scope: CredentialScope?) {
    if let scope {
      self = .v4(DailyKey(secret, scope))
      return
    }
    let secret = secret.bytes
    self = version == .v1 ? .v1(HMACSHA1Key(secret.span)) : .v2(HMACSHA256Key(secret.span))
  }

  mutating func prepare(at time: Moment) {
    if isPrepared(at: time) { return }
    guard case .v4(var key) = self else { return }
    key.prepare(at: time)
    self = .v4(key)
  }

  func isPrepared(at time: Moment) -> Bool {
    guard case .v4(let key) = self else { return true }
    return key.isPrepared(at: time)
  }

  /// Appends the text of the signature of a string to sign that is made at a time.
  func append(signatureOf string: StringToSign, at time: Moment, to buffer: inout Bytes) {
    let message = string.buffer.span.extracting(string.start..<string.buffer.count)
    append(codeOf: message, at: time, to: &buffer)
  }

  /// Appends the text of the signature of bytes.
  func append(codeOf message: Span<UInt8>, at time: Moment, to buffer: inout Bytes) {
    switch self {
    // V1-SIG-1, V2-SIG-1, V4-STS-4.
    case .v1(let key): Base64.append(key.authenticationCode(for: message), to: &buffer)
    case .v2(let key): Base64.append(key.authenticationCode(for: message), to: &buffer)
    case .v4(let key): key.code(of: message, at: time).append(hexadecimalTo: &buffer)
    }
  }
}

/// The keys of V4: each is good for one day, one region and one product (V4-KEY-3).
///
/// Making a key costs more than a signature. So the key of one day is kept, once it was prepared.
struct DailyKey: Sendable {
  /// The key made of `aliyun_v4` and the secret, with which each signing key begins (V4-KEY-2).
  private let secretKey: HMACSHA256Key
  private let scope: CredentialScope
  /// The key of the day that was prepared.
  private var prepared: (day: Int64, key: HMACSHA256Key)?

  init(_ secret: String, _ scope: CredentialScope) {
    let key = "aliyun_v4\(secret)".bytes
    secretKey = HMACSHA256Key(key.span)
    self.scope = scope
  }

  /// Makes the key of the day of a time and keeps it, unless it is there already (V4-KEY-3).
  mutating func prepare(at time: Moment) {
    if isPrepared(at: time) { return }
    prepared = (time.day, HMACSHA256Key(signingKey(at: time)))
  }

  /// Whether the key of the day of a time is there.
  func isPrepared(at time: Moment) -> Bool { prepared?.day == time.day }

  /// The code of a message by the key of a time.
  func code(of message: Span<UInt8>, at time: Moment) -> SHA256Digest {
    // Asked for in place: the value is large, and a copy would cost.
    if isPrepared(at: time), let code = prepared?.key.authenticationCode(for: message) {
      return code
    }
    return signingKey(at: time).authenticationCode(for: message)
  }

  /// The bytes of the key of a time: codes of the date, the region, the product and
  /// `aliyun_v4_request`, each by the one before (V4-KEY-1).
  func signingKey(at time: Moment) -> SHA256Digest {
    var date = Bytes()
    CivilTime(time).append(iso8601BasicDateTo: &date)
    let names = scope.text.span
    return secretKey.authenticationCode(for: date.span)
      .authenticationCode(for: names.extracting(scope.region))
      .authenticationCode(for: names.extracting(scope.product))
      .authenticationCode(for: names.extracting(scope.terminator))
  }
}

extension Moment {
  /// The number of the day, from the first that can be written.
  fileprivate var day: Int64 {
    (min(max(self, .earliest), .latest).seconds - Moment.earliest.seconds) / 86_400
  }
}
