internal import CommandShell
internal import SiteAssociation

/// What a person names where a site's file is expected: the file, or the site itself.
enum AssociationSource: Equatable {
  /// A file; `-` is standard input.
  case file(String)
  case site(String)

  /// Interprets a word. One with a dot is a domain, unless it names a file or ends as files do.
  init(_ word: String, _ context: CommandContext) {
    if word.includes("://") {
      self = .site(word)
    } else if word == "-" || Files.exists(context.surroundings.path(of: word)) || !Self.isDomain(word) {
      self = .file(word)
    } else {
      self = .site("https://" + word)
    }
  }

  /// File endings in common use; none of them is a top-level domain.
  private static let endings: Set<String> = [
    "bak", "csv", "htm", "html", "json", "json5", "jsonl", "log", "new", "old", "orig", "pem", "plist", "sarif", "text",
    "tmp", "toml", "txt", "xml", "yaml", "yml",
  ]

  /// Whether a word has the form of a domain, with or without a port.
  static func isDomain(_ word: String) -> Bool {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.count == 1 || UInt16(parts[1]) != nil else { return false }
    let labels = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, parts[0].utf8.count <= 253 else { return false }
    return labels.allSatisfy { label in
      (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
        && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    } && !endings.contains(labels[labels.count - 1].lowercased())
  }

  func octets(_ context: CommandContext, at place: String = LiveSite.wellKnownPath) async throws(Failure) -> [UInt8] {
    switch self {
    case .file(let name): return try context.read(file: name)
    case .site(let address):
      let response = try await LiveSiteSource(address, context, at: place).file()
      guard response.status == 200 else { throw .notServed(address, response) }
      return response.body
    }
  }

  /// Its name in messages.
  var name: String {
    switch self {
    case .file(let name): name
    case .site(let address): address
    }
  }
}

extension Failure {
  static func notServed(_ address: String, _ response: SiteResponse) -> Failure {
    let findings = LiveSite(host: address, device: response).findings
    let reason = response[header: "apple-failure-reason"]
    return Failure(
      .no, kind: findings.first?.kind.rawValue ?? "site.status",
      what: reason.map { reason in "Apple could not fetch the file: \(reason)" } ?? findings.first?.message
        ?? "there is no file", at: .text(response.url), advice: findings.first?.fix ?? "see keytool aasa validate")
  }
}

/// The arguments of a question about a link and a file: both by position, or the file as an option.
struct LinkQuestion {
  static let file = Option("file", value: .file(), "the site's file, if not by position")
  static let source = Operand<String>(.file("FILE|DOMAIN"), "the site's file, or its domain", count: .optional)
  static let url = Operand<String>(.text("URL"), "the link", count: .optional)

  static var arguments: [any Argument] { [file, source, url] }

  let source: AssociationSource
  let link: String

  init(_ context: CommandContext) throws(Failure) {
    let words = try context.usage { said throws(UsageError) in
      let (first, second) = (said[Self.source], said[Self.url])
      if let file = said[Self.file] {
        if second != nil { throw said.conflict("--file", "FILE|DOMAIN") }
        guard let first else { throw UsageError(.missingOperand("URL"), command: said.command) }
        return (file: file, link: first)
      }
      guard let first else { throw UsageError(.missingOperand("FILE|DOMAIN"), command: said.command) }
      guard let second else {
        throw UsageError(.missingOperand(first.includes("://") ? "FILE|DOMAIN" : "URL"), command: said.command)
      }
      return (file: first, link: second)
    }
    // The link in front of the file is what everybody types once.
    if words.file.includes("://"), !words.link.includes("://"),
      Files.exists(context.surroundings.path(of: words.link))
    {
      (source, link) = (.file(words.link), words.file)
    } else {
      (source, link) = (AssociationSource(words.file, context), words.link)
    }
  }
}
