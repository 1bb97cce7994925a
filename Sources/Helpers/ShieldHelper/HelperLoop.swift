internal import CLinux
import Glibc
import LinuxRuntime
import ShieldProtocol

/// The helper at work: one thread that waits for services, for refusals and for the end of leases.
final class HelperLoop {
  private let supervisor: Supervisor
  private let refusals = Refusals()
  private let layers: Layers
  private var book: OrderBook
  private let peers: Peers
  /// The processes whose orders are in force.
  private var owners: [Int32: ProcessHandle] = [:]
  private var buffer = [UInt8](repeating: 0, count: portion)
  private var health: Layers.Health?

  /// Counts the turns, to find the peer that was silent for longest.
  private var turns: UInt64 = 0
  /// Paces turns; then layer changes and each person's input: nobody keeps the helper busy.
  private var pace = TurnPace(most: 25, interval: 20)
  private var changes = TurnPace(most: 20, interval: 250)
  private var volumes: [UInt32: TurnPace] = [:]
  /// How far the helper's own clock is ahead of the computer's, as in a container; `nil` where that cannot be known.
  private let clockLead: Int64?
  /// The last report on the layers, and until when it counts.
  private var lastReport: (lines: [ShieldAnswer], until: Int64) = ([], 0)
  private var isChanged = false
  /// Whether a peer has requests that are not done yet.
  private var hasLeft = false

  /// Milliseconds between checks of the layers: what is removed is back within a second.
  private static let turn: Int64 = 500
  /// Octets read in one turn: long lists come in quickly, and nobody else waits long.
  private static let portion = 64 << 10
  /// Octets read at once from a peer that said more than anybody normally says.
  private static let smallPortion = 1 << 10
  /// An order's lines come without a pause, up to a list of some 800,000 names at once; what is beyond comes slowly,
  /// such a list again within a minute. In KB.
  private static let volume = TurnPace(most: 16 << 10, interval: 3)
  /// How many people's volumes are remembered.
  private static let mostVolumes = 256
  /// How long a report on the layers is used for others who ask, in milliseconds.
  private static let reportLife: Int64 = 200

  init(listener: consuming Descriptor, supervisor: Supervisor) {
    peers = Peers(listener: listener)
    self.supervisor = supervisor
    layers = Layers(refusals: refusals)
    var lead: Int64 = 0
    clockLead = unsafe focuskey_boot_offset(&lead) == 0 ? lead : nil
    let seed = SystemRandom.octets(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    // Six octets fit the stamps' digits with room for more orders than anybody gives.
    let lastStamp = SystemRandom.octets(6).reduce(Int64(0)) { $0 << 8 | Int64($1) }
    book = OrderBook(seed: seed, lastStamp: lastStamp)
  }

  func run() -> Never {
    supervisor.ready()
    var nextTurn = focuskey_boot_milliseconds() + Self.turn
    while true {
      let now = focuskey_boot_milliseconds()
      if book.lapse(at: now, isCrowded: peers.isCrowded) { isChanged = true }
      if now >= nextTurn {
        nextTurn = now + Self.turn
        if !book.orders.isEmpty { repair() }
      }
      follow(at: now)
      supervisor.alive(isHolding: !book.orders.isEmpty)
      let isIdle = book.orders.isEmpty && !isChanged && !hasLeft
      if isIdle { supervisor.leaveIfReplaced() }
      wait(until: min(nextTurn, book.nextLapse ?? .max), isIdle: isIdle)
    }
  }

  private func repair() {
    let repaired = layers.repair()
    if !repaired.isEmpty { lastReport.until = 0 }
    tell(repaired.map { .repaired(layer: $0) })
    // A layer that fell and could not be put back, or that works again, is news too.
    let now = layers.health
    guard now != health else { return }
    health = now
    lastReport.until = 0
    tell([.changed])
  }

  /// Makes the layers match the book, and tells those who wait for that.
  private func follow(at now: Int64) {
    guard isChanged, changes.take(at: now) else { return }
    isChanged = false
    owners = owners.filter { book.owners.contains($0.key) }
    let repaired = layers.match(book)
    // What an order takes that is over, and what lines leave behind that were said, is the system's again.
    focuskey_return_memory()
    lastReport.until = 0
    var gone: [Peer] = []
    for peer in peers.all {
      guard let answer = peer.awaited else { continue }
      peer.awaited = nil
      peer.say(answer)
      // It may have said more meanwhile.
      hasLeft = true
      if !peer.flush() { gone.append(peer) }
    }
    peers.remove(gone)
    tell(repaired.map { .repaired(layer: $0) } + [.changed])
  }

  private func wait(until: Int64, isIdle: Bool) {
    let now = focuskey_boot_milliseconds()
    let pause = pace.pause(at: now)
    if pause > 0 { usleep(UInt32(pause) * 1000) }
    let listening = peers.all
    var waits = [
      pollfd(fd: peers.door, events: Int16(POLLIN), revents: 0),
      pollfd(fd: refusals.bell, events: Int16(POLLIN), revents: 0),
    ]
    for peer in listening {
      let events = (peer.awaited == nil ? POLLIN : 0) | (peer.hasOutput ? POLLOUT : 0)
      waits.append(pollfd(fd: peer.descriptor.number, events: Int16(events), revents: 0))
    }
    for owner in owners.values { waits.append(pollfd(fd: owner.descriptor.number, events: Int16(POLLIN), revents: 0)) }
    let limit = Self.limit(now, until, toChange: isChanged ? changes.pause(at: now) : nil, hasLeft: hasLeft)
    let count = unsafe poll(&waits, nfds_t(waits.count), isIdle ? Int32(supervisor.pause) : limit)
    guard count > 0 || hasLeft else { return }
    turns += 1
    forgetDeadOwners()
    if waits[1].revents != 0 { announce() }
    let ready = listening.enumerated().filter { waits[$0.offset + 2].revents != 0 || hasLeft }.map(\.element)
    hasLeft = false
    var isQuick = listen(to: ready)
    if waits[0].revents != 0 { isQuick = listen(to: peers.welcome(turn: turns, owners: Set(owners.keys))) && isQuick }
    if !isQuick { _ = pace.take(at: focuskey_boot_milliseconds()) }
  }

  /// How long the next wait may last, in milliseconds.
  private static func limit(_ now: Int64, _ until: Int64, toChange: Int64?, hasLeft: Bool) -> Int32 {
    if hasLeft { return 0 }
    // A lease that is held up by a crowd is looked at again soon, but not without a pause.
    let pause = max(until - now, toChange == nil ? 10 : 0)
    return Int32(max(0, min(pause, toChange ?? turn, turn)))
  }

  /// Handles what peers say; returns whether that was only lines of an order.
  private func listen(to some: [Peer]) -> Bool {
    var gone: [Peer] = []
    var isQuick = !some.isEmpty
    let now = focuskey_boot_milliseconds()
    var left = Self.portion
    // Who asks for something short does not wait for those who say something long.
    for peer in some.filter({ $0.draft == nil }) + some.filter({ $0.draft != nil }) {
      let isAllowed = volumes[peer.person]?.pause(at: now) ?? 0 == 0 && left > 0
      switch peer.read(into: &buffer, limit: isAllowed ? left : Self.smallPortion, { answer($0, to: peer) }) {
      case .over: gone.append(peer)
      case .read(let count, let isLeft):
        left -= count
        if count > 0 { peer.heard = turns }
        if isLeft { hasLeft = true }
        if peer.draft != nil {
          peers.boundDrafts(beside: peer)
          if count > 0 { book.goOn(with: peer.speaker, at: now) }
        }
        _ = volumes[peer.person, default: Self.volume].take(at: now, turns: Int64(count >> 10))
        if count < Self.smallPortion * 4 || !isAllowed { isQuick = false }
        if !peer.flush() { gone.append(peer) }
      }
    }
    peers.remove(gone)
    // Who has not said much for long has all to say again.
    if volumes.count > Self.mostVolumes { volumes = volumes.filter { $0.value.pause(at: now) > 0 } }
    return isQuick
  }

  private func forgetDeadOwners() {
    for owner in owners.values where !owner.lives {
      owners[owner.id] = nil
      book.forget(owner: owner.id, at: focuskey_boot_milliseconds())
    }
  }

  private func answer(_ request: Result<ShieldRequest, ShieldRequestError>, to peer: Peer) {
    switch request {
    case .failure(let error): peer.say(.refused(error.word))
    case .success(let request):
      switch request {
      // Half a million of these may come in a row, and who says them, and when, matters only once the order is whole.
      case .answersECH, .section, .site, .left, .program:
        answer(request, of: OrderBook.Speaker(user: peer.user, process: -1), to: peer, at: 0)
      default:
        if case .order = request { peer.draftBegan = turns }
        forgetDeadOwners()
        answer(request, of: peer.speaker, to: peer, at: focuskey_boot_milliseconds())
      }
    }
  }

  private func answer(_ request: ShieldRequest, of speaker: OrderBook.Speaker, to peer: Peer, at now: Int64) {
    switch book.handle(request, from: speaker, draft: &peer.draft, at: now) {
    case .silent: break
    case .refused(let why): peer.say(.refused(why))
    case .foiled(let why, let isNews):
      peer.say(.refused(why))
      if isNews { tell([.repaired(layer: ShieldAnswer.helper)], to: peer.user) }
    case .watch:
      guard peers.letWatch(peer, owners: Set(owners.keys)) else { return peer.say(.refused(ShieldAnswer.crowded)) }
      peer.say(.done)
    case .status: report(to: peer)
    case .done(let changed):
      if book.owners.contains(peer.process.id) { owners[peer.process.id] = peer.process }
      if changed { change(peer, then: .done) } else { peer.say(.done) }
    case .ordered(let stamp):
      // Who ended before that was read has left an order behind.
      if speaker.process == peer.process.id {
        owners[speaker.process] = peer.process
      } else {
        book.forget(owner: speaker.process, at: now)
      }
      change(peer, then: .ordered(stamp: stamp))
    }
  }

  /// Notes the peer's answer; the layers have to follow before it is given.
  private func change(_ peer: Peer, then answer: ShieldAnswer) {
    isChanged = true
    peer.awaited = answer
  }

  private func report(to peer: Peer) {
    let now = focuskey_boot_milliseconds()
    if now >= lastReport.until { lastReport = (layers.status(), now + Self.reportLife) }
    for line in lastReport.lines { peer.say(Layers.line(line, toldTo: peer.user, book)) }
    if let clockLead { peer.say(.clock(now - clockLead)) }
    peer.say(.done)
  }

  private func announce() {
    var told: Set<String> = []
    for refusal in refusals.take() {
      for peer in peers.all where peer.watches && peer.user == refusal.user {
        // Browsers and launchers try again at once; once a turn is enough to know.
        if told.insert("\(refusal.user) \(refusal.answer.line)").inserted { peer.say(refusal.answer) }
      }
    }
    flushWatchers()
  }

  private func tell(_ answers: [ShieldAnswer], to user: UInt32? = nil) {
    guard !answers.isEmpty else { return }
    for peer in peers.all where peer.watches && (user == nil || peer.user == user) { answers.forEach(peer.say) }
    flushWatchers()
  }

  private func flushWatchers() {
    peers.remove(peers.all.filter { $0.watches && !$0.flush() })
  }
}
