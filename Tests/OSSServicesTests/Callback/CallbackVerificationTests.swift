import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

@Suite struct `Callbacks of OSS` {
  /// The key at callback_pub_key_v1.pem, by which OSS signs.
  static let documented = Result {
    try RSAPublicKey(
      pem: """
        -----BEGIN PUBLIC KEY-----
        MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAKs/JBGzwUB2aVht4crBx3oIPBLNsjGs
        C0fTXv+nvlmklvkcolvpvXLTjaxUHR3W9LXxQ2EHXAJfCB+6H2YF1k8CAwEAAQ==
        -----END PUBLIC KEY-----
        """)
  }

  @Test func `pass as the documents show one`() throws {
    let callback = CallbackRequest(
      target: "/index.php?id=1&index=2", body: Bytes("bucket=yonghu-test".utf8))
    #expect(
      callback.stringToSign == Bytes("/index.php?id=1&index=2\nbucket=yonghu-test".utf8))
    #expect(
      try callback.publicKeyURL(
        header:
          "aHR0cDovL2dvc3NwdWJsaWMuYWxpY2RuLmNvbS9jYWxsYmFja19wdWJfa2V5X3YxLnBlbQ==")
        == "http://gosspublic.alicdn.com/callback_pub_key_v1.pem")
    try callback.verify(
      authorization:
        "kKQeGTRccDKyHB3H9vF+xYMSrmhMZjzzl2/kdD1ktNVgbWEfYTQG0G2SU/RaHBovRCE8OkQDjC3uG33esH2txA==",
      key: Self.documented.get())
  }

  @Test func `do not pass with one character changed`() throws {
    // callback_test.go of Cloudreve.
    let callback = CallbackRequest(
      target: "/api/v3/callback/oss/TnXx5E5VyfJUyM1UdkdDu1rtnJ34EbmH",
      body: Bytes(
        (#"{"name":"2f7b2ccf30e9270ea920f1ab8a4037a546a2f0d5.jpg","#
          + #""source_name":"1/1_hFRtDLgM_2f7b2ccf30e9270ea920f1ab8a4037a546a2f0d5.jpg","#
          + #""size":114020,"pic_info":"810,539"}"#).utf8))
    #expect(
      try callback.publicKeyURL(
        header:
          "aHR0cHM6Ly9nb3NzcHVibGljLmFsaWNkbi5jb20vY2FsbGJhY2tfcHViX2tleV92MS5wZW0=")
        == "https://gosspublic.alicdn.com/callback_pub_key_v1.pem")
    let key = try Self.documented.get()
    #expect(throws: CallbackVerificationError.mismatch) {
      try callback.verify(
        authorization:
          "e3LwzwTkP9AFAItT4YzvdJOHd0Y0wqTMWhsV/h5SG90JYGAmMd+8LQyj96R+9qUfJWjMt6suuUh7LaOryR87Dw==",
        key: key)
    }
  }

  /// A key of OpenSSL and what `openssl dgst -md5 -sign` gives for the string that OSS would sign.
  static let key = Result {
    try RSAPublicKey(
      pem: """
        -----BEGIN PUBLIC KEY-----
        MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC1kah/1JGg3tCBAfMj5RqhDExe
        WG7BMTIleS0qfXglBM0qqkGx5ZkDP6PDlxtNu3mzGhziAtPiDHGiNXiUTH/IkEjv
        XIXEGr5xCbYS/2NZY2VwulJCNho3OlNCcVzygLaEuxfX7MwzodayXRo06Xs2vn0s
        aZ7D9ZxkKo6TZ8zHowIDAQAB
        -----END PUBLIC KEY-----
        """)
  }

  static let signed: [(String, Bytes, String)] = [
    (
      "/a%20b/%E5%90%8D?x=%20+y", Bytes(#"{"a": 1}"#.utf8),
      "VgeI6YLYjleQoMsdb/Y6wqiBgxCGHG71x89scY9xGXTaboKZGUi+z4fnnT+EyBeNvm0H+OXB8Gj4SO/cErPo"
        + "k3Qi1RENuC75EgevqyWPf9iHm1/9e41ZsucBoGD8TH9CBq6g272Wewb/h5qVx1F3xGWjq32pEFKk9RwqCeYG"
        + "7Ac="
    ),
    (
      "/", [],
      "CGAAGPdGedxpsgtFIF1/itjtlx7wFf7ZLkzMYr0ecwPkIPpKr7Po4MwhRk/wi7hSvQLplgXwYfZSLpANeRhX"
        + "9D/OuwdLbUvzZJwIi8wV/oJtNukTs3QbaVqCMO0lAIvcKOO6z+Y6VCsZUJypKwVOIDMaQcDkoqFAdEzVeD1/"
        + "6n8="
    ),
    (
      "/cb?", Bytes("x".utf8),
      "olvhfMdWUivXkldJrXJbRPfeE9+DYCuR+wVoJzvAJNA3xl5UQI1z6kvgfGIQTSMMytYX8CD4cGUVIa0VOTdv"
        + "uEDa+Pf1m+oha8tUA88+MxbceZSqrXfZ1UwjZYZct8Z6/0oCAmaspyBqCkNfL9mCcOMx3cIWvRubUpMEMfH2"
        + "D58="
    ),
    (
      "/a+b/%zz%4", [0x00, 0xFF, 0x0A],
      "JnzNbPRGBez/9u3CQeVJs7jD0HmZXrcH860z0R/fUbNLppT9B+TtaRsbMj2PXb6Q02t6suuyHAFNiMMT31Rx"
        + "cvB4h666n8SORMZJXtkT+RvJYwmJ8EmPVqqLSf5iycf5bMIRQKJbsnArdPACvs+Ux3B1YOzdMecmGQxKv7Mx"
        + "IpQ="
    ),
    (
      "/a%3Fb?c?d", Bytes("x".utf8),
      "g92ViZVzGSRYz5uHQJizi8knMlzRb9ckEGIjly4Bp38IwJ9G4EPlkdhKI1t5FkJdhD4CBt/fPjhHvH6JG1MO"
        + "gvJSM0fGlvy3hZYAKztfB8q3LXBO/Zj3GBoOpV81dFPgqOJvbzEHqtr62k3SDgQ3ez+kH7tBQPyJ6OnGUpRo"
        + "FGM="
    ),
    (
      "/%2e%2E/", Bytes("\r\n".utf8),
      "lWumAjwN0Nw991eFlhWIDniCnQhq7hzoXHaNGPa+42qmQtZCv8e8xUBAWOcAjFvZ2c5htCaLQSItPr9k4GOt"
        + "bVnQblIudwYlPpXRTzJIAucdU29lI0d9hsMEvExSCpohcpgRolhTVjBMvEvn1jHJaiSfF8s5JaeIVgSP8qZW"
        + "DHA="
    ),
    (
      "/%FF", Bytes("x".utf8),
      "hdoJe915Pj5mdKLNecrgGBJBrGtfv3T5WO3TTSUzvUxvPwytoB6fekcUNVrnw7zeAIlizWzTrp/6Kll3ZgGn"
        + "xrAhX0tEmjc6EsplQCKuEszZc4/sEtkoNYiw2ujnsdSxJy9MSQKID3KHWz7s7zbifs/SVkvzbxc3SNC92j11"
        + "CdE="
    ),
    (
      "", Bytes("x".utf8),
      "XblY35g4lWVHECxmBZ3fOJLze5pt2bJpjqcGGe5k9B+4RVVY6ho1GfprnAOiPxjlPpdHx9Ft3q1/zEut32uT"
        + "MP2RYCIkPlHNYeX30GSE+vkRNvvdxYWxdCh6AXKoKhrGu4Aj/Ne6vRg+zXW/BsLwjZ+6sJUzF8KxmgnwEEm8"
        + "fTE="
    ),
  ]

  @Test(arguments: signed)
  func `are of the decoded path, the query and the body`(
    target: String, body: Bytes, signature: String
  ) throws {
    let key = try Self.key.get()
    try CallbackRequest(target: target, body: body).verify(authorization: signature, key: key)
    let others = [
      CallbackRequest(target: target + "x", body: body),
      CallbackRequest(target: target, body: body + [0x20]),
    ]
    for other in others {
      #expect(throws: CallbackVerificationError.mismatch) {
        try other.verify(authorization: signature, key: key)
      }
    }
    #expect(Self.signed.count == 8)
  }

  @Test(
    arguments: [
      (nil, .missingSignature), ("", .missingSignature),
      (
        "kKQe GTRc", .invalidSignature(.invalidCharacter(0x20, offset: 4))
      ),
      ("kKQ", .invalidSignature(.missingPadding(offset: 3))), ("AAAA", .mismatch),
      (
        " kKQeGTRccDKyHB3H9vF+xYMSrmhMZjzzl2/kdD1ktNVgbWEfYTQG0G2SU/RaHBovRCE8OkQDjC3uG33esH2txA==",
        .invalidSignature(.invalidCharacter(0x20, offset: 0))
      ),
    ] as [(String?, CallbackVerificationError)])
  func `do not pass without a signature in base64`(
    header: String?, error: CallbackVerificationError
  ) throws {
    let callback = CallbackRequest(
      target: "/index.php?id=1&index=2", body: Bytes("bucket=yonghu-test".utf8))
    let key = try Self.documented.get()
    #expect(throws: error) { try callback.verify(authorization: header, key: key) }
    #expect(error.code == "invalid-callback-signature")
    #expect(error.description.hasSuffix("."))
  }
}
