package import CardModels
import Glibc
import LinuxRuntime
import TagFormats

/// A reader with no hardware: to pcscd it is a USB device, to a test a table on which cards are put.
package final class VirtualReader: Sendable {
  /// Accidents that a test orders.
  package struct Accidents: Sendable {
    /// The card is pulled after N more commands.
    package var pulledAfter: Int?
    /// The card leaves and comes back at once during the command with this number.
    package var flickersAt: Int?
    /// The answer to the command with this number (from 0, counted since the order) is this, once.
    package var answers: [Int: [UInt8]] = [:]
    /// Each answer takes so long.
    package var delay: Duration?
    /// The card does not answer until it is pulled.
    package var isMute = false
    /// A card that was pulled makes the driver report an error instead of answering `63 00`.
    package var driverErrors = false

    package init() {}
  }

  /// What is on the reader and how it behaves.
  private struct State: Sendable {
    var model: ReaderModel
    var card: CardModel?
    var accidents = Accidents()
    var commands = 0
    var transmitted: [[UInt8]] = []
    var lost: CardModel?
    var presence: UInt8 = UInt8(ascii: "O")
    /// By the socket for requests of the same driver.
    var eventSockets: [Int32: (socket: Int32, plugging: Int)] = [:]
    /// How often it was plugged in: what talks to it since an earlier time talks to a device that is gone.
    var plugging = 0
    var listening: Int32?
    var plug: String?
    var isVanished = false
    /// The socket for requests of the driver whose pcscd lists the reader and waits for cards there.
    var watcher: Int32?
    var atrOverride: [UInt8]?
  }

  private let state: Locked<State>

  package init(_ kind: ReaderModel.Kind) {
    state = Locked(State(model: ReaderModel(kind)))
  }

  package var model: ReaderModel { state.withLock { $0.model } }
  package var plug: String? { state.withLock { $0.plug } }

  /// The commands that came through SCardTransmit.
  package var transmitted: [[UInt8]] { state.withLock { $0.transmitted } }

  /// The card that is there, as it is now.
  package var card: CardModel? { state.withLock { $0.card } }

  /// The card that an accident pulled, as it was then.
  package var lost: CardModel? { state.withLock { $0.lost } }

  /// Puts a card on the reader.
  ///
  /// - Parameters:
  ///   - atr: an answer to reset of the test's own.
  ///   - beside: the identifier of a second card that comes with it.
  package func place(_ card: CardModel, atr: [UInt8]? = nil, beside: [UInt8]? = nil) {
    state.withLock { state in
      state.model.beside = beside
      state.card = card
      state.card?.leaveField()
      state.lost = nil
      state.atrOverride = atr
      Self.announce("I", in: &state)
    }
  }

  /// Takes the card away.
  ///
  /// - Returns: the card as it is now.
  @discardableResult
  package func pull() -> CardModel? {
    state.withLock { state in
      defer {
        state.card = nil
        state.accidents.isMute = false
        Self.announce("O", in: &state)
      }
      return state.card
    }
  }

  /// Orders accidents; the count of commands begins again.
  package func order(_ change: @Sendable (inout Accidents) -> Void) {
    state.withLock { state in
      state.accidents = Accidents()
      state.commands = 0
      change(&state.accidents)
    }
  }

  /// The reader answers with errors until the next ``recover()``.
  package func trouble() { state.withLock { Self.announce("E", in: &$0) } }

  /// The reader works again.
  package func recover() { state.withLock { Self.announce($0.card == nil ? "O" : "I", in: &$0) } }

  private static func announce(_ event: Unicode.Scalar, in state: inout State) {
    state.presence = UInt8(ascii: event)
    // A reader without a plug tells of no card. pcscd, which asks its thread to end by a word that the same thread
    // takes back when a card leaves, would wait for it for ever.
    guard state.plug != nil else { return }
    var octet = state.presence
    for (socket, plugging) in state.eventSockets.values where plugging == state.plugging {
      _ = unsafe send(socket, &octet, 1, Int32(MSG_NOSIGNAL))
    }
  }
}

extension VirtualReader {
  /// Takes the connections of pcscd's driver.
  func listen(at path: String, plug: String) throws {
    unsafe unlink(path)
    let socket = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    try SocketPath(path).bind(socket)
    guard Glibc.listen(socket, 16) == 0 else { throw SystemError.last("listen", on: path) }
    let plugging = state.withLock { state in
      state.listening = socket
      state.plug = plug
      state.isVanished = false
      state.plugging += 1
      return state.plugging
    }
    startThread(named: "virtual-reader") { [weak self] in
      // A driver connects for requests first, then for events.
      var requests: Int32 = -1
      while true {
        let connection = acceptClosing(socket)
        if connection < 0 { return }
        var role: UInt8 = 0
        guard unsafe recv(connection, &role, 1, 0) == 1, let self else {
          Glibc.close(connection)
          continue
        }
        if role == UInt8(ascii: "E") {
          addEvents(connection, beside: requests, plugging)
        } else {
          requests = connection
          serve(connection, plugging)
        }
      }
    }
  }

  /// Waits until pcscd lists the reader and sees what is put on it; `false` if it does not within ten seconds.
  func isWatchedSoon() -> Bool {
    let deadline = ContinuousClock.now + .seconds(10)
    while state.withLock({ $0.watcher == nil }) {
      if ContinuousClock.now > deadline { return false }
      usleep(500)
    }
    return true
  }

  /// Takes no more drivers; the one that is there hears of no card any more and leaves by itself.
  func close() {
    state.withLock { state in
      if let socket = state.listening {
        shutdown(socket, Int32(SHUT_RDWR))
        Glibc.close(socket)
      }
      state.listening = nil
      state.plug = nil
      state.watcher = nil
    }
  }

  /// Is torn out: the driver hears nothing more but errors.
  func vanish() {
    state.withLock { state in
      state.isVanished = true
      Self.announce("Y", in: &state)
    }
    close()
  }

  private func addEvents(_ connection: Int32, beside requests: Int32, _ plugging: Int) {
    state.withLock { state in
      state.eventSockets[requests] = (connection, plugging)
      var octet = state.presence
      _ = unsafe send(connection, &octet, 1, Int32(MSG_NOSIGNAL))
    }
  }

  private func serve(_ connection: Int32, _ plugging: Int) {
    startThread(named: "virtual-card") { [weak self] in
      var message = [UInt8](repeating: 0, count: 70_000)
      while true {
        let count = unsafe recv(connection, &message, message.count, 0)
        guard count > 0, let self else { break }
        let isThere = self.state.withLock { state in
          guard state.plugging == plugging else { return false }
          if message[0] == UInt8(ascii: "W") { state.watcher = connection }
          return true
        }
        let answer = isThere ? self.answer(to: Array(message.prefix(count))) : [Fault.gone.rawValue]
        guard unsafe send(connection, answer, answer.count, Int32(MSG_NOSIGNAL)) == answer.count else { break }
      }
      let events = self?.state.withLock { state in
        if state.watcher == connection { state.watcher = nil }
        return state.eventSockets.removeValue(forKey: connection)?.socket
      }
      if let events { Glibc.close(events) }
      Glibc.close(connection)
    }
  }
}

extension VirtualReader {
  /// Codes of faults in the driver's language.
  private enum Fault: UInt8 {
    case none = 0
    case communication = 1
    case noCard = 2
    case notSupported = 4
    case gone = 5
    case power = 6
  }

  private func answer(to request: [UInt8]) -> [UInt8] {
    let (answer, delay, isMute) = state.withLock { state -> ([UInt8], Duration?, Bool) in
      if state.isVanished { return ([Fault.gone.rawValue], nil, false) }
      switch request[0] {
      case UInt8(ascii: "U"), UInt8(ascii: "R"):
        guard let card = state.card else { return ([Fault.power.rawValue], nil, false) }
        if request[0] == UInt8(ascii: "R") { _ = state.card?.answer(to: .reselect) }
        return ([0] + (state.atrOverride ?? state.model.answerToReset(of: card)), nil, false)
      case UInt8(ascii: "D"), UInt8(ascii: "W"): return ([0], nil, false)
      case UInt8(ascii: "C"):
        guard let answer = state.model.control(Array(request.dropFirst(5))) else {
          return ([Fault.notSupported.rawValue], nil, false)
        }
        return ([0] + answer, nil, false)
      default:
        let command = Array(request.dropFirst())
        return (Self.transmit(command, in: &state), state.accidents.delay, state.accidents.isMute)
      }
    }
    if let delay { usleep(UInt32(delay.components.attoseconds / 1_000_000_000_000)) }
    while isMute, state.withLock({ $0.accidents.isMute && $0.card != nil && !$0.isVanished }) { usleep(1000) }
    return answer
  }

  private static func transmit(_ command: [UInt8], in state: inout State) -> [UInt8] {
    let number = state.commands
    state.commands += 1
    state.transmitted.append(command)
    if let after = state.accidents.pulledAfter, number >= after, state.card != nil {
      state.lost = state.card
      state.card = nil
      announce("O", in: &state)
    }
    if number == state.accidents.flickersAt, state.card != nil {
      announce("O", in: &state)
      state.card?.leaveField()
      announce("I", in: &state)
      return [0x00, 0x63, 0x00]
    }
    if state.card == nil, state.accidents.driverErrors { return [Fault.communication.rawValue] }
    if let answer = state.accidents.answers.removeValue(forKey: number) { return [0] + answer }
    var card = state.card
    let answer = state.model.answer(to: command, with: &card)
    state.card = card
    return [0] + answer
  }
}

/// Accepts a connection that is not handed on to children.
private func acceptClosing(_ socket: Int32) -> Int32 {
  let connection = accept(socket, nil, nil)
  if connection >= 0 { _ = fcntl(connection, F_SETFD, FD_CLOEXEC) }
  return connection
}
