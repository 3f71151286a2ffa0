/// Files of vectors as text, to be read and changed by the tests.
enum Samples {
  /// One vector with every member that the format knows, canonical.
  static let full = #"""
    {
      "format": 1,
      "suite": "v1/header",
      "profile": "ios",
      "count": 1,
      "vectors": [
        {
          "id": "get-plain",
          "operation": "v1.header",
          "level": "may",
          "reason": "The server accepts both.",
          "profile": "hardening",
          "clauses": ["V1-RES-4", "V1-HDR-12"],
          "comment": "Catches a signer that encodes the key.",
          "flags": ["key", "utf-8"],
          "provenance": {
            "kind": "agreed",
            "sdks": ["oss2 2.19.1", "go-v2 1.3.0"],
            "note": "Computed again with another id."
          },
          "input": {
            "method": "GET",
            "headers": [
              ["Date", "Sat, 16 Dec 2023 16:20:57 GMT"]
            ],
            "key": "caf\u00e9"
          },
          "expect": {
            "signature": "e7SraDhJXAr2ERmY+/n0fAmnDgk=",
            "headers": [
              [
                "x-oss-meta-raw",
                {
                  "base64": "/w=="
                }
              ]
            ],
            "stages": {
              "stringToSign": "GET\n\n\n"
            },
            "exact": ["signature"],
            "any_of": [
              {
                "reason": "Some refuse it.",
                "error": {
                  "class": "invalid-object-key"
                }
              }
            ]
          }
        }
      ]
    }

    """#

  /// The least that a vector can be.
  static func small(_ id: String) -> String {
    """
    {"id":"\(id)","operation":"sha1","level":"must","clauses":["PRIM-SHA-1"],"comment":"Empty input.",\
    "flags":[],"provenance":{"kind":"published","source":"FIPS 180-4"},"input":{"data":""},\
    "expect":{"digest":"da39a3ee"}}
    """
  }

  /// A suite of small vectors.
  static func suite(_ name: String, ids: [String]) -> String {
    """
    {"format":1,"suite":"\(name)","count":\(ids.count),\
    "vectors":[\(ids.map(small).joined(separator: ","))]}
    """
  }
}
