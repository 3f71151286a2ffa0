internal import OSSAppServer
package import OSSPrimitives

/// The key that the endpoint signs callbacks with: one of tests, which everyone may know.
package enum CallbackKey {
  /// Where the endpoint gives the public key; no bucket has this name.
  package static let path = "/.oss-conform/callback_pub_key.pem"

  /// The public key.
  package static let pem = """
    -----BEGIN PUBLIC KEY-----
    MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAMwe7UTBfEz/0bhX2gvm5YrERmLQPEKg
    78m2Ds0zhLP7ZppVWDrmhnQ0ir9CAqIx5eLQyZgEz4lrmX/anN//bz8CAwEAAQ==
    -----END PUBLIC KEY-----

    """

  private static let privateExponent = """
    9a1f4feff658309b8872b482c331d867eac36aa0e89f367d57c4cb704d5209c2\
    925b56a36a5fce181152a6ea5ead03d8537b77bd1b38a965e9c15263538606c1
    """

  /// The value of `Authorization` for a callback (CALL-SIG-1).
  package static func authorization(target: Bytes, body: Bytes) -> String {
    let text = CallbackRequest(target: target, body: body).stringToSign
    guard let key = try? RSAPublicKey(pem: pem),
      let exponent = try? Hexadecimal.decode(privateExponent)
    else { return "" }
    let signature = key.sign(MD5.hash(text.span), privateExponent: exponent.span)
    return Base64.encode(signature.span)
  }
}
