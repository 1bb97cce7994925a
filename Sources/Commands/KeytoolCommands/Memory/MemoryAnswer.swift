internal import CardDumps
internal import CommandShell
internal import JSONText
internal import NDEF
internal import Octets
internal import TagFormats

/// What a memory holds, for people and for programs.
struct MemoryAnswer: Answer {
  private let dump: CardDump
  private let contents: CardContents
  private let message: Result<NDEFMessage, NDEFError>?

  /// Reads the memory.
  init(_ dump: CardDump) throws(CommandError) {
    self.dump = dump
    do throws(LayoutError) {
      contents = try dump.contents()
    } catch {
      throw .faulty(error)
    }
    switch contents.message {
    case .damaged(let fault): throw .faulty(fault)
    case .unformatted: throw .unformatted(contents)
    case .missing, .empty, .interrupted, .hidden: message = nil
    case .octets(let octets):
      do throws(NDEFError) {
        message = .success(try NDEFMessage(decoding: octets))
      } catch {
        message = .failure(error)
      }
    }
  }

  var json: JSONValue {
    var object = JSONObject()
    object.append("ok", true)
    object.append("type", .string(contents.type.rawValue))
    object.append("chip", .string(contents.chip.name))
    if !contents.uid.isEmpty { object.append("uid", .string(HexText.text(of: contents.uid, uppercase: true))) }
    if dump.format != .raw { object.append("format", .string(dump.format.word)) }
    object.append("ndef_hex", octets.map { .string(HexText.text(of: $0)) } ?? .null)
    object.append("message", .string(contents.message.word))
    object.append("capacity", JSONValue(contents.capacity))
    object.append("writable", .bool(contents.writable))
    object.append("readable", .bool(contents.message != .hidden))
    if !contents.barriers.isEmpty { object.append("barriers", .array(contents.barriers.map { .string($0.kind) })) }
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
    if dump.unreadOctets > 0 { object.append("unread_octets", JSONValue(dump.unreadOctets)) }
    if !contents.warnings.isEmpty { object.append("warnings", .array(contents.warnings.map(\.json))) }
    object.append("records", .array(records.map(\.json)))
    if case .failure(let error) = message {
      object.append(
        "message_error",
        ["kind": .string(error.kind), "message": .string(error.description), "at": JSONValue(error.offset)])
    }
    return .object(object)
  }

  var text: String {
    var head = contents.chip.name
    if !contents.uid.isEmpty { head += ", UID \(HexText.text(of: contents.uid, uppercase: true))" }
    var lines = [head]
    if dump.format != .raw { lines.append("from \(dump.format.words)") }
    lines.append("message: \(contents.message.words); room for \(KeytoolCommands.octets(contents.capacity))")
    lines.append(
      contents.writable
        ? "can be written" : "cannot be written: \(contents.barriers.map(\.words).joined(separator: "; "))")
    for record in records { lines.append("  \(record.content.kind)  \(record.words)") }
    if case .failure(let error) = message { lines.append("no good message: \(error) (offset \(error.offset))") }
    for warning in contents.warnings { lines.append("odd: \(warning.words)") }
    if dump.unreadOctets > 0 {
      lines.append("odd: \(KeytoolCommands.octets(dump.unreadOctets)) could not be read and are zero here")
    }
    return lines.joined(separator: "\n")
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
