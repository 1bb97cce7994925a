public import JSONText

/// What a file on a web site says to Apple's devices, and what is to be said about the file.
public struct AssociationReport: Sendable {
  /// Everything found, in the order of the lines; what concerns the whole file first.
  public let findings: [Finding<AssociationFindingKind>]
  /// The document, if the file is one.
  public let root: JSONNode?
  /// Why the file is not JSON, if it is not.
  public let fault: JSONError?
  /// The text that the places of the findings count in: the file without what is wrapped around it.
  public let text: [UInt8]
  /// The number of bytes in the file.
  public let size: Int
  /// Which links open which app. Without links if the file cannot be read.
  public let links: AppLinks

  /// The most octets that a device reads of a file.
  public static let deviceLimit = 131_072

  /// Reads and examines a file, whatever it holds.
  public init(reading file: [UInt8]) {
    var lint = AssociationLint()
    text = AssociationText(file).octets
    size = file.count
    root = lint.read(file)
    links = AppLinks(root ?? JSONNode(place: .start, content: .null))
    if let root {
      lint.examine(root: root)
      lint.examineReach(of: links, root: root)
    }
    fault = lint.fault
    findings = lint.findings.inOrderOfPlaces()
  }

  /// Whether there is no error.
  public var isSound: Bool { !findings.contains { $0.level == .error } }
}

struct AssociationLint {
  typealias Kind = AssociationFindingKind

  /// Enough to work on; keeps the report of a hostile file small.
  static let mostFindings = 1_000
  private(set) var findings: [Finding<Kind>] = []
  private(set) var fault: JSONError?

  mutating func note(
    _ kind: Kind, at pointer: @autoclosure () -> JSONPointer, _ place: JSONPlace?, _ message: @autoclosure () -> String,
    fix: @autoclosure () -> String? = nil, _ basis: FindingBasis, level: FindingLevel? = nil
  ) {
    guard findings.count < Self.mostFindings else { return }
    findings.append(Finding(kind, at: pointer(), place: place, message(), fix: fix(), basis: basis, level: level))
  }

  /// Unwraps and reads the file; `nil` if it contains no JSON.
  mutating func read(_ file: [UInt8]) -> JSONNode? {
    if file.count > AssociationReport.deviceLimit {
      note(
        .fileTooLarge, at: .root, nil,
        "The file has \(file.count) bytes; a device stops reading at \(AssociationReport.deviceLimit).",
        fix: "Use wildcards and variables instead of listing single pages.", .documented)
    }
    let text = AssociationText(file)
    for wrapping in text.wrappings { note(wrapping) }
    do throws(JSONError) {
      let document = try JSONDocument(text.octets, limits: JSONLimits(depth: 512))
      for name in document.repeatedNames() {
        note(
          .fileDuplicateKey, at: name.pointer, name.place,
          "“\(name.name)” was there before, at \(name.firstPlace.inWords); Apple's reader was seen to keep the first.",
          fix: "Join the two.", .observed)
      }
      return document.root
    } catch {
      note(error)
      return nil
    }
  }

  private mutating func note(_ wrapping: AssociationText.Wrapping) {
    switch wrapping {
    case .signed:
      note(
        .fileCMSSigned, at: .root, nil,
        "The file is signed (CMS). Only iOS 8 needed that; devices still unwrap it, other readers do not.",
        fix: "Serve the plain JSON.", .documented)
    case .byteOrderMark:
      note(
        .fileBOM, at: .root, nil, "The file begins with a byte-order mark, at which some readers stop.",
        fix: "Save it as UTF-8 without one.", .inferred)
    case .utf16:
      note(
        .fileUTF16, at: .root, nil, "The file is UTF-16, which some readers reject.", fix: "Save it as UTF-8.",
        .inferred)
    }
  }

  private mutating func note(_ fault: JSONError) {
    self.fault = fault
    switch fault.cause {
    case .empty:
      note(
        .fileEmpty, at: .root, fault.place, "The file is empty: no link opens an app.",
        fix: "Write the association file.", .documented)
    default:
      findings.append(
        Finding(
          .fileNotJSON, at: .root, place: fault.place,
          "Not JSON: \(fault.place.inWords): \(fault.causeMessage). Devices ignore the whole file.",
          fix: fault.hint.map { capitalized($0.message) + "." }, basis: .documented, hint: fault.hint))
    }
  }
}
