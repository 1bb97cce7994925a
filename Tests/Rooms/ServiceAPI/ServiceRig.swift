import ControlSocket
import FeaturePorts
import FocusHistory
import FocusLinks
import Hooks
import Keeping
import LandingPages
import LoopbackHTTP
import Nights
import RealParts
import ServiceAPI
import Session
import Sets
import Settings
import Straying
import Study
import Taps
import TestSupport

/// What the API asked of the parts around it.
struct Asked: Sendable {
  var lent: [String?] = []
  var hooks: [String] = []
  var adoptions = 0
  var attempts: [String] = []
  var taps: [(link: String?, uid: [UInt8])] = []
}

/// An archive in which there is nothing yet.
struct EmptyArchive: SessionArchive {
  func sessions(since: Timestamp?, until: Timestamp?, profile: ProfileID?) -> [SessionRecord] { [] }
  func page(_ page: SessionPage) -> [SessionRecord] { [] }
  func statistics(at moment: Moment) -> Statistics {
    Statistics(days: [], hours: [], today: CivilZone.utc.day(at: moment.wall))
  }
}

/// A hand whose cards start a session, as a reader would.
struct ScriptedHand: SimulatedHand {
  let engine: FocusEngine
  let asked: LinuxRuntime.Locked<Asked>

  func tap(link: String?, uid: [UInt8], asWritten: Bool) async throws(Failure) -> EngineAnswer {
    asked.withLock { $0.taps.append((link, uid)) }
    return await engine.submit(.ask(.start(StartRequest(profile: "work", minutes: 25)), by: .localUser))
  }

  func lift() async { asked.withLock { $0.taps.append(("lift", [])) } }

  func card(orPutBlank: Bool) async -> SimulatedCardSeen? {
    orPutBlank ? SimulatedCardSeen(uid: [4, 1, 2, 3, 4, 5, 6], chip: "NTAG213") : nil
  }

  func exchange(frame: [UInt8]?, with uid: [UInt8]) async -> SimulatedReply {
    frame.map { SimulatedReply(word: "data", octets: $0) } ?? SimulatedReply(word: "acknowledged")
  }

  func release() async { asked.withLock { $0.taps.append(("release", [])) } }
}

/// The API of a service without a reader, a shield, a log on disk or a hook.
final class ServiceRig: Sendable {
  let loop: EventLoop
  let clock = ManualClock()
  let log = MemoryLog()
  let engine: FocusEngine
  let access: DashboardAccess
  let logSwap = LogSwap()
  let control: ControlAPI
  let past: PastSessions
  let feed: EventFeed
  let asked = LinuxRuntime.Locked(Asked())
  private let folder = TemporaryFolder()
  private let work: Task<Void, Never>

  init(hasHand: Bool = true) async throws {
    loop = try EventLoop()
    engine = try await FocusEngine(
      log: log, shield: JournalShield(), clock: clock, settings: .shipped, zone: .utc,
      chance: { Entropy(high: 7, low: 42) })
    access = DashboardAccess(path: folder("token"))
    let asked = asked
    let inbox = SessionInbox(engine)
    let access = access
    var parts = StatusParts()
    parts.dashboard = { access.json }
    let status = SessionStatus(inbox, ReaderNames([]), parts, on: loop)
    past = PastSessions(inbox, EmptyArchive())
    let following = LinkFollowing(
      inbox, RouteTable(), hand: hasHand ? ScriptedHand(engine: engine, asked: asked) : nil,
      callHooks: { event in asked.withLock { $0.hooks.append("\(event.cause)") } })
    let settings = SettingsAnswers(
      inbox, RouteTable(), adopt: { _ in asked.withLock { $0.adoptions += 1 } })
    let lending = following.requests { part in
      asked.withLock { $0.lent.append(part) }
      return AsyncStream {
        $0.yield(Array("lent".utf8))
        $0.finish()
      }
    }
    let pages = PageRequests.answers(by: inbox, access) { attempt in
      asked.withLock { $0.attempts.append(attempt.name) }
      return attempt.name == "blocked.example"
    }
    let requests = RequestTable(
      SessionRequests.answers(by: inbox, status) + past.requests + settings.requests + lending + pages
        + NightRequests.answers(by: inbox) + StrayRequests.answers(by: inbox) + StudyRequests.answers(by: inbox)
        + SetRequests.answers(by: inbox) + logSwap.requests(stopping: engine))
    control = ControlAPI(engine, status, requests, access)
    feed = EventFeed(api: control, loop: loop)
    work = Task(executorPreference: Spare.threads) { [engine] in await engine.run() }
  }

  /// The answer to a request on one line.
  func ask(_ request: SentRequest) async throws -> JSONNode { try await ask(request.json.text) }

  func ask(_ line: String) async throws -> JSONNode {
    switch await control.reply(to: Array(line.utf8)) {
    case .line(let line), .farewell(let line): return try JSONDocument(line).root
    case .stream: throw UnexpectedStream()
    }
  }

  /// Serves the dashboard on a port of its own while `body` runs.
  func serving(_ body: (UInt16) async throws -> Void) async throws {
    let site = DashboardSite(
      pages: LandingSite(pages: SitePages(table: RouteTable(), association: nil, assetLinks: nil)),
      api: HTTPAPI(control: control, past: past, feed: feed, access: access), access: access,
      shield: ShieldSite(engine: engine), calendar: CalendarFeed(engine, EmptyArchive()) { _ in nil })
    let server = DashboardServer(loop: loop, port: 0) { request in await site.answer(to: request) }
    let port = try await server.open()
    access.port = port
    try await body(port)
    await server.close()
  }

  func end() async {
    await engine.stop()
    await work.value
    loop.close()
  }
}

struct UnexpectedStream: Error {}
