internal import OSSPrimitives
internal import OSSSigning

/// The first three lines of the string to sign, so that a mutant breaks one.
struct LeadingLines: Sendable {
  var method: Bytes
  var contentMD5: Bytes
  var contentType: Bytes
  /// What is written after each.
  var lineEnds: (method: Bytes, contentMD5: Bytes, contentType: Bytes) = ([0x0A], [0x0A], [0x0A])

  /// The lines as the reference has them.
  init(_ request: SigningRequest) {
    method = Bytes(request.method.utf8)
    contentMD5 = request.contentMD5.map { Bytes(request.fields.lines[$0]) } ?? []
    contentType = request.contentType.map { Bytes(request.fields.lines[$0]) } ?? []
  }

  func append(to buffer: inout Bytes) {
    buffer += method + lineEnds.method + contentMD5 + lineEnds.contentMD5
    buffer += contentType + lineEnds.contentType
  }
}

extension ReferenceSteps {
  /// Changes the first three lines.
  mutating func rewriteLeadingLines(
    _ change: @escaping @Sendable (SigningRequest, inout LeadingLines) -> Void
  ) {
    signing.leadingLines = { request, buffer in
      var lines = LeadingLines(request)
      change(request, &lines)
      lines.append(to: &buffer)
    }
  }
}

extension SigningRequest {
  /// The value of the first header of which the name, as it was given, makes a statement true.
  func headerValue(where isMatch: (Bytes) -> Bool) -> Bytes? {
    headers.first { isMatch(Bytes($0.name.utf8)) }.map { Bytes($0.value.utf8) }
  }
}
