import FoundationEssentials
import OSSExplain
import OSSExplainPage
import OSSJSON
import OSSPrimitives
import TestSupport
import Testing

/// The module as the page calls it, by addresses; .ci/endpoint/explain_check.py tests it in a browser.
@Suite struct `The module of the page` {
  private static let files = Result {
    try JSONValue.object([
      "explain": RealVectors.json("explain.json"), "mistakes": RealVectors.json("mistakes.json"),
      "variations": RealVectors.json("variations.json"),
    ]).compact().bytes
  }

  /// Memory with these bytes, as the page writes them.
  private static func written(_ bytes: Bytes) -> UnsafeMutableRawPointer {
    let memory = unsafe allocate(UInt32(bytes.count))
    for (index, byte) in bytes.enumerated() {
      unsafe memory.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
    }
    return unsafe memory
  }

  private static func answer(
    of reader: UnsafeMutableRawPointer, to given: JSONValue
  ) -> Bytes {
    let question = given.compact().bytes
    let answer = unsafe explain(reader, written(question), UInt32(question.count))
    let count = unsafe answer.loadUnaligned(as: UInt32.self)
    let bytes = unsafe Bytes(UnsafeRawBufferPointer(start: answer + 4, count: Int(count)))
    unsafe release(answer)
    return bytes
  }

  /// EXP-PAGE-3.
  @Test func `answers with the JSON of the explainer`() throws {
    let (files, explainer) = (try Self.files.get(), Explainer(try Refusals.knowledge.get()))
    let memory = unsafe Self.written(files)
    let reader = unsafe try #require(prepare(memory, UInt32(files.count)))
    for sample in try ExplainCase.read("threads") {
      let found = unsafe Self.answer(of: reader, to: .object(sample.evidence))
      #expect(found == explainer.explain(Evidence(of: sample)).json.canonical(), "\(sample.id)")
    }
    let nothing = unsafe Self.answer(of: reader, to: [])
    #expect(nothing == explainer.explain(Evidence()).json.canonical())
  }

  @Test(arguments: ["", "[]", "{}", #"{"explain":{},"mistakes":{},"variations":[]}"#])
  func `knows nothing by other files`(text: String) {
    unsafe #expect(prepare(Self.written(text.bytes), UInt32(text.utf8.count)) == nil)
  }
}

@Suite struct `The page itself` {
  private static func text(_ name: String) throws -> String {
    try String(
      contentsOfFile: "\(RealVectors.folder)/../Sources/OSSExplainPage/Page/\(name)",
      encoding: .utf8)
  }

  /// EXP-PAGE-1: the policy is in the page itself, before all else, and the script has no way out.
  @Test func `sends nothing`() throws {
    let (page, script) = (try Self.text("page.html"), try Self.text("page.js"))
    let policy = "http-equiv=\"Content-Security-Policy\" content=\"{policy}\">"
    let head = try #require(page.firstRange(of: policy))
    for name in ["<style", "<script", "<link"] {
      let first = try #require(page.firstRange(of: name))
      #expect(head.upperBound < first.lowerBound, "\(name)")
    }
    for name in ["fetch(", "XMLHttpRequest", "WebSocket", "EventSource", "sendBeacon", "import("] {
      #expect(!script.contains(name), "\(name)")
    }
  }

  /// EXP-PAGE-4, which .ci/endpoint/explain_check.py follows in a browser.
  @Test func `goes back to an answer, and marks an old one`() throws {
    let (style, script) = (try Self.text("page.css"), try Self.text("page.js"))
    for name in ["window.onhashchange = followLink", "$(\"form\").oninput", "toggle(\"old\""] {
      #expect(script.contains(name), "\(name)")
    }
    #expect(style.contains(".old article"))
  }

  /// EXP-PAGE-2.
  @Test func `keeps nothing, and writes no markup`() throws {
    let script = try Self.text("page.js")
    for name in ["localStorage", "sessionStorage", "indexedDB", "caches", "cookie", "pushState"] {
      #expect(!script.contains(name), "\(name)")
    }
    for name in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("] {
      #expect(!script.contains(name), "\(name)")
    }
  }
}
