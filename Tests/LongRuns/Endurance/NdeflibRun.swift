import JSONText
import NDEF
import NDEFModel
import Octets
import TestSupport

/// The same messages through ndeflib: equal records wherever the specification is clear, and a clause for every case
/// in which they are not.
func ndefBesideNdeflib(isShort: Bool) throws -> String {
  guard let peer = PythonPeer("Tests/Kit/Peers/ndeflib_records.py", needing: "ndef") else {
    return "left out: ndeflib is not installed (python3 -m venv .build/peers && .build/peers/bin/pip install ndeflib)"
  }
  let corpus = corpus(isShort ? 3000 : 60_000)
  let input = corpus.map { octets in HexText.text(of: octets) }.joined(separator: "\n") + "\n"
  let result = try peer(input: Array(input.utf8))
  let lines = result.output.split(separator: UInt8(ascii: "\n"))
  try hold(result.exitCode == 0 && lines.count == corpus.count, "ndeflib answered \(lines.count) of \(corpus.count)")
  var equal = 0
  var counts = [Int](repeating: 0, count: disagreements.count)
  for (octets, line) in zip(corpus, lines) {
    let comparison = Comparison(octets: octets, theirs: try Theirs(JSONDocument(Array(line)).root))
    if comparison.agrees {
      equal += 1
    } else if let reason = disagreements.firstIndex(where: { reason in reason.explains(comparison) }) {
      counts[reason] += 1
    } else {
      throw Broken("not explained: \(HexText.text(of: octets)): \(String(decoding: line, as: UTF8.self))")
    }
  }
  let table = zip(disagreements, counts).map { reason, count in "\n  \(count)  \(reason.what) [\(reason.clause)]" }
  return "\(corpus.count) messages, \(equal) alike; ndeflib differs in" + table.joined()
}

/// Messages of all forms, messages with something done to them, and the few that no dice find.
private func corpus(_ count: Int) -> [[UInt8]] {
  var maker = MessageMaker(seed: 0x6E64_6566)
  var corpus: [[UInt8]] = [
    [], [0xD1, 0x01, 0x03, 0x54, 0x81, 0x80, 0x00], [0xD2, 0x01, 0x00, 0x78], [0xD7, 0x00, 0x00],
  ]
  for round in 0..<count {
    let good = maker.encoded(maker.records(atMost: 3))
    corpus.append(round.isMultiple(of: 2) ? good : maker.mutated(good))
  }
  return corpus
}

/// What ndeflib said.
private struct Theirs {
  struct Record: Equatable {
    var type: String
    var id: String
    var payload: String
  }

  /// The exception, if it raised one.
  var error: String?
  var records: [Record] = []
  /// What URI and text records say, in order; the name of an exception where they say nothing.
  var contents: [[String]] = []

  init(_ node: JSONNode) throws {
    let members = try JSONItem(node).members("error", "records", "contents")
    error = try members["error"]?.string()
    for record in try members["records"]?.array() ?? [] {
      let parts = try record.strings()
      records.append(Record(type: parts[0], id: parts[1], payload: parts[2]))
    }
    for content in try members["contents"]?.array() ?? [] {
      contents.append(content.node.array == nil ? [try content.string()] : try content.strings())
    }
  }
}

/// One message as both read it.
private struct Comparison {
  let octets: [UInt8]
  let theirs: Theirs
  let ours: NDEFMessage?

  init(octets: [UInt8], theirs: Theirs) {
    self.octets = octets
    self.theirs = theirs
    ours = try? NDEFMessage(decoding: octets)
  }

  var agrees: Bool { agreesOnRecords && contentsInDispute.isEmpty }

  var agreesOnRecords: Bool {
    guard let ours else { return theirs.error == "DecodeError" }
    return theirs.error == nil && theirs.records == ours.records.map(Self.asTheirs)
  }

  /// Pairs of one record of ours and what they say about it, where the two differ.
  var contentsInDispute: [(record: NDEFRecord, theirs: [String])] {
    guard let ours, agreesOnRecords else { return [] }
    let read = ours.records.filter { record in record.isWellKnown("U") || record.isWellKnown("T") }
    return zip(read, theirs.contents).filter { record, said in
      switch record.content {
      case .uri(let uri): said != ["uri", uri.uri]
      case .text(let text): said != ["text", text.language, text.text]
      default: said != ["DecodeError"]
      }
    }.map { ($0, $1) }
  }

  private static func asTheirs(_ record: NDEFRecord) -> Theirs.Record {
    let name = String(decoding: record.type, as: UTF8.self)
    let type =
      switch record.typeNameFormat {
      case .empty: ""
      case .wellKnown: "urn:nfc:wkt:" + name
      case .media, .absoluteURI: name
      case .external: "urn:nfc:ext:" + name
      case .unknown, .reserved, .unchanged: "unknown"
      }
    return Theirs.Record(type: type, id: HexText.text(of: record.id), payload: HexText.text(of: record.payload))
  }

  /// Whether some frame has a property, as far as the octets can be cut into frames at all.
  func hasFrame(where property: (PlainFrame) -> Bool) -> Bool {
    plainFrames(of: octets)?.contains(where: property) ?? false
  }
}

/// A way in which ndeflib departs from the specification, and the clause that decides.
private struct Departure: Sendable {
  let what: String
  let clause: String
  let explains: @Sendable (Comparison) -> Bool
}

private let disagreements: [Departure] = [
  Departure(what: "no octets are taken as no records", clause: "NDEF 1.0, 2.3.1: a message has one or more records") {
    both in
    both.octets.isEmpty
  },
  Departure(what: "octets behind the last record are ignored", clause: "NDEF 1.0, 2.3.1: the message ends with ME") {
    both in
    guard both.ours == nil, both.theirs.error == nil else { return false }
    return error(of: both.octets)?.kind == "octets-behind-the-end"
  },
  Departure(what: "chunks are taken as records of their own, or not looked at", clause: "NDEF 1.0, 2.3.3 and 3.2.3") {
    both in
    both.theirs.error == nil && isAboutChunks(both)
  },
  Departure(what: "TNF 7 refuses the whole message", clause: "NDEF 1.0, 3.2.6: to be treated as unknown") { both in
    both.ours != nil && both.theirs.error == "DecodeError" && both.hasFrame { frame in frame.tnf == 7 }
  },
  Departure(
    what: "a type that is not ASCII, or a media type without a slash, lets a foreign exception out",
    clause: "NDEF 1.0, 3.2.10: an unknown type makes a record one of unknown type"
  ) { both in
    ["ValueError", "UnicodeDecodeError"].contains(both.theirs.error)
  },
  Departure(what: "reserved URI codes are errors", clause: "URI RTD 1.0, 3.2.2: to be treated as 'no prefix'") { both in
    !both.contentsInDispute.isEmpty
      && both.contentsInDispute.allSatisfy { record, _ in
        record.isWellKnown("U")
          ? (record.payload.first ?? 0) > 0x23 : isUnmarkedUTF16(record) || isForeignLanguage(record)
      } && both.contentsInDispute.contains { record, _ in record.isWellKnown("U") }
  },
  Departure(what: "UTF-16 without a mark is read in the machine's order", clause: "Text RTD 1.0, 3.4: big-endian") {
    both in
    !both.contentsInDispute.isEmpty
      && both.contentsInDispute.allSatisfy { record, _ in isUnmarkedUTF16(record) || isForeignLanguage(record) }
      && both.contentsInDispute.contains { record, _ in isUnmarkedUTF16(record) }
  },
  Departure(
    what: "a language that is not ASCII lets a foreign exception out",
    clause: "Text RTD 1.0, 3.3: a record that readers pass over"
  ) { both in
    !both.contentsInDispute.isEmpty && both.contentsInDispute.allSatisfy { record, _ in isForeignLanguage(record) }
  },
]

private func error(of octets: [UInt8]) -> NDEFError? {
  do throws(NDEFError) {
    _ = try NDEFMessage(decoding: octets)
    return nil
  } catch {
    return error
  }
}

private func isAboutChunks(_ both: Comparison) -> Bool {
  let ours = error(of: both.octets)?.kind
  if let ours {
    return ["chunk", "chunks"].contains { word in ours.contains(word) } || ours == "octets-behind-the-end"
      || ours == "second-message-begin"
  }
  return both.hasFrame { frame in frame.more || frame.tnf == 6 }
}

private func isUnmarkedUTF16(_ record: NDEFRecord) -> Bool {
  let payload = record.payload
  guard record.isWellKnown("T"), let status = payload.first, status & 0x80 != 0 else { return false }
  let mark = payload.dropFirst(1 + Int(status & 0x3F)).prefix(2)
  return !mark.elementsEqual([0xFE, 0xFF]) && !mark.elementsEqual([0xFF, 0xFE])
}

private func isForeignLanguage(_ record: NDEFRecord) -> Bool {
  let payload = record.payload
  guard record.isWellKnown("T"), let status = payload.first else { return false }
  return payload.dropFirst().prefix(Int(status & 0x3F)).contains { octet in octet >= 0x80 }
}
