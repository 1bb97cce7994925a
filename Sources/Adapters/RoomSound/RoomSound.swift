package import FocusPorts
import Glibc
internal import LinuxRuntime

/// The room's sound: how loud it is, whether a call is on, and the ring. It speaks to PulseAudio, or to PipeWire by the
/// same protocol.
///
/// The microphone gives levels alone, and only while somebody wants them; the desktop shows that it is in use, rightly.
package actor RoomSound: SignalSource, Ringer {
  package struct Options: Sendable {
    /// The server's address; `nil` for the person's own.
    package var server: String?
    /// The microphone's name; `nil` for the one that they chose.
    package var source: String?
    /// The file that records how quiet the quiet room is.
    package var note: String

    package init(server: String? = nil, source: String? = nil, note: String) {
      self.server = server
      self.source = source
      self.note = note
    }
  }

  package enum CalibrationError: Error, Sendable, Equatable {
    /// There is no sound server, or no library for it.
    case noSound(String)
    case noMicrophone
  }

  private static let softest = -12000

  private let options: Options
  private let stream: AsyncStream<SignalNews>
  private let news: AsyncStream<SignalNews>.Continuation
  private var thread: SoundThread?
  private var listener: Task<Void, Never>?
  private var loudness: Loudness?
  private var isCall = false
  /// Whether the server has said who records; `waiting` continues once it has.
  private var isCallKnown = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package init(_ options: Options) {
    self.options = options
    (stream, news) = AsyncStream.makeStream(of: SignalNews.self)
  }

  /// Starts measuring; without an earlier calibration in quiet, noise is unavailable.
  package func open(_ wanted: Set<SignalName>) async -> [SignalState] {
    guard wanted.contains(.noise) else { return [] }
    guard let base = Self.base(notedAt: options.note) else {
      return [
        SignalState(
          .noise, .unavailable,
          why: "the room was not measured yet; keep quiet for 10 seconds and run: focuskey signals --calibrate")
      ]
    }
    if let why = await connect() { return [SignalState(.noise, .unavailable, why: why)] }
    loudness = Loudness(base: base)
    thread?.ask(.watchCalls)
    thread?.ask(.listen)
    return [SignalState(.noise, .inForce, by: "pulse")]
  }

  package nonisolated func signals() -> AsyncStream<SignalNews> { stream }

  package func close() {
    thread?.ask(.end)
    thread = nil
    knowCalls()
    listener?.cancel()
    news.finish()
  }

  // MARK: The ring

  /// Rings once at that volume, in percent of the sink's; not while another program records.
  package func ring(volume: Int) async {
    if thread == nil, await connect() != nil { return }
    if !isCallKnown {
      thread?.ask(.watchCalls)
      await withCheckedContinuation { waiting.append($0) }
    }
    guard !isCall else { return }
    thread?.ask(.play(Tone.samples(volume: volume)))
  }

  package func stop() { thread?.ask(.silence) }

  /// Whether another program records.
  package func isCallOn() async -> Bool { isCall }

  // MARK: Calibration

  /// Measures for ten seconds and keeps the level; returns it in 0.01 dB below full scale.
  package static func calibrate(_ options: Options) async throws(CalibrationError) -> Int {
    let (levels, continuation) = AsyncStream.makeStream(of: Level?.self)
    let thread = SoundThread(server: options.server, source: options.source)
    let why = await thread.open { event in
      switch event {
      case .level(let peak): continuation.yield(level(of: peak))
      case .microphoneLost, .lost: continuation.yield(nil)
      case .call: break
      }
    }
    if let why { throw .noSound(why) }
    defer { thread.ask(.end) }
    thread.ask(.listen)
    var calibration = Calibration()
    for await level in levels {
      guard let level else { throw .noMicrophone }
      guard let base = calibration.heed(level, at: SinceBoot.milliseconds) else { continue }
      // Kept as text, so that a person can see it and set it.
      try? Files.replace(options.note, with: Array("\(base.hundredths)\n".utf8))
      return base.hundredths
    }
    throw .noMicrophone
  }

  /// How quiet the quiet room was; `nil` if it was never measured.
  private static func base(notedAt path: String) -> Level? {
    guard let octets = try? Files.read(path, limit: 64) else { return nil }
    let text = String(decoding: octets, as: UTF8.self).filter { !$0.isWhitespace }
    guard let hundredths = Int(text), (softest...0).contains(hundredths) else { return nil }
    return Level(hundredths: hundredths)
  }

  private static func level(of peak: Float) -> Level {
    guard peak > 0 else { return .silence }
    return Level(hundredths: max(softest, Int((2000 * log10(Double(peak))).rounded())))
  }

  // MARK: The server

  private func connect() async -> String? {
    guard thread == nil else { return nil }
    let (events, continuation) = AsyncStream.makeStream(of: (SoundThread.Event, Int64).self)
    let made = SoundThread(server: options.server, source: options.source)
    if let why = await made.open({ continuation.yield(($0, SinceBoot.milliseconds)) }) { return why }
    thread = made
    listener = Task { [weak self] in
      for await (event, moment) in events { await self?.heed(event, at: moment) }
    }
    return nil
  }

  private func heed(_ event: SoundThread.Event, at moment: Int64) {
    switch event {
    case .level(let peak):
      guard let isLoud = loudness?.heed(Self.level(of: peak), at: moment) else { return }
      news.yield(.noticed(.loud(isLoud), at: moment))
    case .call(let isOn):
      isCall = isOn
      knowCalls()
      news.yield(.noticed(.call(isOn), at: moment))
    case .microphoneLost: lose("the microphone is gone", at: moment)
    case .lost:
      thread = nil
      isCall = false
      knowCalls()
      isCallKnown = false
      lose("the sound server is gone", at: moment)
    }
  }

  private func knowCalls() {
    isCallKnown = true
    for one in waiting { one.resume() }
    waiting = []
  }

  /// Also ends a loud phase: noise that is not measured must not count against anybody.
  private func lose(_ why: String, at moment: Int64) {
    if loudness?.isLoud == true { news.yield(.noticed(.loud(false), at: moment)) }
    loudness = nil
    news.yield(.state(SignalState(.noise, .unavailable, why: why)))
  }
}
