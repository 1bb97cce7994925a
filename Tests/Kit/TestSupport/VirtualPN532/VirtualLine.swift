import Glibc
import LinuxRuntime

/// The thread at the far end of the terminal: it takes frames, lets the chip react, and spoils what it is told to
/// spoil.
struct VirtualLine {
  private let wake: Int32
  private var arrived: [UInt8] = []
  private var terminal: PseudoTerminal?

  init(wake: Int32) {
    self.wake = wake
  }

  mutating func run(_ state: Locked<VirtualPN532.State>) {
    while true {
      let (current, answers, stop) = state.withLock { state in
        let answers = state.answers
        state.answers = []
        return (state.terminal, answers, state.isStopping)
      }
      if stop { break }
      if current !== terminal {
        terminal = current
        arrived = []
      }
      for answer in answers { send(PN532Frame.answer(answer), state) }
      var watched = [pollfd(fd: wake, events: Int16(POLLIN), revents: 0)]
      if let terminal { watched.append(pollfd(fd: terminal.master, events: Int16(POLLIN), revents: 0)) }
      unsafe poll(&watched, nfds_t(watched.count), -1)
      if watched[0].revents != 0 { drain(wake) }
      if watched.count > 1, watched[1].revents != 0 { take(state) }
    }
    terminal = nil
    state.withLock { state in
      state.terminal = nil
      state.hasStopped = true
    }
  }

  private func drain(_ descriptor: Int32) {
    var octets = [UInt8](repeating: 0, count: 64)
    _ = unsafe read(descriptor, &octets, octets.count)
  }

  private mutating func take(_ state: Locked<VirtualPN532.State>) {
    guard let terminal else { return }
    var octets = [UInt8](repeating: 0, count: 1024)
    let count = unsafe read(terminal.master, &octets, octets.count)
    guard count > 0 else {
      // The client hung up. The near end that we hold keeps the line alive, so this is an interruption at most.
      return
    }
    rest(octets: count, state)
    arrived += octets[..<count]
    while let frame = PN532Frame.take(from: &arrived) {
      switch frame {
      case .acknowledge: state.withLock { $0.chip.abort() }
      case .command(let command): perform(command, state)
      }
    }
  }

  private func perform(_ command: [UInt8], _ state: Locked<VirtualPN532.State>) {
    let (reaction, misdeed) = state.withLock { state in
      state.heard.append(command)
      if state.pullsAt == command[0] {
        state.pullsAt = nil
        _ = state.chip.lift()
      }
      var misdeed: VirtualPN532.Misdeed?
      if let planned = state.misdeed, command.starts(with: planned.command) {
        misdeed = planned.kind
        state.misdeed = planned.count > 1 ? (planned.kind, planned.command, planned.count - 1) : nil
      }
      if misdeed == .mute { return (PN532Chip.Reaction.waiting, misdeed) }
      let reaction = state.chip.react(to: command)
      if reaction == .waiting {
        var now = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        state.waits += 1
        state.waitingSince = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
      }
      return (reaction, misdeed)
    }
    if misdeed == .mute { return }
    var answer: [UInt8]
    switch reaction {
    case .answer(let octets):
      if case .status(let status) = misdeed {
        answer = PN532Frame.answer([octets[0], status])
      } else {
        answer = PN532Frame.answer(octets)
      }
    case .unknown: answer = PN532Frame.error
    case .waiting: answer = []
    }
    if misdeed != .noAcknowledge { send(PN532Frame.acknowledgement, state) }
    switch misdeed {
    case .noAnswer, .noAcknowledge: return
    case .halfFrame: answer = Array(answer.prefix(answer.count / 2))
    case .garbage: answer = answer.map { $0 ^ 0x5A }
    case .badChecksum where answer.count > 2: answer[answer.count - 2] ^= 0x01
    case .errorFrame: answer = PN532Frame.error
    default: break
    }
    send(answer, state)
  }

  private func send(_ octets: [UInt8], _ state: Locked<VirtualPN532.State>) {
    guard let terminal, !octets.isEmpty else { return }
    rest(octets: octets.count, state)
    try? Files.write(octets, to: terminal.master)
  }

  /// The time that octets take on a real line.
  private func rest(octets: Int, _ state: Locked<VirtualPN532.State>) {
    let nanoseconds = state.withLock(\.octetTime) * octets
    guard nanoseconds > 0 else { return }
    var time = timespec(tv_sec: nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
    unsafe nanosleep(&time, nil)
  }
}
