package import CardModels
import Glibc
import LinuxRuntime

/// A PN532 board at the end of a pseudo-terminal: libnfc opens it as it opens `/dev/ttyUSB0`.
///
/// `put` and `lift` move cards; `misbehave` makes it fail as boards and cables fail.
package final class VirtualPN532: Sendable {
  /// A way to fail.
  package enum Misdeed: Equatable, Sendable {
    /// It hears nothing.
    case mute
    /// It does what it is told, and its acknowledge is lost.
    case noAcknowledge
    /// It acknowledges and says no more.
    case noAnswer
    /// The first half of the answer comes.
    case halfFrame
    /// Other octets come instead of the answer.
    case garbage
    /// One bit of the answer's checksum is wrong.
    case badChecksum
    /// It says that it does not know the command.
    case errorFrame
    /// The status octet of the answer is this one; with bit 7 set, libnfc ends its process.
    case status(UInt8)
  }

  /// What a connection string names: a link to the terminal, as udev makes links to `/dev/ttyUSB0`.
  package let path: String
  /// libnfc's connection string.
  package var connection: String { "pn532_uart:\(path):115200" }

  private let state: Locked<State>
  private let wake: (reading: Int32, writing: Int32)

  struct State: Sendable {
    var chip = PN532Chip()
    var terminal: PseudoTerminal?
    var misdeed: (kind: Misdeed, command: [UInt8], count: Int)?
    var pullsAt: UInt8?
    var waits = 0
    var waitingSince: Int64 = 0
    var heard: [[UInt8]] = []
    /// Answers of the chip that came about by a card's arrival.
    var answers: [[UInt8]] = []
    /// Nanoseconds that an octet takes on the line; 0: none.
    var octetTime = 0
    var isStopping = false
    var hasStopped = false
  }

  /// A board that is plugged in, with a name in that folder.
  package init(in folder: TemporaryFolder, named name: String = "ttyNFC0", atLineSpeed: Bool = false) throws {
    path = folder(name)
    wake = try makePipe()
    // Eight bits, a start and a stop bit at 115200 baud.
    state = Locked(State(octetTime: atLineSpeed ? 86_806 : 0))
    try plugIn()
    let state = state
    let wake = wake
    startThread(named: "virtual PN532") {
      var line = VirtualLine(wake: wake.reading)
      line.run(state)
    }
  }

  deinit {
    state.withLock { $0.isStopping = true }
    ring()
    while !state.withLock(\.hasStopped) { usleep(200) }
    close(wake.reading)
    close(wake.writing)
    unsafe unlink(path)
  }

  /// Lays a card on it.
  package func put(_ card: CardModel) {
    put([card])
  }

  /// Lays several cards on it at once.
  package func put(_ cards: [CardModel]) {
    state.withLock { state in
      if let answer = state.chip.put(cards) { state.answers.append(answer) }
    }
    ring()
  }

  /// Takes the cards away when the next command with a certain code comes, before they hear it.
  ///
  /// - Parameter card: the card that a shaky hand lays down again at once: from a thread of its own, because a hand
  ///   does not wait for the test's turn.
  package func pullAtNext(_ command: UInt8, andLayAgain card: CardModel? = nil) {
    state.withLock { $0.pullsAt = command }
    guard let card else { return }
    startThread(named: "shaky hand") {
      while !self.state.withLock({ $0.pullsAt == nil || $0.isStopping }) { usleep(500) }
      self.put(card)
    }
  }

  /// Takes every card away, and gives them back with what was written to them.
  @discardableResult
  package func lift() -> [CardModel] {
    state.withLock { $0.chip.lift() }
  }

  /// Lays a card in the place of all that lie there: no look finds nothing in between.
  package func exchange(for card: CardModel) {
    state.withLock { state in
      _ = state.chip.lift()
      if let answer = state.chip.put([card]) { state.answers.append(answer) }
    }
    ring()
  }

  /// Takes one card away.
  @discardableResult
  package func lift(uid: [UInt8]) -> CardModel? {
    state.withLock { $0.chip.lift(uid: uid).first }
  }

  /// The cards as they are now.
  package var cards: [CardModel] {
    state.withLock { $0.chip.cards.map(\.model) }
  }

  /// Fails at the next `count` commands, or only at those with a certain code.
  package func misbehave(_ misdeed: Misdeed, at command: UInt8? = nil, times count: Int = 1) {
    misbehave(misdeed, atStart: command.map { [$0] } ?? [], times: count)
  }

  /// Fails at the next `count` commands that begin with these octets.
  package func misbehave(_ misdeed: Misdeed, atStart command: [UInt8], times count: Int = 1) {
    state.withLock { $0.misdeed = (misdeed, command, count) }
  }

  /// Is well again.
  package func behave() {
    state.withLock { $0.misdeed = nil }
  }

  /// Whether a misdeed is still to come.
  package var isUpToSomething: Bool {
    state.withLock { $0.misdeed != nil }
  }

  /// How often a command was left waiting for a card.
  package var waits: Int {
    state.withLock(\.waits)
  }

  /// When the last of them began to wait: nanoseconds of the clock that only goes forward.
  package var waitingSince: Int64 {
    state.withLock(\.waitingSince)
  }

  /// The commands so far, from their code on.
  package var heard: [[UInt8]] {
    state.withLock(\.heard)
  }

  /// Pulls the plug.
  package func unplug() {
    unsafe unlink(path)
    state.withLock { state in
      state.terminal = nil
      state.chip.loseEverything()
    }
    ring()
  }

  /// Puts the plug in again; the terminal behind the name may be another one.
  package func plugIn() throws {
    let terminal = try PseudoTerminal()
    unsafe unlink(path)
    let linked = unsafe symlink(terminal.slavePath, path)
    guard linked == 0 else { throw SystemError.last("symlink", on: path) }
    state.withLock { $0.terminal = terminal }
    ring()
  }

  private func ring() {
    var octet: UInt8 = 0
    _ = unsafe write(wake.writing, &octet, 1)
  }
}

/// Both ends of a pseudo-terminal; the near end is held open too, so that a client may come and go.
final class PseudoTerminal: Sendable {
  let master: Int32
  let slavePath: String
  private let slave: Int32

  // TIOCSPTLCK and TIOCGPTN of <asm-generic/ioctls.h>, which Swift cannot read.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  init() throws(SystemError) {
    let master = try Descriptor.open("/dev/ptmx", O_RDWR | O_NOCTTY).release()
    var locked: Int32 = 0
    var number: UInt32 = 0
    guard unsafe ioctl(master, Self.setLock, &locked) == 0, unsafe ioctl(master, Self.getNumber, &number) == 0 else {
      throw .last("ioctl", on: "/dev/ptmx")
    }
    slavePath = "/dev/pts/\(number)"
    slave = try Descriptor.open(slavePath, O_RDWR | O_NOCTTY).release()
    self.master = master
    for descriptor in [master, slave] { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    var settings = termios()
    unsafe tcgetattr(slave, &settings)
    unsafe cfmakeraw(&settings)
    unsafe tcsetattr(slave, TCSANOW, &settings)
  }

  deinit {
    // The far end first: only so does the client see that the line is dead.
    close(master)
    close(slave)
  }
}
