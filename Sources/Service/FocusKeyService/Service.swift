internal import ControlSocket
internal import DesktopBus
internal import FocusEngine
internal import FocusLinks
internal import FocusPorts
internal import FocusSession
internal import FocusWire
import Glibc
internal import HookRunner
internal import LandingPages
internal import LinuxRuntime
internal import LoopbackHTTP
internal import SQLiteLog
internal import SimulatedReader
internal import SocketOwners
internal import SystemClock
internal import SystemShield

/// The service: everything that one home needs, put together. The only place that names concrete adapters.
public enum Service {
  /// When a reader without hardware is added.
  public enum SimulatedReaderUse: Sendable {
    /// Never.
    case never
    /// Where no other reader is there at the start.
    case asStandIn
    /// Always.
    case always
  }

  /// What a service is started with.
  public struct Options: Sendable {
    /// When a reader without hardware is added.
    public var simulatedReader: SimulatedReaderUse

    /// Options as a person gave them.
    public init(simulatedReader: SimulatedReaderUse) {
      self.simulatedReader = simulatedReader
    }
  }

  /// Runs a service until it is asked to end (SIGTERM, SIGINT).
  ///
  /// - Parameter ready: called once, when the service can be spoken to.
  public static func run(
    _ home: Home, _ options: Options, ready: @Sendable () -> Void
  ) async throws(ServiceError) {
    // First, so that nothing is made in a home that cannot work.
    do throws(ControlError) { try ControlServer.check(path: home.socket) } catch { throw .control(error) }
    do throws(SystemError) { try home.makeFolders() } catch { throw .home(error) }
    let lock: HomeLock
    do throws(LockError) { lock = try HomeLock(path: home.lock) } catch { throw .lock(error, path: home.lock) }
    let configuration: ServiceConfiguration
    do throws(ConfigurationError) {
      configuration = try ServiceConfiguration(path: home.configuration)
    } catch {
      throw .configuration(error)
    }
    let claims: SiteClaims
    do throws(ConfigurationError) {
      claims = try SiteClaims(definition: configuration.site)
    } catch {
      throw .configuration(error)
    }
    let loop: EventLoop
    do throws(SystemError) { loop = try EventLoop() } catch { throw .system(error) }
    // Everything runs on the loop's thread, apart from what blocks, which has threads of its own.
    let outcome = await withTaskExecutorPreference(loop) { () async -> Result<Void, ServiceError> in
      do throws(ServiceError) {
        var isFirst = true
        while let log = try await work(home, options, configuration, claims, loop, { if isFirst { ready() } }) {
          isFirst = false
          exchange(log, home)
        }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
    loop.close()
    try outcome.get()
    // Held until here: whoever comes next finds everything put away.
    _ = consume lock
  }

  /// Puts another log in the place of the one that nobody has open just now.
  private static func exchange(_ log: LogSwap.Log, _ home: Home) {
    let files = DataFiles(home)
    do throws(SystemError) {
      switch log {
      case .replacement(let draft): try files.takeUp(draft: draft)
      case .nothing: try files.forget()
      }
    } catch {
      // Whoever asked finds the draft, or the log, where it was.
      try? Files.write("focuskey: the log stays as it is: \(error.subject): \(error.reason)\n".utf8, to: STDERR_FILENO)
    }
  }

  /// Works until it is asked to end, or to come up again with another log.
  private static func work(
    _ home: Home, _ options: Options, _ configuration: ServiceConfiguration, _ claims: SiteClaims, _ loop: EventLoop,
    _ ready: () -> Void
  ) async throws(ServiceError) -> LogSwap.Log? {
    let clock: SystemClock
    do throws(SystemError) { clock = try SystemClock(loop: loop) } catch { throw .system(error) }
    let links = configuration.links
    let zone = (try? ZoneFiles.local(Environment["TZ"])) ?? .utc
    let words = ServiceLog(level: .init(Environment["FOCUSKEY_LOG"]), zone: zone, now: clock.now)
    let log: SQLiteLog
    let engine: FocusEngine
    let access: DashboardAccess
    do throws(SystemError) { access = try DashboardAccess(path: home.dashboardToken) } catch { throw .home(error) }
    let pauses = LoopTimer(loop: loop)
    let shield = SystemShield(Self.shieldOptions(home, configuration)) { await pauses.pause(for: $0) }
    // Open before the session is, so that whoever is led there finds it.
    let door = DashboardServer(loop: loop, port: 0, isForOneUser: true, standsInForOthers: true) { request in
      ShieldSite.answerAtDoor(of: shield, to: request, dashboard: access.address)
    }
    if let port = try? await door.open() { await shield.use(doorAt: "127.0.0.1:\(port)") }
    do throws(LogError) {
      log = try SQLiteLog(path: home.database, zone: zone, meaningOf: links.meaning(of:))
      engine = try await FocusEngine(
        log: log, shield: shield, clock: clock, settings: .shipped, zone: zone, chance: entropy)
    } catch {
      throw .log(error, path: home.database)
    }
    let leases = ReaderLeases()
    let counted = CountedCards()
    counted.follow(await engine.snapshot.machine.settings)
    let proofs = TapProofs(configuration.signingCards, path: home.tapCounters) { words.say(.warning, $0) }
    let readers = Readers(configuration.readers, options.simulatedReader, words, loop, leases, counted)
    let taps = TapReading(
      links: links, may: { readers.names.role(of: $0).allows }, proof: { proofs.proof(of: $0, link: $1) })
    let booth = readers.simulated.map { SimulatedTaps(reader: $0, loop: loop) }
    let renewal = LogSwap()
    let hooks = HookRunner(configuration.hooks, loop: loop) { news in words.note(news) }
    let desk = ControlAPI(
      engine: engine, archive: log, links: links, booth: booth, loop: loop, leases: leases,
      shield: shield, renewal: renewal, access: access, hooks: hooks, names: readers.names, counted: counted)
    let feed = EventFeed(desk: desk, loop: loop)
    let server = ControlServer(loop: loop, path: home.socket) { line in await desk.reply(to: line) }
    let signals = SignalWatch(loop: loop)
    let asked = await signals.watch([SIGTERM, SIGINT])
    do throws(ControlError) { try await server.open() } catch { throw .control(error) }
    let site = SitePages(table: links, association: claims.association, assetLinks: claims.assetLinks)
    let pages = DashboardSite(
      pages: LandingSite(pages: site),
      api: HTTPAPI(desk: desk, feed: feed, access: access), access: access,
      shield: ShieldSite(engine: engine, shield: shield))
    let web = await openPages(pages, on: loop, configuration.port, words)
    let desktop = DesktopBus(loop: loop, options: .init(home, configuration.desktop)) { words.say(.warning, $0) }
    let face = DesktopFace(engine: engine, desktop: desktop, loop: loop)

    await withTaskGroup(of: Void.self) { group in
      group.addTask { await engine.run() }
      group.addTask { await words.follow(engine) }
      group.addTask {
        await shield.follow(dashboard: access.address) { await engine.snapshot.machine.settings }
      }
      group.addTask { await feed.follow(engine) }
      group.addTask { await face.run() }
      group.addTask { await face.obey() }
      group.addTask { await hooks.run() }
      group.addTask { await hooks.follow(engine) }
      group.addTask {
        for await one in shield.news {
          switch one {
          case .attempt(let attempt): await engine.submit(.attempt(attempt))
          case .bypass(let layer): await engine.submit(.bypass(layer: layer))
          }
        }
      }
      group.addTask {
        for await _ in shield.helperArrivals { await shield.takeUp() }
      }
      for technology in readers.technologies {
        group.addTask {
          await engine.serve(technology, reading: taps) { event, answer in
            hooks.heed(event, answer, reading: taps, at: clock.now().wall, in: zone)
            if technology is SimulatedReader { await booth?.answered(event, answer) }
          }
        }
      }
      ready()
      await renewal.asked(or: asked)
      await web?.close()
      await server.close()
      await desktop.close()
      await readers.stop()
      await engine.stop()
      await hooks.stop()
      await shield.rest()
      await door.close()
      group.cancelAll()
    }
    await signals.end()
    if renewal.log != nil { await log.letGo() }
    return renewal.log
  }

  private static func shieldOptions(_ home: Home, _ configuration: ServiceConfiguration) -> SystemShield.Options {
    var options = SystemShield.Options(home)
    options.running = configuration.runningApps
    return options
  }

  /// How many ports are tried, from the one that is configured on.
  private static let portsTried = 10

  /// Serves the pages, on the next free port where the configured one is taken. Without them everything else works, so
  /// this ends nothing.
  private static func openPages(
    _ pages: DashboardSite, on loop: EventLoop, _ wanted: UInt16, _ words: ServiceLog
  ) async -> DashboardServer? {
    guard wanted != 0 else { return nil }
    for port in wanted...UInt16(clamping: Int(wanted) + portsTried - 1) {
      let server = DashboardServer(loop: loop, port: port, isForOneUser: true) { request in
        await pages.answer(to: request)
      }
      do throws(DashboardError) {
        pages.access.port = try await server.open()
        if port != wanted { words.say(.warning, "the dashboard is at http://127.0.0.1:\(port)/ instead") }
        return server
      } catch {
        switch error {
        case .portTaken(let port):
          let holder = SocketTable.listener(on: port).map { " by \($0.name) (process \($0.id))" } ?? ""
          words.say(.warning, "port \(port) is taken\(holder): name another in config.json5 (port)")
        case .system(let fault):
          words.say(.warning, "no pages are served: \(fault.call): \(fault.reason)")
          return nil
        }
      }
    }
    words.say(.warning, "no pages are served: no port from \(wanted) on is free")
    return nil
  }

  @Sendable private static func entropy() -> Entropy {
    let octets = SystemRandom.octets(10)
    var low: UInt64 = 0
    for octet in octets[2...] { low = low << 8 | UInt64(octet) }
    return Entropy(high: UInt16(octets[0]) << 8 | UInt16(octets[1]), low: low)
  }
}

extension DesktopBus.Options {
  /// What the configuration asks of this user's desktop.
  fileprivate init(_ home: Home, _ wanted: ServiceConfiguration.Desktop) {
    self.init(
      address: Self.address { Environment[$0] }, notifies: wanted.notifies, doNotDisturb: wanted.doNotDisturb,
      pausesMedia: wanted.pausesMedia, note: "\(home.stateFolder)/desktop.quiet",
      shown: "\(home.stateFolder)/desktop.shown")
  }
}
