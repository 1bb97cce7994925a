internal import CommandShell
internal import FocusLinks
internal import LandingPages
internal import LoopbackHTTP
internal import ServiceContract
internal import SiteAssociation
internal import Spelling

/// A trial site: a folder's association files as they are at each request, and the links' pages.
struct TrialSite: Sendable {
  /// The folder, as this process can open it.
  let folder: String
  let routes: RouteTable

  /// The host that the site imitates.
  var host: String { routes.hosts.first ?? "" }

  var hasFiles: Bool {
    [SitePages.associationPath, SitePages.assetLinksPath].contains { path in Files.exists(folder + path) }
  }

  /// Answers a request, and says what devices make of the answer.
  func answer(to request: HTTPRequest) -> (answer: HTTPAnswer, opinion: TrialOpinion) {
    let association = file(SitePages.associationPath)
    let assetLinks = file(SitePages.assetLinksPath)
    let site = PublishedSite(table: routes, association: association, assetLinks: assetLinks, assets: PhonePages.assets)
    let answer = LandingSite.answer(to: request, headers: PublishedSite.headers) { site.page(for: $0) }
    return (answer, opinion(of: request.target, answer, association, assetLinks))
  }

  private func file(_ path: String) -> [UInt8]? {
    do throws(SystemError) {
      return try Files.read(folder + path, limit: 16 << 20)
    } catch {
      // What cannot be read is not served: the answer says 404, as that of any server.
      return nil
    }
  }

  private func opinion(
    of target: String, _ answer: HTTPAnswer, _ association: [UInt8]?, _ assetLinks: [UInt8]?
  ) -> TrialOpinion {
    switch target.prefix(while: { $0 != "?" }) {
    case LiveSite.wellKnownPath:
      var opinion = TrialOpinion("devices", findings: served(answer).findings)
      if let association {
        let report = AssociationReport(reading: association)
        opinion.add(report.findings)
        opinion.claims = claims(by: report.links.apps)
      }
      return opinion
    case LiveSite.oldPath:
      return TrialOpinion(words: "devices and Apple's crawler do not look here any more")
    case SitePages.assetLinksPath:
      var opinion = TrialOpinion("Android", findings: served(answer).findings)
      if let assetLinks {
        let report = AssetLinksReport(reading: assetLinks)
        opinion.add(report.findings)
        opinion.claims = claims(by: report.links.packages)
      }
      return opinion
    case let path where path.hasSuffix(".css") || path.hasSuffix(".js") || path.hasSuffix(".svg"):
      return TrialOpinion(words: "for browsers only")
    default: return fate(of: "https://" + host + target, association, assetLinks)
    }
  }

  private func claims(by apps: [String]) -> String {
    apps.isEmpty ? "no app claims links" : "\(apps.map(oneLine).joined(separator: ", ")) may open links"
  }

  /// The answer as the judge of live sites sees it; that it came from this computer does not count.
  private func served(_ answer: HTTPAnswer) -> LiveSite {
    LiveSite(
      host: host,
      device: SiteResponse(
        url: "https://" + host + LiveSite.wellKnownPath, outcome: .answer(status: answer.status),
        headers: answer.headers.map { name, value in SiteResponse.Header(name: name.lowercased(), value: value) },
        body: answer.body))
  }

  /// What becomes of a link that leads to a page of the site.
  private func fate(of link: String, _ association: [UInt8]?, _ assetLinks: [UInt8]?) -> TrialOpinion {
    guard let address = WebAddress(link) else { return TrialOpinion(words: "not a link that apps could claim") }
    var parts: [String] = []
    if let association {
      parts.append("on an iPhone it " + AssociationReport(reading: association).links.decision(for: address).words)
    }
    if let assetLinks {
      parts.append("on Android it " + AssetLinksReport(reading: assetLinks).links.decision(for: address).words)
    }
    return TrialOpinion(words: parts.isEmpty ? "no app claims it" : parts.joined(separator: "; "))
  }
}

/// Whether devices would accept an answer, and why not.
struct TrialOpinion: Sendable {
  /// What speaks for it if nothing speaks against it.
  var claims = ""
  private(set) var findings: [JSONValue] = []
  private let who: String
  private let plainWords: String?
  private var refusal: String?
  private var warnings = 0

  init(words: String) {
    who = ""
    plainWords = words
  }

  init<Kind>(_ who: String, findings: [Finding<Kind>]) {
    self.who = who
    plainWords = nil
    add(findings)
  }

  mutating func add<Kind>(_ more: [Finding<Kind>]) {
    for finding in more {
      findings.append(finding.json)
      if finding.level == .error, refusal == nil { refusal = finding.message }
      if finding.level == .warning { warnings += 1 }
    }
  }

  var words: String {
    if let plainWords { return plainWords }
    if let refusal { return "\(who) would reject it: \(refusal)" }
    let more = warnings > 0 ? "; \(counted(warnings, "warning")), see keytool aasa validate" : ""
    return "\(who) would accept it: \(claims)\(more)"
  }
}
