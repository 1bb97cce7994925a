/// Why a payload is not what its record's type promises. The message around it stays good.
public struct PayloadError: Error, Equatable, Sendable {
  /// What is wrong.
  public var cause: Cause
  /// The place: octets from the start of the payload.
  public var offset: Int

  /// Makes a fault of its cause and place.
  public init(_ cause: Cause, at offset: Int) {
    self.cause = cause
    self.offset = offset
  }

  /// What can be wrong with a payload.
  public enum Cause: Equatable, Sendable {
    /// The payload ends inside something that it announces.
    case cut(needs: Int, has: Int)
    /// Octets that are not UTF-8 where text belongs.
    case notUTF8
    /// A URI with one of the octets 00 to 1F (URI RTD 1.0, 3.2.3: to be discarded).
    case controlCharacter(UInt8)
    /// A Text record without a language.
    case noLanguage
    /// A language with an octet that is not ASCII.
    case languageNotASCII
    /// UTF-16 text with an odd number of octets.
    case halfACodeUnit
    /// UTF-16 text with a surrogate that has no partner.
    case lonelySurrogate
    /// A name that may not be empty is.
    case emptyName
    /// A name with an octet that is not a visible ASCII character.
    case nameNotASCII(UInt8)
    /// A part that is longer than its field can say.
    case tooLong(String, atMost: Int, is: Int)
    /// The message inside the payload is malformed.
    case innerMessage(NDEFError.Cause)
    /// A Smart Poster without a good URI record.
    case noURI
    /// A Smart Poster with more than one URI record.
    case severalURIs(Int)
    /// A Smart Poster with two titles in one language.
    case sameLanguageTwice(String)
    /// A part of a Smart Poster or of a handover has another length than it must.
    case wrongLength(of: String, must: Int, is: Int)
    /// A version that is not known here.
    case version(UInt8)
    /// A length inside the payload that contradicts the payload's own.
    case wrongTotal(says: Int, is: Int)
    /// Something a record of this kind must have is not there.
    case missing(String)
  }
}

extension PayloadError: CustomStringConvertible {
  /// The cause as a stable name for programs, such as `no-language`.
  public var kind: String {
    switch cause {
    case .cut: "cut"
    case .notUTF8: "not-utf-8"
    case .controlCharacter: "control-character"
    case .noLanguage: "no-language"
    case .languageNotASCII: "language-not-ascii"
    case .halfACodeUnit: "half-a-code-unit"
    case .lonelySurrogate: "lonely-surrogate"
    case .emptyName: "empty-name"
    case .nameNotASCII: "name-not-ascii"
    case .tooLong: "too-long"
    case .innerMessage: "inner-message"
    case .noURI: "no-uri"
    case .severalURIs: "several-uris"
    case .sameLanguageTwice: "same-language-twice"
    case .wrongLength: "wrong-length"
    case .version: "unknown-version"
    case .wrongTotal: "wrong-total"
    case .missing: "missing-part"
    }
  }

  /// What is wrong, in one clause for people; the place is in ``offset``.
  public var description: String {
    switch cause {
    case .cut(let needs, let has): "the payload ends too early: \(needs) bytes needed, \(has) there"
    case .notUTF8: "the text is not UTF-8"
    case .controlCharacter(let octet): "the URI has the control character \(octet), so that readers discard it"
    case .noLanguage: "the text has no language"
    case .languageNotASCII: "the language is not ASCII"
    case .halfACodeUnit: "the UTF-16 text has an odd number of bytes"
    case .lonelySurrogate: "the UTF-16 text has a surrogate without its partner"
    case .emptyName: "the name is empty"
    case .nameNotASCII(let octet): "the name has the byte \(octet), which is not a visible ASCII character"
    case .tooLong(let part, let most, let has): "the \(part) has \(has) bytes; at most \(most) fit"
    case .innerMessage(let cause): "the message inside is malformed: \(NDEFError(cause, at: offset))"
    case .noURI: "the Smart Poster has no good URI record"
    case .severalURIs(let count): "the Smart Poster has \(count) URI records and must have one"
    case .sameLanguageTwice(let language): "the Smart Poster has two titles in the language \(language)"
    case .wrongLength(let part, let must, let has): "the \(part) must have \(must) bytes and has \(has)"
    case .version(let version): "version \(version >> 4).\(version & 0xF) is not known"
    case .wrongTotal(let says, let has): "the payload says that it has \(says) bytes and has \(has)"
    case .missing(let part): "the \(part) is missing"
    }
  }
}
