internal import OSSCredentials
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// What real SDKs do about content types, clocks and the credentials that they are given.
extension Mutants {
  static let uploading: [Mutant] = [
    Mutant(
      "content-type-of-python", "CRED-TYPE-8",
      "The types are Python's and a few more, an extension is what Python takes for one, and where "
        + "none is known there is no type.",
      mend: "Use one table, and give application/octet-stream where it says nothing.",
      on: [.contentType],
      sightings: [.oss2("`content_type_by_name` asks a list of its own and then mimetypes.")]
    ) { steps in
      steps.contentType.pathExtension = { PythonPath.knownExtension(of: $0) }
      steps.contentType.folded = { $0.lowercased() }
      steps.contentType.type = { PythonContentTypes.type(of: $0) }
      steps.rewriteOutput { input, answer in
        let names = [input["filePath"]?.stringValue, input["uploadName"]?.stringValue]
        if !names.contains(where: { $0.flatMap(PythonPath.knownExtension) != nil }) {
          answer.members["contentType"] = nil
        }
      }
    },
    Mutant(
      "content-type-empty-name-refused", "CRED-TYPE-1", "An upload without a name has no type.",
      mend: "Give application/octet-stream.", on: [.contentType],
      sightings: [
        .oss2("An object with an empty name is refused before its type is sought."),
        .pythonV2("An object with an empty name is refused before its type is sought."),
      ]
    ) { $0.refusesUploadName = \.isEmpty },
    ExpiryPresignMutants.limit(
      "presign-limit-now-plus-interval", "CRED-PRE-2",
      "The interval is added to the time with its milliseconds, and no other end is looked at.",
      mend: "Begin with the second that the time is in, and give the earlier of the two ends.",
      sightings: [.pythonV2("The expiration is now and the interval, as Python adds them.")]
    ) { steps in
      let former = steps.intervalEnd
      steps.intervalEnd = { now, interval in
        guard former(now, interval) != nil else { return nil }
        return UnixMilliseconds(milliseconds: now.milliseconds + interval.count * 1000)
      }
      steps.comesFirst = { _, _ in false }
    },
    Mutant(
      "action-skew-sent-again", "ACT-TIME-1",
      "A request that came at the wrong time is sent again with the same wrong time.",
      mend: "Learn the time from the answer, and sign again.", on: [.errorAction],
      sightings: [.pythonV2("RequestTimeTooSkewed is among the codes that are retried.")]
    ) { steps in
      steps.rewriteInput { _, input in
        let header = input["header"]?.stringValue.flatMap { try? Base64.decode($0) }
        let body = input["body"]?.stringValue ?? header?.text ?? ""
        // A status of 500 is the way to a repetition, whatever stood there.
        if body.contains("<Code>RequestTimeTooSkewed</Code>") { input["status"] = 500 }
      }
    },
    Mutant(
      "description-empty-token-refused", "CRED-VAL-3",
      "Credentials with an empty security token are refused.",
      mend: "Take an empty token for none.", on: [.credentialDescription],
      sightings: [.credentialsPython("StaticSTSCredentialsProvider raises for an empty token.")]
    ) { $0.rewriteCredential("securityToken") { $0.isEmpty ? "\n" : $0 } },
  ]
}

/// The extensions of paths as Python has them.
private enum PythonPath {
  /// The extension, if its type is known.
  static func knownExtension(of path: String) -> String? {
    let parts = path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    guard let bare = parts.last?.drop(while: { $0 == "." }) else { return nil }
    guard let dot = bare.lastIndex(of: ".") else { return nil }
    let text = String(Substring(bare[dot...].dropFirst()))
    return PythonContentTypes.type(of: text.lowercased()) == nil ? nil : text
  }
}
