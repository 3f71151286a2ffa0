internal import OSSMistakes
internal import OSSPrimitives
internal import OSSSigning
internal import OSSVectors

extension ReferenceAnswers {
  /// The credentials of the input.
  func credentials() throws(Refusal) -> Credentials {
    let parts = try reader.credentials()
    do {
      return try Credentials(
        accessKeyID: parts.id, accessKeySecret: parts.secret, securityToken: parts.token)
    } catch {
      throw Refusal(error)
    }
  }

  /// The request of the input.
  func request() throws(Refusal) -> SigningRequest {
    let parts = try reader.request()
    do {
      return try SigningRequest(
        method: parts.method, bucket: parts.bucket, key: parts.key, headers: parts.headers,
        query: parts.query, additionalHeaders: parts.additionalHeaders)
    } catch {
      throw Refusal(error)
    }
  }

  /// The endpoint of the input, with its addressing.
  func endpoint() throws(Refusal) -> Endpoint {
    let (text, addressing) = try reader.endpoint()
    do {
      return try Endpoint(text, addressing: addressing)
    } catch {
      throw Refusal(error)
    }
  }
}
