internal import FocusSession
import Glibc
internal import Hooks
internal import LinuxRuntime

/// Runs the programs of hooks and waits for their ends on the event loop.
actor HookCommands {
  private let loop: EventLoop
  private let environment: [String]
  private var running: [Int32: Run] = [:]

  /// A program that runs.
  private struct Run {
    let child: ChildProcess
    let end: Watch
    let limit: Watch
    let continuation: CheckedContinuation<Ending, Never>
    var isCutOff = false
  }

  private struct Ending {
    let code: Int32
    let isCutOff: Bool
  }

  /// The event loop: ends arrive on its thread.
  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  init(loop: EventLoop, environment: [String]) {
    self.loop = loop
    self.environment = environment
  }

  /// Runs a program to its end: what happened is its input and is in its environment; what it says goes where ours
  /// says things.
  func run(_ words: [String], for occasion: HookEvent, within limit: Lapse) async throws(HookError) {
    guard let path = Environment.program(named: words[0]) else { throw .noProgram(words[0]) }
    let child: ChildProcess
    let descriptor: Descriptor
    do throws(SystemError) {
      let input = try Files.inMemory(occasion.line)
      // A session of its own: so it is ended with all that it started, and no terminal is within its reach.
      child = try ChildProcess.start(
        path, Array(words.dropFirst()), environment: lines(for: occasion),
        input: .descriptor(input.number), output: .descriptor(2), ownSession: true)
      descriptor = try child.descriptor()
    } catch {
      throw .notStarted(error)
    }
    let ending = await ending(of: child, descriptor.number, within: limit)
    _ = consume descriptor
    if ending.isCutOff { throw .tookTooLong(limit.milliseconds) }
    guard ending.code == 0 else { throw .ended(ending.code) }
  }

  /// The environment of a program. A name appears once: of two, some programs take the first and some the last.
  private func lines(for occasion: HookEvent) -> [String] {
    let news = occasion.environment
    let names = Set(news.map { line in line.prefix { $0 != "=" } })
    return environment.filter { line in !names.contains(line.prefix { $0 != "=" }) } + news
  }

  /// Ends everything.
  func stop() {
    for id in running.keys { cutOff(id) }
  }

  private func ending(of child: ChildProcess, _ descriptor: Int32, within limit: Lapse) async -> Ending {
    await withCheckedContinuation { continuation in
      let end = loop.watchReadable(descriptor) { [self] in assumeIsolated { $0.ended(child.id) } }
      let limit = loop.watchTime(.milliseconds(limit.milliseconds)) { [self] in assumeIsolated { $0.cutOff(child.id) } }
      running[child.id] = Run(child: child, end: end, limit: limit, continuation: continuation)
    }
  }

  private func ended(_ id: Int32) {
    guard let run = running[id], let code = run.child.outcomeIfEnded() else { return }
    running[id] = nil
    run.continuation.resume(returning: Ending(code: code, isCutOff: run.isCutOff))
  }

  private func cutOff(_ id: Int32) {
    guard let run = running[id] else { return }
    running[id]?.isCutOff = true
    run.child.signalGroup(SIGKILL)
  }
}
