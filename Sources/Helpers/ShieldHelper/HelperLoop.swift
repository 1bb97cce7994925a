internal import CLinux
internal import CShield
import Glibc
import LinuxRuntime
import ShieldProtocol

/// The helper at work: one thread that waits for services, for refusals and for the end of leases.
final class HelperLoop {
  private let listener: Descriptor
  private let supervisor: Supervisor
  private let refusals = Refusals()
  private let layers: Layers
  private var book: OrderBook
  private var peers: [Peer] = []
  /// How the layers were found last, and whether services are to be told that they are otherwise now.
  private var health: Layers.Health?
  private var hasChanged = false

  /// How often something happened, to tell who was silent for longest.
  private var turns: UInt64 = 0

  /// More services than people with a session are a flood.
  private static let mostPeers = 64
  private static let mostPeersOfOne = 8
  /// Watchers keep their places, so not every place is theirs.
  private static let mostWatchersOfOne = 4
  /// How often the layers are looked after while something is ordered: what is taken away stands again within a second.
  private static let turn: Int64 = 500

  init(listener: consuming Descriptor, supervisor: Supervisor) {
    self.listener = listener
    self.supervisor = supervisor
    layers = Layers(refusals: refusals)
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
      if book.lapse(at: now) { match() }
      if now >= nextTurn {
        nextTurn = now + Self.turn
        if !book.orders.isEmpty {
          tell(layers.repair().map { .repaired(layer: $0) })
          lookAfterHealth()
        }
      }
      if hasChanged {
        hasChanged = false
        tell([.changed])
      }
      supervisor.alive(isHolding: !book.orders.isEmpty)
      wait(until: min(nextTurn, book.nextLapse ?? .max), isIdle: book.orders.isEmpty)
    }
  }

  private func match() {
    layers.match(book)
    hasChanged = true
  }

  /// A layer that fell and could not be put back, or that works again, is news too.
  private func lookAfterHealth() {
    let now = layers.health
    hasChanged = hasChanged || now != health
    health = now
  }

  private func wait(until: Int64, isIdle: Bool) {
    var waits = [
      pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: refusals.bell, events: Int16(POLLIN), revents: 0),
    ]
    for peer in peers {
      let events = peer.hasOutput ? POLLIN | POLLOUT : POLLIN
      waits.append(pollfd(fd: peer.descriptor.number, events: Int16(events), revents: 0))
    }
    let pause = max(0, min(until - focuskey_boot_milliseconds(), Self.turn))
    guard unsafe poll(&waits, nfds_t(waits.count), Int32(isIdle ? supervisor.pause : pause)) > 0 else { return }
    turns += 1
    if waits[1].revents != 0 { announce() }
    var gone: [Int] = []
    for (index, peer) in peers.enumerated() where waits[index + 2].revents != 0 {
      peer.heard = turns
      if !peer.read({ answer($0, to: peer) }) || !peer.flush() { gone.append(index) }
    }
    for index in gone.reversed() { peers.remove(at: index) }
    if waits[0].revents != 0 { welcome() }
  }

  /// Lets in whoever waits at the door, all of them at once: a crowd in front of a person costs them one turn.
  private func welcome() {
    while true {
      let number = focuskey_accept(listener.number)
      guard number >= 0 else { return }
      welcome(Descriptor(owning: number))
    }
  }

  private func welcome(_ descriptor: consuming Descriptor) {
    guard let peer = Peer(descriptor: descriptor) else { return }
    if peers.count(where: { $0.user == peer.user }) >= Self.mostPeersOfOne { letSilentOneGo(of: peer.user) }
    guard peers.count < Self.mostPeers else {
      peer.say(.refused(ShieldAnswer.crowded))
      _ = peer.flush()
      return
    }
    peer.heard = turns
    peers.append(peer)
  }

  /// Who holds connections and says nothing keeps nobody out, least of all the service that renews its order.
  private func letSilentOneGo(of user: UInt32) {
    let candidates = peers.indices.filter { peers[$0].user == user && !peers[$0].watches }
    guard let silent = candidates.min(by: { peers[$0].heard < peers[$1].heard }) else { return }
    peers.remove(at: silent)
  }

  private func answer(_ request: Result<ShieldRequest, ShieldRequestError>, to peer: Peer) {
    switch request {
    case .failure(let error): peer.say(.refused(error.word))
    case .success(let request):
      switch book.handle(request, from: peer.user, draft: &peer.draft, at: focuskey_boot_milliseconds()) {
      case .silent: break
      case .refused(let why): peer.say(.refused(why))
      case .watch:
        guard peer.watches || peers.count(where: { $0.user == peer.user && $0.watches }) < Self.mostWatchersOfOne
        else { return peer.say(.refused(ShieldAnswer.crowded)) }
        peer.watches = true
        peer.say(.done)
      case .status: report(to: peer)
      case .done(let changed):
        if changed { match() }
        peer.say(.done)
      case .ordered(let stamp):
        match()
        peer.say(.ordered(stamp: stamp))
      }
    }
  }

  private func report(to peer: Peer) {
    for line in layers.status() { peer.say(line) }
    peer.say(.done)
  }

  private func announce() {
    var told: Set<String> = []
    for refusal in refusals.take() {
      for peer in peers where peer.watches && peer.user == refusal.user {
        // Browsers and launchers try again at once; once a turn is enough to know.
        if told.insert("\(refusal.user) \(refusal.answer.line)").inserted { peer.say(refusal.answer) }
      }
    }
    flushWatchers()
  }

  private func tell(_ answers: [ShieldAnswer]) {
    guard !answers.isEmpty else { return }
    for peer in peers where peer.watches { answers.forEach(peer.say) }
    flushWatchers()
  }

  private func flushWatchers() {
    peers.removeAll { $0.watches && !$0.flush() }
  }
}
