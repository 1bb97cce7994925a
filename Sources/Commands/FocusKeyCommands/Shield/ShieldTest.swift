internal import CommandShell
internal import FocusKeyService
internal import Glibc
internal import ServiceContract
internal import Session
internal import SiteRules
internal import SystemShield

private let blocked = Option("blocked", value: .text("SITE"), "a site that must be blocked (default: example.com)")
private let open = Option("open", value: .text("SITE"), "a site that must open (default: example.org)")

var shieldTestCommand: ProgramCommand {
  ProgramCommand(
    "test", "Test blocking with real sites and apps",
    discussion: """
      Without a session, example.com and a harmless program are blocked during the test. During a session nothing
      is changed: a site and an app that your session blocks are tried.

      The exit code is 0 only if every test was made and turned out right.

      $ focuskey shield test --blocked reddit.com
      """, takes: [blocked, open]
  ) { context throws(Failure) in
    let invocation = context.invocation
    let folder = try madePrograms()
    defer { for name in ["/closed", "/open", ""] { _ = unsafe remove(folder + name) } }
    let trial = ShieldTest(
      context, folder: folder, openSite: invocation[open] ?? "example.org", named: invocation[blocked])
    let answer = ShieldTestAnswer(trials: trial.run())
    try context.answer(answer)
    return answer.held ? .done : .no
  }
}

/// Puts two programs into a new folder: the owner of a known one could swap what is started.
private func madePrograms() throws(Failure) -> String {
  let above = Environment["XDG_RUNTIME_DIR"].flatMap { Files.isOwn($0) ? $0 : nil } ?? "/tmp"
  do throws(SystemError) {
    let folder = try Files.makeNewFolder("\(above)/shield-trial-")
    let program = try Files.read("/bin/true", limit: 8 << 20)
    for name in ["closed", "open"] { try Files.replace("\(folder)/\(name)", with: program, mode: 0o700) }
    return folder
  } catch {
    throw Failure(
      .brokenIO, kind: "no-trial-program", what: "cannot create a program for the test", at: .text(above),
      advice: "\(error.call): \(error.reason)")
  }
}

private struct ShieldTest {
  private typealias Trial = ShieldTestAnswer.Trial

  private let context: CommandContext
  private let folder: String
  private let openSite: String
  /// The site that a person named as blocked.
  private let named: String?

  init(_ context: CommandContext, folder: String, openSite: String, named: String?) {
    self.context = context
    self.folder = folder
    self.openSite = openSite
    self.named = named
  }

  func run() -> [ShieldTestAnswer.Trial] {
    let session = SessionBlocks(context)
    let site = named ?? session.sites.first ?? "example.com"
    // A trial beside a session would try its own order, which adds to the session's.
    guard !session.isUnderWay else {
      return theSessions(session, site) + names(blocksSites: !session.sites.isEmpty, session.answersECH)
        + browsers(site, isKnown: true, part: session.parts.first)
    }
    // A site that does not open anyway shows nothing by not opening.
    let before = ShieldTrial.site(site)
    let socket = SystemShield.Options(context.home).helper
    var trials: [ShieldTestAnswer.Trial]
    var isOurs = false
    switch ShieldTrial.Order.place(blocking: site, program: "\(folder)/closed", at: socket) {
    case .placed(let order):
      isOurs = true
      trials = ours(site, before: before) + names(blocksSites: true, true)
      order.lift()
    case .refused(let why): trials = untried(site, why)
    case .missing(let fix):
      trials = untried(
        site, "no session is under way, and without a helper nothing can be blocked for the trial: \(fix)")
    }
    return trials + browsers(site, isKnown: isOurs || named != nil, part: nil)
  }

  /// Tries a site and a program that are blocked just for the trial.
  private func ours(_ site: String, before: ShieldTrial.Outcome) -> [ShieldTestAnswer.Trial] {
    let blocked = Trial("blocked-site", site, expects: .refused) {
      switch before {
      case .opened: ShieldTrial.site(site)
      case .refused(let refusal): .notTried("\(site) does not open without a shield either (\(refusal.rawValue))")
      case .notTried(let why): .notTried(why)
      }
    }
    let program = Trial("blocked-program", "\(folder)/closed", expects: .refused) {
      ShieldTrial.program("\(folder)/closed")
    }
    return ordered(blocked, program)
  }

  private func theSessions(_ session: SessionBlocks, _ site: String) -> [ShieldTestAnswer.Trial] {
    let opened = Trial("open-site", openSite, expects: .opened) { ShieldTrial.site(openSite) }
    let blocked = Trial("blocked-site", site, expects: .refused) {
      guard named != nil || !session.sites.isEmpty else {
        return .notTried("the session names no site: name a blocked one with --blocked")
      }
      let outcome = ShieldTrial.site(site)
      // A network that is down refuses everything.
      guard case .refused(let refusal) = outcome, !refusal.isCertain, !opened.held else { return outcome }
      return .notTried("neither \(site) nor \(openSite) answers")
    }
    let app = session.programs.first
    let program = Trial("blocked-program", app?.app ?? "an app", expects: .refused) {
      app.map { ShieldTrial.start(of: $0.path) }
        ?? .notTried("the session blocks no app that is installed and can be refused at its start")
    }
    return [blocked, opened, program, openProgram]
  }

  /// Tries what keeps names from being hidden.
  private func names(blocksSites: Bool, _ answersECH: Bool) -> [ShieldTestAnswer.Trial] {
    func trial(_ what: String, _ name: String, _ body: () -> ShieldTrial.Outcome) -> Trial {
      Trial(what, name, expects: .refused) { blocksSites ? body() : .notTried("the session blocks no site") }
    }
    let dns = [
      trial("canary", ShieldTrial.Question.canary.name) { ShieldTrial.question(.canary) },
      trial("secret-resolver", ShieldTrial.Guise.resolver.name) { ShieldTrial.site(openSite, as: .resolver) },
      trial("secret-port", "853") { ShieldTrial.privateResolver() },
    ]
    guard answersECH else { return dns }
    return [
      trial("encryption-key", ShieldTrial.Question.binding.name) { ShieldTrial.question(.binding) },
      trial("front", ShieldTrial.Guise.front.name) { ShieldTrial.site(openSite, as: .front) },
    ] + dns
  }

  private func untried(_ site: String, _ why: String) -> [ShieldTestAnswer.Trial] {
    ordered(
      Trial("blocked-site", site, expects: .refused) { .notTried(why) },
      Trial("blocked-program", "\(folder)/closed", expects: .refused) { .notTried(why) })
  }

  private func ordered(
    _ blocked: ShieldTestAnswer.Trial, _ program: ShieldTestAnswer.Trial
  ) -> [ShieldTestAnswer.Trial] {
    [
      blocked, Trial("open-site", openSite, expects: .opened) { ShieldTrial.site(openSite) }, program, openProgram,
    ]
  }

  private var openProgram: ShieldTestAnswer.Trial {
    Trial("open-program", "\(folder)/open", expects: .opened) { ShieldTrial.program("\(folder)/open") }
  }

  /// Tries a blocked and an open site in each browser with the extension, as a person would.
  private func browsers(_ site: String, isKnown: Bool, part: String?) -> [ShieldTestAnswer.Trial] {
    let note = BrowserNote(folder: context.home.runtimeFolder)
    let ownPart = "\(openSite)/focuskey-trial"
    let isOurs = note.close(site: site, part: ownPart)
    defer { if isOurs { note.remove() } }
    return BrowserCall.all(in: context.home.runtimeFolder).flatMap { browser in
      func ask(_ site: String) -> ShieldTrial.Outcome {
        if isOurs { note.touch() }
        switch browser.tries(site) {
        case "refused": return .refused(.page)
        case "opened": return .opened
        case .some(let words): return .notTried(words)
        case nil: return .notTried("the browser says nothing")
        }
      }
      // What it was told, it does within moments.
      if isOurs { browser.waitUntilItHolds() }
      let closing = Trial("browser-blocked-site", "\(site) in \(browser.browser)", expects: .refused) {
        isOurs || isKnown ? ask(site) : .notTried("name a blocked site with --blocked")
      }
      let opening = Trial("browser-open-site", "\(openSite) in \(browser.browser)", expects: .opened) {
        ask(openSite)
      }
      guard let part = isOurs ? ownPart : part else { return [closing, opening] }
      let partly = Trial("browser-blocked-path", "\(part) in \(browser.browser)", expects: .refused) {
        guard browser.now?.seesParts == true else {
          return .notTried("its extension is older than parts of sites: load it again")
        }
        return ask(part)
      }
      return [closing, opening, partly]
    }
  }
}

private struct SessionBlocks {
  /// Whether a session is under way and blocks something now.
  let isUnderWay: Bool
  let sites: [String]
  /// An address in each part of a site that it blocks.
  let parts: [String]
  /// Whether it should keep names from being encrypted.
  let answersECH: Bool
  /// Its blocked apps that are installed, each with a program that starts it.
  let programs: [(app: String, path: String)]

  init(_ context: CommandContext) {
    let call = ServiceCall(context)
    let status = try? call.ask(SessionRequests.status())
    isUnderWay = status?["state"]?.string == "focusing"
    let ech = (status?["shield"]?.array ?? []).first { $0["layer"]?.string == "ech" }
    answersECH = ech?["state"]?.string != "down"
    guard isUnderWay, let settings = try? call.ask(SettingsRequests.settings())["settings"] else {
      sites = []
      parts = []
      programs = []
      return
    }
    let layers = Set((status?["layers"]?.array ?? []).compactMap(\.string))
    let blocks = (settings["profiles"]?.array ?? []).filter { layers.contains($0["id"]?.string ?? "") }
      .compactMap { $0["blocks"] }.filter { $0["mode"]?.string != "allow" }
    func words(_ name: String) -> [String] { blocks.flatMap { ($0[name]?.array ?? []).compactMap(\.string) } }
    let named = words("sites").filter { !$0.hasPrefix("!") }
    let sites = named.filter { !$0.contains("/") }
    parts = named.compactMap { try? SiteEntry($0) }.filter { $0.path != nil }
      .map { $0.name.exchanging("*", for: "any") }
    // A list names sites too; the browsers' note has them all.
    let note = BrowserNote(folder: context.home.runtimeFolder).current().flatMap { try? JSONDocument($0).root }
    let sections = (note?["shield"]?["sections"]?.array ?? []).filter { $0["allow"]?.bool == false }
    self.sites = sites.isEmpty ? sections.flatMap { ($0["sites"]?.array ?? []).compactMap(\.string) } : sites
    programs = ShieldTrial.programs(of: words("apps"))
  }
}
