internal import OSSCredentials
internal import OSSPrimitives
internal import OSSVectors

/// Common mistakes of every version that no other file has.
enum SearchedMistakes {
  private static let signing = SigningMistakes.rows

  /// The list of subresources as one text.
  private static let listed = SigningModel.subresources
    .sorted { $0.lexicographicallyPrecedes($1) }.joined(with: ",").text

  static let all: [Mistake] = [
    // Strings.
    signing(
      "string-empty-lines-left-out", ["V1-STS-2", "V2-STS-2"],
      "The lines of Content-MD5 and Content-Type are left out when these headers are absent.",
      fix: "Write an empty line, its LF alone, for each of the two headers that is absent.",
      in: .signingV1V2
    ) { model in
      model.parts = { _, parts in
        parts.filter { ![.contentMD5, .contentType].contains($0.kind) || !$0.text.isEmpty }
      }
    },
    signing(
      "string-type-of-uploads-unsent", ["V1-STS-2"],
      "An upload without a Content-Type is signed with application/octet-stream, which is not sent.",
      fix: "Sign the Content-Type that is sent, and an empty line if none is.", in: .signingV1V2
    ) { model in
      let former = model.contentValue
      model.contentValue = { input, name in
        let isUpload = input.method.isText("PUT") || input.method.isText("POST")
        return former(input, name)
          ?? (isUpload && name == "content-type" ? "application/octet-stream".raw : nil)
      }
    },
    signing(
      "v4-content-sha256-left-out", ["V4-REQ-3"],
      "The payload line is UNSIGNED-PAYLOAD, and no x-oss-content-sha256 is sent and signed.",
      fix: "Send and sign the header x-oss-content-sha256 with the value of the payload line.",
      in: .headersV4
    ) { model in
      model.addedHeaders = { $1.filter { !$0.name.isText("x-oss-content-sha256") } }
    },
    // Queries.
    signing(
      "subresource-list-searched-as-text", ["V1-RES-10"],
      "A parameter is signed if its name is anywhere in the text of the list, such as type.",
      fix: "Compare the whole name of a parameter with each name of the list.", in: .signingV1
    ) { $0.signsParameter = { $0.version != .v1 || listed.contains($1.given.name.text) } },
    signing(
      "subresource-values-form-encoded", ["V1-RES-7"],
      "Values of subresources are signed as a form encodes them, with + for a space.",
      fix: "Sign the value of a subresource as it is, without percent-encoding.", in: .signingV1
    ) { model in
      let former = model.signedValue
      model.signedValue = { version, value in
        version == .v1 ? value.encoded().replaced("%20", by: "+") : former(version, value)
      }
    },
    signing(
      "query-values-form-decoded", ["V4-QRY-7"],
      "Values are decoded as those of a form before they are signed: + is a space, %2F a slash.",
      fix: "Percent-encode each value as the caller gives it, without decoding it first.",
      in: .signingV2V4
    ) { model in
      let former = model.signedValue
      model.signedValue = { former($0, $1.replaced("+", by: " ").tripletsDecoded) }
    },
    signing(
      "percent-digits-lower-case", ["V4-URI-4", "V4-QRY-2", "V2-RES-1", "V2-RES-4"],
      "The digits of percent triplets are in lower case, in the path and in the query.",
      fix: "Write the two digits of a percent triplet in upper case: %2F, not %2f.",
      in: .signingV2V4
    ) { model in
      let (path, name, value) = (model.signedPath, model.signedName, model.signedValue)
      model.signedPath = { path($0, $1).withLowerTriplets }
      model.signedName = { name($0, $1).withLowerTriplets }
      model.signedValue = { value($0, $1).withLowerTriplets }
    },
    signing(
      "uri-path-characters-kept", ["V4-URI-4", "V2-RES-1"],
      "What a path of a URL may hold is not encoded: !$&'()*+,;=:@.",
      fix: "Percent-encode every byte of the path but letters, digits, - _ . ~ and the slash.",
      in: .signingV2V4
    ) { model in
      let former = model.signedPath
      model.signedPath = { former($0, $1).keeping("!$&'()*+,;=:@") }
    },
    // Keys.
    signing(
      "v4-key-chain-of-hexadecimal", ["V4-KEY-1"],
      "The hexadecimal text of each link of the chain is the key of the next.",
      fix: "Use the 32 bytes of each HMAC as the key of the next.", in: .authenticatingV4
    ) { model in
      let former = model.keyHMAC
      model.keyHMAC = { key, message in
        // The first key begins with the prefix; each further one is a link of 32 bytes.
        former(
          key.count == 32 && !key.begins(with: "aliyun_v4") ? key.hexadecimal.raw : key, message)
      }
    },
    signing(
      "v4-key-prefix-of-algorithm", ["V4-KEY-2"], "The chain begins with OSS4 and the secret.",
      fix: "Put aliyun_v4 before the secret.", in: .authenticatingV4
    ) { $0.firstKey = { "OSS4".raw + $0 } },
    Mistake(
      "id-of-sts-refused", ["TOK-REF-14"],
      "An access key ID may have letters and digits alone, so those of STS are refused.",
      fix: "Accept a period, an underscore and an equals sign in an access key ID.",
      in: Set.anyRequest.union([.tokenParse]), oss: .accepts(evidence: "STS gives such IDs.")
    ) { model in
      model.signing.refuses = {
        $0.accessKeyID.text.hasForeignIDByte ? .invalidAccessKeyID : nil
      }
      let former = model.tokens.fault
      model.tokens.fault = { part, text in
        part == .accessKeyID && text.hasForeignIDByte ? .invalidAccessKeyID : former(part, text)
      }
    },
    // Urls.
    signing(
      "path-delimiters-kept", ["PRE-PATH-1", "V4-PRE-10"],
      "The key is encoded as by encodeURI, so that ?, # and + stay, and the path ends at a ? or #.",
      fix: "Percent-encode `?` as %3F, `#` as %23 and `+` as %2B in the path.", in: .urls
    ) { model in
      let former = model.sentKey
      model.sentKey = { former($0).keeping(";,?:@&=+$!*'()#") }
    },
    signing(
      "path-decoded-first", ["PRE-PATH-1", "V4-PRE-10", "V2-PRE-5", "PUB-1"],
      "A key with percent triplets is taken for encoded, and decoded before it is encoded.",
      fix: "Percent-encode the key as the caller gives it: `%` becomes %25.", in: .urls
    ) { model in
      let former = model.sentKey
      model.sentKey = { former($0.tripletsDecoded) }
    },
    signing(
      "key-normalized", ["V1-RES-4", "V1-STS-7", "V4-REQ-5", "PRE-PATH-1"],
      "The key is normalized to NFC, and signed and sent so.",
      fix: "Sign and send the bytes of the key as the caller gives them.",
      in: .anyRequest
    ) { model in
      let (signed, sent) = (model.signedKey, model.sentKey)
      model.signedKey = { signed($0.composed) }
      model.sentKey = { sent($0.composed) }
    },
    signing(
      "ipv6-address-with-bucket", ["PRE-HOST-4", "V4-PRE-10"],
      "The bucket stands before an IPv6 address, which is not seen as an address.",
      fix: "Put the bucket into the path where the host is an IPv6 address in brackets.", in: .urls
    ) { model in
      model.pieces = { input, pieces in
        guard pieces.host.begins(with: "["), let bucket = pieces.bucketInPath else { return }
        (pieces.bucketInHost, pieces.bucketInPath) = (bucket, nil)
      }
    },
    signing(
      "v4-credential-encoded-twice", ["V4-PRE-1"],
      "The parameter x-oss-credential is percent-encoded twice.",
      fix: "Percent-encode x-oss-credential once: a slash becomes %2F.", in: .urlsV4
    ) { model in
      model.addedParameters = { _, added in
        added.map { field in
          field.name.isText("x-oss-credential")
            ? SigningField("x-oss-credential", field.text.encoded()) : field
        }
      }
    },
    signing(
      "v2-range-unasked", ["V2-ADD-7"],
      "Range is an additional header of each request that has it and asks for none.",
      fix: "List and sign only the additional headers that the caller asks for.", in: .signingV2
    ) { model in
      model.request = { input in
        var input = input
        if input.version == .v2, input.additionalHeaders.isEmpty {
          input.additionalHeaders = ["range".raw]
        }
        return input
      }
    },
    // Days.
    signing(
      "v4-day-local", ["V4-SCO-1", "V4-KEY-1"],
      "The date of the scope and of the signing key is in local time, here that of UTC+8.",
      fix: "Take the date of the scope from the time of signing in UTC.", in: .signingV4
    ) { model in
      let local: @Sendable (SigningInput, [Bytes]) -> [Bytes] = {
        [CivilMoment($0.time + 28_800).basicDate.raw] + $1.dropFirst()
      }
      (model.scopeParts, model.keyParts) = (local, local)
    },
  ]
}

extension String {
  /// Whether an access key ID has a byte that a pair for good never has.
  fileprivate var hasForeignIDByte: Bool { !utf8.allSatisfy(\.isLetterOrDigit) }
}
