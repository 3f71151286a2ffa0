internal import OSSPrimitives
internal import OSSVectors

/// Mistakes of clients that are seldom used, each of several parts of the string to sign.
enum ClientMistakes {
  private static let rows = SigningMistakes.rows

  static let all: [Mistake] = [
    rows("string-names-found-in-lower-case")
      .sentence("Content-MD5 and Content-Type are found in lower case alone.")
      .breaking("V1-STS-4", "V2-STS-1").fix("Look headers up without regard to case.")
      .in(.signingV1V2)
      .seen("The signers read content-md5 and content-type from the map as it was given.", .gateway)
      .seen("The signer reads content-md5 and content-type from the map as given.", .ossUtil)
      .change {
        $0.contentValue = { input, name in input.givenHeader { $0.isText(name) }?.trimmed }
      },
    rows("header-md5-signed-too", "Content-MD5 is also among the lines of the OSS headers.")
      .breaking("V1-HDR-1").fix("Sign Content-MD5 on its own line alone.").in(.headersV1)
      .seen("The lines of S3 and of OSS are made by one function, which adds Content-MD5.", .gdal)
      .change { $0.alsoSigns { $1.name.isText("content-md5") } },
    rows("headers-all-but-range-signed")
      .sentence("Every header but Range and Content-Type is a line as given, Content-MD5 too.")
      .breaking("V1-HDR-1", "V1-STS-1").in(.headersV1)
      .fix("Sign the x-oss- headers alone, in lower case and sorted; Content-MD5 has a line.")
      .seen("The call `request` joins all headers that it gets but Range.", .fog).change { model in
        model.signsHeader = { _, line, _ in
          let name = line.given.name
          return !name.isText("Range")
            && !["content-type", "date"].contains { name.lowerCase.isText($0) }
        }
        model.headerName = { $0 }
        model.headerValue = { $0 }
        model.headerPrecedes = { _, _ in false }
        model.contentValue = { $1 == "content-md5" ? nil : $0.header($1) }
        model.dateLine = { $1 }
      },
    rows("resource-question-mark-always")
      .sentence("With any parameter the resource has a question mark, though none is signed.")
      .breaking("V1-RES-1", "V1-RES-2", "V1-RES-10").in(.signingV1)
      .fix("Write the question mark before the first parameter that is signed.")
      .seen("The mark is added before the parameters are looked at.", .ossUtil).change {
        $0.parts = { input, parts in
          parts.changing(.resource) { resource in
            let isMarked = resource.text.contains(UInt8(ascii: "?"))
            if !input.query.isEmpty, !isMarked { resource.text += "?".raw }
          }
        }
      },
    rows("key-cut-at-question-mark", "What follows a question mark in a key is taken for a query.")
      .breaking("V1-RES-3", "V2-RES-1", "V4-URI-3").in(.headers)
      .fix("Keep the key and the query apart.")
      .seen("The path of an operation has both, and is split at the question mark.", .gateway)
      .change { model in
        model.request = { input in
          guard let key = input.key, key.contains(UInt8(ascii: "?")) else { return input }
          var cut = input
          cut.key = key.cut(at: "?")
          let pairs = Bytes(key.dropFirst(key.cut(at: "?").count + 1)).pieces(at: "&")
          cut.query += pairs.map { pair in
            let parts = pair.pieces(at: "=")
            return SigningField(parts[0], parts.count == 2 ? parts[1] : [])
          }
          return cut
        }
      },
  ]
}
