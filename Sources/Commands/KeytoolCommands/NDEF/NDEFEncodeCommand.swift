internal import CommandShell
internal import NDEF
internal import Octets

private let uri = Option("uri", value: .text("URI"), "a URI record", mayRepeat: true)
private let text = Option("text", value: .text("TEXT"), "a text record", mayRepeat: true)
private let language = Option(
  "lang", value: .text("LANG"), "the language of the text before (default: en)", mayRepeat: true)
private let utf16 = Flag("utf16", "write texts as UTF-16 instead of UTF-8")
private let application = Option("aar", value: .text("PACKAGE"), "an Android Application Record", mayRepeat: true)
private let raw = Option(
  "raw", value: .text("TNF,TYPE,HEX"),
  "any record: TNF, type, payload in hex",
  mayRepeat: true)
private let hex = Flag("hex", "print the message in hex (default)")
private let out = Option("out", value: .file(), "write the message to this file instead")
private let lines = Flag("lines", "answer each line of JSON with one")

var ndefEncodeCommand: ProgramCommand {
  ProgramCommand(
    "encode", "Make an NDEF message",
    discussion: """
      The records come in the order in which they are given, each in its shortest form. With --lines each line is {"uri":...} or \
      {"text":...,"lang":...,"utf16":...}.

      $ keytool ndef encode --uri 'https://focuskey.app/start?profile=work'
      $ keytool ndef encode --uri https://focuskey.app/stop --aar app.focuskey --out stop.ndef
      $ keytool ndef encode --text 'Guten Tag' --lang de --raw 2,text/plain,48616c6c6f
      """, takes: [uri, text, language, utf16, application, raw, hex, out, lines]
  ) { context throws(Failure) in
    if context.invocation[lines] {
      try context.usage { invocation throws(UsageError) in
        for occurrence in invocation.occurrences
        where ![lines.spec.name, Program.json.spec.name, hex.spec.name].contains(occurrence.name) {
          throw invocation.conflict("--lines", "--" + occurrence.name)
        }
      }
      return try context.answerEachLine { line throws(Failure) in
        ["ok": true, "hex": .string(HexText.text(of: NDEFMessage([try record(ofLine: line)]).encoded()))]
      }
    }
    let octets = NDEFMessage(try records(of: context)).encoded()
    if let name = context.invocation[out] {
      try context.usage { invocation throws(UsageError) in
        if invocation[hex] { throw invocation.conflict("--hex", "--out") }
      }
      try context.write(file: name, octets)
      try context.answer(EncodedAnswer(octets: octets, file: name))
    } else {
      try context.answer(EncodedAnswer(octets: octets, file: nil))
    }
    return .done
  }
}

private struct EncodedAnswer: PrintedAnswer {
  let octets: [UInt8]
  let file: String?

  var text: String {
    guard let file else { return HexText.text(of: octets) }
    return "\(file): \(bytes(octets.count))"
  }

  var json: JSONValue {
    .members(["ok": true, "hex": .string(HexText.text(of: octets)), "file": file.map { .string($0) }])
  }
}

/// The records in the order of the command line.
private func records(of context: CommandContext) throws(Failure) -> [NDEFRecord] {
  var records: [NDEFRecord] = []
  let texts = try context.usage { invocation throws(UsageError) in try textsWithLanguage(invocation) }
  var nextText = 0
  for occurrence in context.invocation.occurrences {
    do throws(PayloadError) {
      if let value = occurrence[uri] {
        records.append(try URIRecord(value).record)
      } else if occurrence[text] != nil {
        let (value, tag) = texts[nextText]
        nextText += 1
        let encoding: TextRecord.Encoding = context.invocation[utf16] ? .utf16 : .utf8
        records.append(try TextRecord(value, language: tag, encoding: encoding).record)
      } else if let value = occurrence[application] {
        records.append(try AndroidApplication(value).record)
      }
    } catch {
      throw .refused(error, in: "--" + occurrence.name)
    }
    if let value = occurrence[raw] { records.append(try rawRecord(value)) }
  }
  guard !records.isEmpty else {
    throw Failure(
      .usage, kind: "no-records", what: "there is nothing to write", at: .text("ndef encode"),
      advice: "give --uri, --text, --aar or --raw")
  }
  return records
}

/// Gives texts their languages: `--lang` belongs to the text before it, else to the next one.
private func textsWithLanguage(_ invocation: Invocation) throws(UsageError) -> [(text: String, language: String)] {
  var texts: [(text: String, language: String?)] = []
  var early: String?
  for occurrence in invocation.occurrences {
    if let value = occurrence[text] {
      texts.append((value, early))
      early = nil
    } else if let value = occurrence[language] {
      if let last = texts.indices.last, texts[last].language == nil {
        texts[last].language = value
      } else if early == nil {
        early = value
      } else {
        throw invocation.conflict("--lang", "--lang")
      }
    }
  }
  if early != nil {
    throw UsageError(.missingOption("--" + text.spec.name, placeholder: "TEXT"), command: invocation.command)
  }
  return texts.map { ($0.text, $0.language ?? "en") }
}

/// A record that is given part by part.
private func rawRecord(_ value: String) throws(Failure) -> NDEFRecord {
  guard let first = value.firstIndex(of: ","), let last = value.lastIndex(of: ","), first != last else {
    throw Failure(
      .usage, kind: "bad-value", what: "a raw record has three parts", at: .text("--raw \(value)"),
      advice: "write TNF,TYPE,HEX, for example 2,text/plain,48616c6c6f")
  }
  guard let format = UInt8(value[..<first]).flatMap(TypeNameFormat.init(rawValue:)) else {
    throw Failure(
      .usage, kind: "bad-value", what: "the type name format is a number from 0 to 5", at: .text("--raw \(value)"),
      advice: "1 is an NFC Forum type, 2 a media type, 4 an external type")
  }
  let payload = try renaming(Failure.noHex, HexText.octets(of: value[value.index(after: last)...]))
  do throws(RecordRule) {
    guard format != .reserved else { throw .chunksAreNotRecords }
    return try NDEFRecord(format, type: Array(value[value.index(after: first)..<last].utf8), payload: payload)
  } catch {
    throw .broken(error, in: "--raw \(value)")
  }
}

private func record(ofLine line: [UInt8]) throws(Failure) -> NDEFRecord {
  let wish = try object(ofLine: line, orElse: "bad-record", help: "keytool ndef encode") {
    item throws(JSONShapeError) in try RecordWish(item)
  }
  return try renaming({ Failure.refused($0, in: nil) }, wish.record())
}

/// One line of `ndef encode --lines`: the records to encode.
private enum RecordWish {
  case uri(String)
  case application(String)
  case text(String, language: String, utf16: Bool)

  init(_ item: JSONItem) throws(JSONShapeError) {
    let members = try item.members("uri", "text", "lang", "utf16", "aar")
    if let uri = try members["uri"]?.string() {
      self = .uri(uri)
      for other in ["text", "lang", "utf16", "aar"] where members[other] != nil {
        throw item.refusal("a record has either a uri or a text")
      }
    } else if let package = try members["aar"]?.string() {
      self = .application(package)
    } else {
      let text = try members.required("text").string()
      self = .text(text, language: try members["lang"]?.string() ?? "en", utf16: try members["utf16"]?.bool() ?? false)
    }
  }

  func record() throws(PayloadError) -> NDEFRecord {
    switch self {
    case .uri(let uri): try URIRecord(uri).record
    case .application(let package): try AndroidApplication(package).record
    case .text(let text, let language, let utf16):
      try TextRecord(text, language: language, encoding: utf16 ? .utf16 : .utf8).record
    }
  }
}
