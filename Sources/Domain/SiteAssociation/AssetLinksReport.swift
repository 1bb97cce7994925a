public import JSONText

/// What `assetlinks.json` says, and what is to be said about it.
public struct AssetLinksReport: Sendable {
  /// Everything found, in the order of the lines; what concerns the whole file first.
  public let findings: [Finding<AssetLinksFindingKind>]
  /// The document, if the file is one.
  public let root: JSONNode?
  /// Why the file is not JSON, if it is not.
  public let fault: JSONError?
  /// The text that the places of the findings count in: the file without what is wrapped around it.
  public let text: [UInt8]
  /// The number of bytes in the file.
  public let size: Int
  /// Which apps may open links.
  public let links: AssetLinks

  /// Reads and examines a file, whatever it holds.
  public init(reading file: [UInt8]) {
    var lint = AssetLinksLint()
    text = AssociationText(file).octets
    size = file.count
    root = lint.read(file)
    links = AssetLinks(root ?? JSONNode(place: .start, content: .null))
    if let root { lint.examine(root: root, links: links) }
    fault = lint.fault
    findings = lint.findings.inOrderOfPlaces()
  }

  /// Whether there is no error.
  public var isSound: Bool { !findings.contains { $0.level == .error } }
}

struct AssetLinksLint {
  typealias Kind = AssetLinksFindingKind
  private(set) var findings: [Finding<Kind>] = []
  private(set) var fault: JSONError?
  /// The work budget for finding rules that can never decide.
  var coverage = RuleCoverage(work: 2_000_000)

  mutating func note(
    _ kind: Kind, at pointer: JSONPointer, _ place: JSONPlace?, _ message: @autoclosure () -> String,
    fix: @autoclosure () -> String? = nil, _ basis: FindingBasis = .documented
  ) {
    guard findings.count < AssociationLint.mostFindings else { return }
    findings.append(Finding(kind, at: pointer, place: place, message(), fix: fix(), basis: basis))
  }

  mutating func read(_ file: [UInt8]) -> JSONNode? {
    let text = AssociationText(file)
    if text.wrappings.contains(.byteOrderMark) {
      note(
        .fileBOM, at: .root, nil, "The file begins with a byte-order mark, at which some readers stop.",
        fix: "Save it as UTF-8 without one.", .inferred)
    }
    if text.wrappings.contains(.utf16) {
      note(.fileUTF16, at: .root, nil, "The file is UTF-16.", fix: "Save it as UTF-8.", .inferred)
    }
    do throws(JSONError) {
      let document = try JSONDocument(text.octets)
      for name in document.repeatedNames() {
        note(
          .fileDuplicateKey, at: name.pointer, name.place,
          "“\(name.name)” was there before, at \(name.firstPlace.inWords); readers differ in which they keep.",
          fix: "Join the two.", .inferred)
      }
      return document.root
    } catch {
      fault = error
      if error.cause == .empty {
        note(.fileEmpty, at: .root, error.place, "The file is empty: no app is verified.", fix: "Write the statements.")
      } else {
        findings.append(
          Finding(
            .fileNotJSON, at: .root, place: error.place,
            "Not JSON: \(error.place.inWords): \(error.causeMessage). Verification fails.",
            fix: error.hint.map { capitalized($0.message) + "." }, basis: .documented, hint: error.hint))
      }
      return nil
    }
  }

  mutating func examine(root: JSONNode, links: AssetLinks) {
    guard let statements = root.array else {
      let confused =
        root["applinks"] != nil ? " This is what Apple's devices read; it belongs in apple-app-site-association." : ""
      note(
        .rootNotList, at: .root, root.place,
        "The root is \(root.kind.inWords); Android expects a list of statements.\(confused)",
        fix: "Write [{\"relation\": […], \"target\": {…}}].")
      return
    }
    if statements.isEmpty {
      note(.rootEmpty, at: .root, root.place, "There are no statements: no app is verified.", fix: "Add one.")
    }
    for index in statements.indices { examine(statement: statements[index], at: JSONPointer.root.appending(index)) }
    examineRepeats(of: links, in: statements)
    if links.grants.isEmpty, !statements.isEmpty {
      note(
        .linksNotGranted, at: .root, root.place,
        "No statement has the relation \(AssetLinks.handleAllURLs) for an app: links open the browser.")
    }
  }

  private mutating func examine(statement: JSONNode, at pointer: JSONPointer) {
    guard let members = statement.object else {
      note(
        .statementNotObject, at: pointer, statement.place,
        "Found \(statement.kind.inWords) instead of a statement.",
        fix: "Write {\"relation\": […], \"target\": {…}}.")
      return
    }
    if let include = statement["include"] {
      if include.string?.utf8.starts(with: "https://".utf8) != true {
        note(
          .includeWrongType, at: pointer.appending("include"), include.place,
          "“include” must be the https address of another file of statements.", fix: "Write the whole address.")
      }
      return
    }
    let known = ["relation", "target", "relation_extensions"]
    for member in members where !known.contains(member.name) {
      note(
        .statementUnknownKey, at: pointer.appending(member.name), member.place,
        "“\(member.name)” means nothing in a statement; it is ignored.", fix: suggestion(member.name, known))
    }
    let relations = examine(relation: statement["relation"], of: statement, at: pointer)
    examine(target: statement["target"], of: statement, at: pointer)
    examine(extensions: statement["relation_extensions"], relations, at: pointer.appending("relation_extensions"))
  }

  private mutating func examine(relation: JSONNode?, of statement: JSONNode, at pointer: JSONPointer) -> [String] {
    guard let relation else {
      note(
        .relationMissing, at: pointer, statement.place, "The statement has no “relation”: it says nothing.",
        fix: "Add \"relation\": [\"\(AssetLinks.handleAllURLs)\"].")
      return []
    }
    let path = pointer.appending("relation")
    guard let list = relation.array else {
      note(
        .relationWrongType, at: path, relation.place,
        "Found \(relation.kind.inWords) instead of a list of relations.",
        fix: "Write a list, even for one relation.")
      return []
    }
    if list.isEmpty { note(.relationEmpty, at: path, relation.place, "No relation is named.", fix: "Name one.") }
    let known = [AssetLinks.handleAllURLs, "delegate_permission/common.get_login_creds"]
    var relations: [String] = []
    for index in list.indices {
      guard let text = list[index].string else {
        note(
          .relationWrongType, at: path.appending(index), list[index].place,
          "Found \(list[index].kind.inWords) instead of a relation.", fix: "Write it in quotation marks.")
        continue
      }
      relations.append(text)
      if !known.contains(text) {
        note(
          .relationUnknown, at: path.appending(index), list[index].place,
          "“\(text)” is not a known relation.",
          fix: suggestion(text, known), .inferred)
      }
    }
    return relations
  }
}
