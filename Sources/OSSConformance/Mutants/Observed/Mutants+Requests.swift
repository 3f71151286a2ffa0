internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

/// How SDKs that are no vendor's, and the first one for Go, take keys, parameters and headers.
extension Mutants {
  static let takingRequests: [Mutant] = keys + parts + refusals

  private static let keys: [Mutant] = [
    Mutant(
      "key-as-file-path", "V1-RES-4",
      "A key is taken for the path of a file: blanks at its ends and slashes at its beginning are "
        + "dropped, and several slashes become one.",
      mend: "Leave the key as it is: an empty part belongs to it.", on: .requests,
      sightings: [.openDAL("Every path is normalized before the service sees it.")]
    ) { $0.rewrite("key") { $0.normalizedAsFilePath } },
    Mutant(
      "key-as-directory-refused", "V1-RES-4",
      "An object whose key ends with a slash cannot be read or written.",
      mend: "Send the request: OSS has no directories, and such keys are in use.",
      on: [.v1Header],
      sightings: [.openDAL("A path that ends with a slash is a directory, which has no content.")]
    ) { steps in
      steps.rewriteInput { _, input in
        guard ["GET", "PUT"].contains(input["method"]?.stringValue),
          input["key"]?.stringValue?.hasSuffix("/") == true
        else { return }
        input["key"] = .string("")
      }
    },
    Mutant(
      "key-as-relative-reference", "PRE-PATH-2",
      "The path is joined to a base as a relative reference: dot segments are resolved and empty "
        + "parts dropped.",
      mend: "Join the texts: a key may have . and .. and empty parts.", on: [.v1Presign],
      sightings: [.libcloud("The connection hands every path to Python's urljoin.")]
    ) { steps in
      steps.rewriteInput { _, input in
        guard let key = input["key"]?.stringValue else { return }
        let resolved = key.resolvedAsReference
        input["key"] = resolved.isEmpty ? .null : .string(resolved)
      }
    },
    Mutant(
      "key-length-unchecked", "V1-REF-7", "A key of any length is signed.",
      mend: "Refuse a key of more than 1023 bytes.", on: .requests,
      sightings: [
        .go1("Nothing of a request is checked."),
        .openDAL("The length of a path is not looked at."),
      ]
    ) { $0.accept { if case .invalidObjectKey(.tooLong) = $0 { true } else { false } } },
  ]

  private static let parts: [Mutant] = [
    HeaderMutants.headers(
      "header-outside-ascii-dropped", "V1-HDR-4",
      "A header is left out of the signature if its value has bytes outside ASCII.",
      mend: "Sign the bytes that are sent.",
      sightings: [.openDAL("A value that is no visible ASCII cannot be shown, and is passed over.")]
    ) { rules in
      let isSigned = rules.isSigned
      rules.isSigned = { line in isSigned(line) && line.value.allSatisfy { $0 < 0x80 } }
    },
    Mutant(
      "subresource-upload-id-first", "V1-RES-6", "The uploadId stands before the partNumber.",
      mend: "Sort subresources by name.", on: .signing,
      sightings: [.libcloud("An upload of parts writes uploadId, then partNumber, unsorted.")]
    ) { steps in
      steps.afterResource { request, _, resource in
        let values = request.query.filter { ["partNumber", "uploadId"].contains($0.name) }
        guard values.count == 2,
          let part = values.first(where: { $0.name == "partNumber" })?.value,
          let upload = values.first(where: { $0.name == "uploadId" })?.value
        else { return }
        resource = resource.replacing(
          "?partNumber=\(part)&uploadId=\(upload)", with: "?uploadId=\(upload)&partNumber=\(part)")
      }
    },
  ]

  private static let refusals: [Mutant] = [
    Mutant(
      "broken-token-taken-in-urls", "V1-REF-6", "A URL is signed with a token that has a line end.",
      mend: "Refuse the token before anything is signed.", on: [.v1Presign],
      sightings: [.openDAL("The token is percent-encoded into the query, whatever it holds.")]
    ) { $0.accept { if case .invalidSecurityToken = $0 { true } else { false } } },
    Mutant(
      "bucket-of-a-url-taken", "V1-REF-8",
      "A bucket name is taken if the URL with it can be read: capitals, dots and slashes too.",
      mend: "Check the name itself: a slash moves the end of the host.", on: .requests,
      sightings: [.openDAL("The URL is parsed, the name of the bucket is not looked at.")]
    ) { steps in
      steps.accept { fault in
        guard case .invalidBucketName(let name) = fault, !name.isEmpty else { return false }
        return name.utf8.allSatisfy { byte in
          (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || (0x2D...0x39).contains(byte) || byte == 0x5F
        }
      }
    },
    Mutant(
      "bytes-signed-as-given", "V1-REF-12", "Bytes that are not UTF-8 are signed as they are.",
      mend: "Refuse what is not UTF-8.", on: [.v1Header],
      sightings: [.go1("A string of Go holds any bytes, and none is looked at.")]
    ) { $0.signBytesAsGiven() },
    Mutant(
      "year-of-five-digits", "V1-REF-13",
      "The date of a time in milliseconds is written with a year of five digits.",
      mend: "Refuse a time beyond the year 9999.", on: [.v1Header],
      sightings: [.go1("The date is formatted whatever its year.")]
    ) { $0.writeYearsOfFiveDigits() },
  ]
}

extension String {
  /// The key as a library of file systems takes a path.
  fileprivate var normalizedAsFilePath: String {
    var scalars = Substring(self).unicodeScalars
    while scalars.first?.properties.isWhitespace == true { scalars.removeFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
    return String(scalars.drop { $0 == "/" }).slashesMerged
  }

  /// The key as RFC 3986 resolves a relative reference, with empty parts dropped.
  fileprivate var resolvedAsReference: String {
    let parts = utf8.split(separator: 0x2F, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    var kept: [String] = []
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      switch part {
      case "..": _ = kept.popLast()
      case ".": break
      default: if !part.isEmpty || isLast { kept.append(part) }
      }
      if isLast, part == "." || part == ".." { kept.append("") }
    }
    return kept.joined(separator: "/")
  }
}
