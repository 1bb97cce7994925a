internal import CardDumps
internal import CommandShell
internal import NDEF
internal import Octets
internal import TagFormats

struct MemoryAnswer: PrintedAnswer {
  private let dump: CardDump
  private let contents: CardContents
  private let message: Result<NDEFMessage, NDEFError>?
  /// Why a card without a layout has no message to read; what else is known is still answered.
  let failure: Failure?

  init(_ dump: CardDump) throws(Failure) {
    self.dump = dump
    contents = try renaming(Failure.faulty(_:), dump.contents())
    switch contents.message {
    case .damaged(let fault): throw .faulty(fault)
    case .unformatted:
      message = nil
      failure = .unformatted(contents, isSwitchedOff: dump.isSwitchedOff)
    case .missing, .empty, .interrupted, .hidden:
      message = nil
      failure = nil
    case .octets(let octets):
      failure = nil
      do throws(NDEFError) {
        message = .success(try NDEFMessage(decoding: octets))
      } catch {
        message = .failure(error)
      }
    }
  }

  var json: JSONValue {
    var object = JSONObject()
    object.append("ok", .bool(failure == nil))
    if case .object(let members)? = failure?.json { object["error"] = members["error"] }
    object.append("type", .string(contents.type.rawValue))
    object.append("chip", .string(contents.chip.name))
    if !contents.uid.isEmpty { object.append("uid", .string(HexText.text(of: contents.uid, uppercase: true))) }
    if dump.format != .raw { object.append("format", .string(dump.format.word)) }
    if failure == nil {
      object.append("ndef_hex", octets.map { .string(HexText.text(of: $0)) } ?? .null)
    } else {
      object.append("formatted", false)
    }
    object.append("message", .string(contents.message.word))
    if failure == nil { appendRoom(to: &object) }
    appendProtection(to: &object)
    if !dump.unread.isEmpty { object.append("unread_octets", JSONValue(dump.unread.count)) }
    let warnings = contents.warnings.map(\.json) + dump.notes.map(\.json)
    if !warnings.isEmpty { object.append("warnings", .array(warnings)) }
    if failure == nil { object.append("records", .array(records.map(\.json))) }
    if case .failure(let error) = message {
      object.append(
        "message_error",
        ["kind": .string(error.kind), "message": .string(error.description), "at": JSONValue(error.offset)])
    }
    return .object(object)
  }

  private func appendRoom(to object: inout JSONObject) {
    object.append("capacity", JSONValue(contents.capacity))
    object.append("writable", .bool(contents.writable))
    object.append("readable", .bool(contents.message != .hidden))
    if !contents.barriers.isEmpty { object.append("barriers", .array(contents.barriers.map { .string($0.kind) })) }
  }

  private func appendProtection(to object: inout JSONObject) {
    if let locked = contents.locks?.locked, !locked.isEmpty {
      object.append("locked", .array(locked.map { [JSONValue($0.lowerBound), JSONValue($0.upperBound - 1)] }))
    }
    if let password = contents.password, let page = password.fromPage {
      object.append(
        "password",
        [
          "from_page": JSONValue(page), "reading": .bool(password.protectsReading),
          "allowed_failures": JSONValue(password.allowedFailures),
        ])
    }
    if let mirror = contents.mirror, mirror.count > 0 {
      object.append(
        "mirror",
        [
          "uid": .bool(mirror.uid), "counter": .bool(mirror.counter), "address": JSONValue(mirror.address),
          "octets": JSONValue(mirror.count),
        ])
    }
  }

  var text: String {
    var head = contents.chip.name
    if !contents.uid.isEmpty { head += ", UID \(address(contents.uid))" }
    var lines = [head]
    if dump.format != .raw { lines.append("from \(dump.format.words)") }
    if failure == nil {
      lines.append("message: \(contents.message.words); room for \(bytes(contents.capacity))")
      lines.append(
        contents.writable
          ? "can be written" : "cannot be written: \(contents.barriers.map(\.words).joined(separator: "; "))")
    } else {
      lines.append("formatted: no")
    }
    if let locked = contents.locks?.locked, !locked.isEmpty { lines.append("locked: \(words(for: locked))") }
    for record in records { lines.append("  \(record.content.kind)  \(record.words)") }
    if case .failure(let error) = message { lines.append("not a message: \(error) (offset \(error.offset))") }
    for note in contents.warnings.map(\.words) + dump.notes.map(\.words) { lines.append("note: \(note)") }
    if !dump.unread.isEmpty {
      lines.append("note: \(bytes(dump.unread.count)) could not be read and are zero here")
    }
    return lines.joined(separator: "\n")
  }

  /// `pages 3, 16 to 39`.
  private func words(for locked: [Range<Int>]) -> String {
    let ranges = locked.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound - 1)" }
    let unit = contents.type == .type2 ? "page" : "block"
    return "\(unit)\(locked.count == 1 && locked[0].count == 1 ? "" : "s") \(ranges.joined(separator: ", "))"
  }

  private var octets: [UInt8]? {
    switch contents.message {
    case .octets(let octets): octets
    case .empty: []
    case .unformatted, .missing, .interrupted, .hidden, .damaged: nil
    }
  }

  private var records: [NDEFRecord] {
    if case .success(let message) = message { message.records } else { [] }
  }
}
