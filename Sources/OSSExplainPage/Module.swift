internal import OSSExplain
internal import OSSJSON
internal import OSSPrimitives

// The module of the explain page: bytes go in and out by addresses of its memory, since WebAssembly has
// no other way. Nothing else in the kit is reached so.

/// What an instance of the module knows.
private final class Reader {
  let explainer: Explainer

  init(_ explainer: Explainer) { self.explainer = explainer }
}

/// Memory for so many bytes, which the page fills, and which the next call takes over.
@_cdecl("allocate")
public func allocate(_ count: UInt32) -> UnsafeMutableRawPointer {
  .allocate(byteCount: max(Int(count), 1), alignment: 16)
}

/// Reads what is known of refusals: JSON of the members `explain`, `mistakes` and `variations`, each the
/// file of that name.
///
/// - Returns: what ``explain(_:_:_:)`` takes; null for other JSON.
@_cdecl("prepare")
public func prepare(_ start: UnsafeMutableRawPointer, _ count: UInt32) -> UnsafeMutableRawPointer? {
  guard let files = (try? JSONReader.read(unsafe taken(start, count)))?.objectValue,
    let knowledge = try? Knowledge(
      explain: files["explain"] ?? .null, mistakes: files["mistakes"] ?? .null,
      variations: files["variations"] ?? .null)
  else { return nil }
  return unsafe Unmanaged.passRetained(Reader(Explainer(knowledge))).toOpaque()
}

/// Explains a refusal.
///
/// - Returns: the address of an answer: its length in four bytes, the lowest first, and its bytes. They
///   are those of `oss-conform explain --json` (EXP-PAGE-3).
@_cdecl("explain")
public func explain(
  _ reader: UnsafeMutableRawPointer, _ start: UnsafeMutableRawPointer, _ count: UInt32
) -> UnsafeMutableRawPointer {
  let reader = unsafe Unmanaged<Reader>.fromOpaque(reader).takeUnretainedValue()
  let given = (try? JSONReader.read(unsafe taken(start, count)))?.objectValue ?? [:]
  let answer = reader.explainer.explain(Evidence(json: given)).json.canonical()
  let memory = UnsafeMutableRawPointer.allocate(byteCount: 4 + answer.count, alignment: 16)
  unsafe memory.storeBytes(of: UInt32(answer.count).littleEndian, as: UInt32.self)
  for (index, byte) in answer.enumerated() {
    unsafe memory.storeBytes(of: byte, toByteOffset: 4 + index, as: UInt8.self)
  }
  return unsafe memory
}

/// Gives the memory of an answer back.
@_cdecl("release")
public func release(_ start: UnsafeMutableRawPointer) { unsafe start.deallocate() }

/// The bytes that the page wrote, whose memory is given back.
private func taken(_ start: UnsafeMutableRawPointer, _ count: UInt32) -> Bytes {
  let bytes = unsafe Bytes(UnsafeRawBufferPointer(start: start, count: Int(count)))
  unsafe start.deallocate()
  return bytes
}
