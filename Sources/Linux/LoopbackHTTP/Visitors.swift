internal import CEvent
import Glibc
internal import LinuxRuntime
internal import SocketOwners

/// The connections of a server: who may have one, and whose ends when there is no room for another.
///
/// A server of one user closes a connection that somebody else opened before anything of it is read. Of those who may
/// come, nobody takes the place of others: when all places are taken, the one with the most loses the connection that
/// has waited longest without a request. A request that is not complete after a while ends with its connection, however
/// slowly it comes.
///
/// It lives on the event loop's thread. libevent's objects are known for a moment only, while a connection is new;
/// after that a connection is its descriptor, which the kernel's own number for the socket tells from a later one.
@safe final class Visitors {
  /// How many new connections are looked at before everything else on the loop has its turn.
  private static let mostAtOnce = 16

  private struct Visitor {
    let socket: UInt64
    let share: Share
    /// Since when it has waited for a request, on the loop's clock; `nil` while one is worked on.
    var waitsSince: ContinuousClock.Instant?
  }

  /// Those whom connections are counted for: users of this computer, or networks.
  private enum Share: Hashable {
    case user(UInt32)
    case network([UInt8])
  }

  private let loop: EventLoop
  private let place: ListeningPlace
  // Only a server of one user asks.
  private var owners: SocketOwners?
  private var listener: OpaquePointer?
  private var doorbell: OpaquePointer?
  // Made for connections that libevent is just accepting.
  private var fresh: [OpaquePointer] = unsafe []
  private var visitors: [Int32: Visitor] = [:]
  private var watch: Watch?
  private var isFull = false

  init(loop: EventLoop, place: ListeningPlace, isForOneUser: Bool) {
    self.loop = loop
    self.place = place
    owners = isForOneUser ? SocketOwners() : nil
  }

  func watch(_ server: OpaquePointer, _ listener: OpaquePointer?) {
    unsafe self.listener = listener
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe doorbell = loop.withBase { base in
      unsafe event_new(
        base, -1, 0,
        { _, _, context in
          guard let context = unsafe context else { return }
          unsafe Unmanaged<Visitors>.fromOpaque(context).takeUnretainedValue().look()
        }, context)
    }
    unsafe evhttp_set_bevcb(
      server,
      { base, context in
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<Visitors>.fromOpaque(context).takeUnretainedValue().came(base)
      }, context)
  }

  func leave() {
    watch = nil
    if let doorbell = unsafe doorbell { unsafe event_free(doorbell) }
    unsafe (doorbell, listener, fresh) = (nil, nil, [])
    visitors = [:]
  }

  // MARK: Requests

  /// A request has come; `false` on a connection that may not be here.
  func began(on descriptor: Int32) -> Bool {
    guard visitors[descriptor] != nil else { return false }
    visitors[descriptor]?.waitsSince = nil
    return true
  }

  /// Its request is answered, and the connection waits for the next one.
  func ended(on descriptor: Int32) {
    guard visitors[descriptor] != nil else { return }
    visitors[descriptor]?.waitsSince = .now
    watchSlow()
  }

  // MARK: New connections

  /// libevent is about to make a connection; it becomes known before anything is read.
  private func came(_ base: OpaquePointer?) -> OpaquePointer? {
    guard let events = unsafe bufferevent_socket_new(base, -1, 0) else { return nil }
    unsafe fresh.append(events)
    if unsafe fresh.count == 1 { unsafe event_active(doorbell, Int32(EV_TIMEOUT), 0) }
    if unsafe fresh.count == Self.mostAtOnce { unsafe evconnlistener_disable(listener) }
    return unsafe events
  }

  private func look() {
    for index in unsafe fresh.indices {
      let events = unsafe fresh[index]
      let descriptor = unsafe bufferevent_getfd(events)
      guard descriptor >= 0 else { continue }
      guard let share = share(of: descriptor), let socket = Self.socket(descriptor) else {
        // The other end is told nothing and nothing of it stays behind; libevent puts the connection away.
        Self.forget(descriptor)
        unsafe bufferevent_trigger_event(events, Int16(BEV_EVENT_EOF | BEV_EVENT_READING), 0)
        continue
      }
      visitors[descriptor] = Visitor(socket: socket, share: share, waitsSince: .now)
      if visitors.count > place.mostConnections { makeRoom() }
    }
    let wasCrowd = unsafe fresh.count >= Self.mostAtOnce
    unsafe fresh.removeAll(keepingCapacity: true)
    watchSlow()
    if isFull {
      unsafe evconnlistener_disable(listener)
    } else if wasCrowd {
      unsafe evconnlistener_enable(listener)
    }
  }

  /// Whose a connection is; `nil` if it may not be here.
  private func share(of descriptor: Int32) -> Share? {
    guard let ends = ConnectionEnds(acceptedAs: descriptor) else { return nil }
    guard owners != nil else {
      // In a network of IPv6 everybody has more addresses than can be counted.
      return .network(Array(ends.source.prefix(ends.source.count == 4 ? 4 : 8)))
    }
    guard ends.comesFromHome, let user = owners?.user(of: ends), user == getuid() || user == 0 else { return nil }
    return .user(user)
  }

  // MARK: Room

  /// Ends a waiting connection of the one with the most; if all are at work, lets nobody else in.
  private func makeRoom() {
    dropClosed()
    guard visitors.count > place.mostConnections else { return }
    var counts: [Share: Int] = [:]
    for visitor in visitors.values { counts[visitor.share, default: 0] += 1 }
    let waiting = visitors.compactMap { descriptor, visitor in
      visitor.waitsSince.map { (descriptor, share: counts[visitor.share] ?? 0, since: $0) }
    }
    let last = waiting.min { one, other in
      one.share == other.share ? one.since < other.since : one.share > other.share
    }
    if let last { return end(last.0) }
    isFull = true
    watch = nil
  }

  /// Forgets connections that libevent has freed.
  private func dropClosed() {
    visitors = visitors.filter { descriptor, visitor in Self.socket(descriptor) == visitor.socket }
  }

  /// Ends a connection; libevent notices and frees it.
  private func end(_ descriptor: Int32) {
    guard let visitor = visitors.removeValue(forKey: descriptor), Self.socket(descriptor) == visitor.socket else {
      return
    }
    Self.forget(descriptor)
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Checks again when the longest wait has become too long; nothing wakes while nobody waits.
  private func watchSlow() {
    guard watch == nil else { return }
    let longest = visitors.values.compactMap(\.waitsSince).min().map { since in since + patience - .now }
    guard let due = isFull ? .seconds(1) : longest else { return }
    watch = loop.watchTime(max(.milliseconds(100), due)) { [unowned self] in
      watch = nil
      endSlow()
    }
  }

  private func endSlow() {
    dropClosed()
    for (descriptor, visitor) in visitors {
      if let since = visitor.waitsSince, since + patience <= .now { end(descriptor) }
    }
    if isFull, visitors.count < place.mostConnections {
      isFull = false
      unsafe evconnlistener_enable(listener)
    }
    watchSlow()
  }

  /// libevent ends a silent connection after `place.patience`; a slow speaker gets twice that.
  private var patience: Duration { .seconds(2 * Int64(place.patience)) }

  // MARK: Sockets

  /// The kernel's unique number for a socket (SO_COOKIE, socket(7)); `nil` for anything else.
  private static func socket(_ descriptor: Int32) -> UInt64? {
    var cookie: UInt64 = 0
    var size = socklen_t(MemoryLayout<UInt64>.size)
    return unsafe getsockopt(descriptor, SOL_SOCKET, SO_COOKIE, &cookie, &size) == 0 ? cookie : nil
  }

  /// Lets the kernel forget a connection at its end, instead of keeping its ports for a minute.
  private static func forget(_ descriptor: Int32) {
    var atOnce = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
  }
}

extension ConnectionEnds {
  /// Whether it comes from 127.0.0.1 or ::1. All of 127.0.0.0/8 is loopback, and these are where browsers come from.
  fileprivate var comesFromHome: Bool {
    source == [127, 0, 0, 1] || source == [UInt8](repeating: 0, count: 15) + [1]
  }
}
