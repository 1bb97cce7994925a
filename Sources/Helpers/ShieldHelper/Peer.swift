internal import CLinux
import Glibc
import LinuxRuntime
internal import Octets
import ShieldProtocol

/// A process, by a kernel descriptor that never comes to mean another process.
final class ProcessHandle {
  let id: Int32
  let descriptor: Descriptor

  init(id: Int32, descriptor: consuming Descriptor) {
    self.id = id
    self.descriptor = descriptor
  }

  var lives: Bool {
    var look = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&look, 1, 0) == 0
  }
}

/// One service at the other end of the helper's socket.
final class Peer {
  let descriptor: Descriptor
  /// Who it is, as the kernel says.
  let user: UInt32
  /// Whose places it uses: the user's, or those of the person to whom that id belongs.
  let person: UInt32
  let process: ProcessHandle
  var draft: OrderBook.Draft?
  /// The turn in which the draft was begun.
  var draftBegan: UInt64 = 0
  var watches = false
  /// The answer it gets once the layers have followed; until then it is not listened to.
  var awaited: ShieldAnswer?
  /// The turn in which it was last heard of.
  var heard: UInt64 = 0
  private var lines = LineBuffer(longest: ShieldRequest.longestLine)
  private var outbox: [UInt8] = []

  /// The most requests other than an order's lines that are done in one turn.
  private static let mostRequests = 8
  /// A service that never reads is let go at this size, in octets.
  private static let longestOutbox = 256 << 10

  init?(descriptor: consuming Descriptor, _ people: inout PeopleBehind) {
    var user: UInt32 = 0
    var process: Int32 = 0
    guard unsafe focuskey_peer(descriptor.number, &user, &process) == 0 else { return nil }
    let held = focuskey_peer_process(descriptor.number, process)
    guard held >= 0 else { return nil }
    self.descriptor = descriptor
    self.user = user
    person = people.person(behind: user)
    self.process = ProcessHandle(id: process, descriptor: Descriptor(owning: held))
  }

  var hasOutput: Bool { !outbox.isEmpty }

  /// Who speaks; a process that only inherited the connection owns no order.
  var speaker: OrderBook.Speaker {
    OrderBook.Speaker(user: user, process: process.lives ? process.id : -1)
  }

  enum Reading {
    /// How many octets came; and whether requests were left for the next turn.
    case read(Int, isLeft: Bool)
    /// The other end is gone, or breaks the protocol.
    case over
  }

  /// Does what was said; reads at most `limit` octets more where all of that was done.
  func read(
    into buffer: inout [UInt8], limit: Int, _ handle: (Result<ShieldRequest, ShieldRequestError>) -> Void
  ) -> Reading {
    guard awaited == nil else { return .read(0, isLeft: false) }
    var requests = 0
    guard let before = handleLines(&requests, handle) else { return .over }
    if !before { return .read(0, isLeft: awaited == nil) }
    let count = unsafe Glibc.read(descriptor.number, &buffer, min(limit, buffer.count))
    if count < 0 { return errno == EAGAIN || errno == EINTR ? .read(0, isLeft: false) : .over }
    guard count > 0 else { return .over }
    lines.add(buffer[..<count])
    guard let isDone = handleLines(&requests, handle) else { return .over }
    return .read(count, isLeft: !isDone && awaited == nil)
  }

  /// Hands on whole lines; returns whether none is left, or `nil` if one is too long.
  private func handleLines(
    _ requests: inout Int, _ handle: (Result<ShieldRequest, ShieldRequestError>) -> Void
  ) -> Bool? {
    while awaited == nil {
      guard requests < Self.mostRequests else { return false }
      guard let line = lines.next() else { return lines.isTooLong ? nil : true }
      let request: Result<ShieldRequest, ShieldRequestError>
      do throws(ShieldRequestError) { request = .success(try ShieldRequest(line: line)) } catch {
        request = .failure(error)
      }
      if !Self.isPartOfOrder(request) || draft == nil { requests += 1 }
      handle(request)
    }
    return false
  }

  private static func isPartOfOrder(_ request: Result<ShieldRequest, ShieldRequestError>) -> Bool {
    switch request {
    case .success(.section), .success(.site), .success(.program), .success(.later): true
    default: false
    }
  }

  func say(_ answer: ShieldAnswer) {
    outbox += Array(answer.line.utf8) + [0x0A]
  }

  /// Sends what waits; `false` when the other end is gone or does not read.
  func flush() -> Bool {
    while !outbox.isEmpty {
      let sent = unsafe send(descriptor.number, outbox, outbox.count, Int32(MSG_NOSIGNAL))
      if sent < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN && outbox.count <= Self.longestOutbox
      }
      outbox.removeFirst(sent)
    }
    return true
  }
}
