import OSSJSON
import OSSPrimitives
import OSSServices
import OSSSigning
import Testing

/// The publishing of streams, done with what an app imports.
enum LiveChannelReplay {
  static func publish(_ input: VectorInput, _ expected: GivenAnswer) throws {
    let signer = LiveChannelSigner(try input.credentials())
    let parameters = try input.pairs("parameters").map { name, value in
      QueryParameter(
        try #require(try VectorInput.text(name, "invalid-query-parameter")),
        try VectorInput.text(value, "invalid-query-parameter"))
    }
    let stream = try LiveChannelStream(
      bucket: input.string("bucket"),
      channel: try #require(try input.text("channel", "invalid-channel-name")),
      playlistName: input.text("playlistName", "invalid-playlist-name"), parameters: parameters)
    let url = try signer.publishURL(
      for: stream, endpoint: input.endpoint(), expires: input.time("expires", "invalid-expires"))
    expected.member("signature", .string(url.signature))
    expected.member("url", .string(url.text))
    expected.stage("stringToSign", String(decoding: url.stringToSign, as: UTF8.self))
  }
}
