// An adapter to copy. Put your SDK's calls in sign, where those of OSSSigning are, a library from here.
import Foundation
import OSSPrimitives
import OSSSigning

struct Given: Decodable {
  let method: String?, bucket: String?, key: String?
  let headers: [[String]]?, query: [[String?]]?
  let time: Int64
  let credentials: Pair
  struct Pair: Decodable { let accessKeyId: String, accessKeySecret: String, securityToken: String? }
}

struct Asked: Decodable { let input: Given }

func sign(_ given: Given) throws -> [String: Any] {
  let pair = given.credentials
  let credentials = try Credentials(
    accessKeyID: pair.accessKeyId, accessKeySecret: pair.accessKeySecret, securityToken: pair.securityToken)
  let headers = (given.headers ?? []).map { HeaderField($0[0], $0[1]) }
  let query = (given.query ?? []).map { QueryParameter($0[0] ?? "", $0[1]) }
  let request = try SigningRequest(
    method: given.method ?? "GET", bucket: given.bucket, key: given.key, headers: headers, query: query)
  // Trap, the clock: this SDK takes the time; yours may need a clock that you hand over in place of Date().
  let sent = try Signer(credentials, .v1).sign(request, at: Moment(seconds: given.time))
  return ["authorization": sent.authorization, "headers": sent.headers.map { [$0.name, $0.value] }]
}

func answer(_ line: String, _ request: [String: Any]) -> [String: Any] {
  guard request["operation"] as? String == "v1.header" else { return ["status": "unsupported"] }
  do {
    let given = try JSONDecoder().decode(Asked.self, from: Data(line.utf8)).input
    return ["status": "ok", "output": try sign(given)]
  } catch is DecodingError {  // Trap, byte strings: {"base64": "…"} is no String of Swift
    return ["status": "unsupported"]
  } catch let error as SigningError {  // the errors by which your SDK refuses
    return ["status": "rejected", "error": ["class": error.code, "message": "\(error)"]]
  } catch {
    return ["status": "failed", "message": "\(error)"]
  }
}

let replies = FileHandle(fileDescriptor: dup(1))  // Trap, flushing: a FileHandle has no buffer, print has
dup2(2, 1)  // Trap, noise: what the SDK prints is no reply
while let line = readLine() {
  guard let request = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else { break }
  if request["op"] as? String == "bye" { break }
  let sdk = ["name": "my-sdk", "version": "0", "language": "swift"]
  var reply: [String: Any] = ["protocol": 1, "sdk": sdk, "operations": ["v1.header"], "profiles": ["signing"]]
  if request["op"] as? String != "hello" { reply = answer(line, request) }
  reply["seq"] = request["seq"]
  replies.write(try JSONSerialization.data(withJSONObject: reply) + Data("\n".utf8))
}
