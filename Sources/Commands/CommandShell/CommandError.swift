public import JSONText

/// A failure as a person gets it: what went wrong, where, and what to do about it.
public struct CommandError: Error, Sendable {
  /// The place of a failure.
  public enum Place: Sendable, Equatable {
    /// A file, an argument, a part of the input.
    case text(String)
    /// An octet of the data, counted from 0.
    case offset(Int)
  }

  /// How the program ends.
  public let exitCode: ExitCode
  /// The kind in kebab case, which programs tell failures apart by.
  public let kind: String
  /// What went wrong, in a few words.
  public let what: String
  /// Where.
  public let place: Place
  /// What the person can do.
  public let advice: String
  /// Further members of the error object, for example the position in a URL.
  public let details: [(name: String, value: JSONValue)]
  /// The line of the text that it is about and a mark under the place, which a terminal shows below the sentence.
  public private(set) var excerpt: [String] = []

  /// Makes a failure.
  ///
  /// - Parameters:
  ///   - exitCode: how the program ends.
  ///   - kind: the kind in kebab case.
  ///   - what: what went wrong, without a full stop.
  ///   - place: where: a file, an argument, an offset.
  ///   - advice: what to do, without a full stop.
  ///   - details: further members of the error object.
  public init(
    _ exitCode: ExitCode, kind: String, what: String, at place: Place, advice: String,
    details: [(name: String, value: JSONValue)] = []
  ) {
    self.exitCode = exitCode
    self.kind = kind
    self.what = what
    self.place = place
    self.advice = advice
    self.details = details
  }

  /// Nobody reads the output any longer (`keytool ... | head`): the program ends without a word.
  public static let outputClosed = CommandError(.done, kind: "output-closed", what: "", at: .text(""), advice: "")

  /// The same failure with the line of a text that it is about.
  public func showing(_ text: [UInt8], at place: JSONPlace) -> CommandError {
    var shown = self
    shown.excerpt = SourceText(text).excerpt(at: place)
    return shown
  }

  /// Whether there is anything to say about it.
  var isQuiet: Bool { what.isEmpty }

  /// The line `program: what: where: what to do`, without the line end.
  public func line(program: String) -> String {
    let place: String
    switch self.place {
    case .text(let text): place = text
    case .offset(let offset): place = "offset \(offset)"
    }
    return [program, what, place, advice].filter { part in !part.isEmpty }.map(oneLine).joined(separator: ": ")
  }

  /// The error object that goes with `--json`.
  public var json: JSONValue {
    var error = JSONObject()
    error["kind"] = .string(kind)
    error["message"] = .string(advice.isEmpty ? what : what + ": " + advice)
    switch place {
    case .text(let text): error["at"] = .string(text)
    case .offset(let offset): error["at"] = .integer(Int64(offset))
    }
    for (name, value) in details { error[name] = value }
    return ["ok": false, "error": .object(error)]
  }
}

/// A text that may come from a stranger, fit for one line of a terminal: no control characters, not endless.
public func oneLine(_ text: String) -> String {
  let longest = 300
  if text.utf8.count <= longest, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
  var line = ""
  var count = 0
  for scalar in text.unicodeScalars {
    guard count < longest else { return line + "..." }
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069:
      line += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
    default:
      line.unicodeScalars.append(scalar)
    }
    count += 1
  }
  return line
}
