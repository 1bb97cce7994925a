internal import FocusSession
import Glibc
internal import Hooks
internal import LinuxRuntime

/// Runs the programs of hooks and waits for their ends on the event loop.
actor HookCommands {
  private let loop: EventLoop
  private let environment: [String]
  private let starter: HookStarter?
  private var running: [Int32: Run] = [:]

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

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

  init(loop: EventLoop, environment: [String], starter: HookStarter?) {
    self.loop = loop
    self.environment = environment
    self.starter = starter
  }

  /// Runs a program to its end, with the event as its input and environment; it shares our output.
  func run(_ words: [String], for occasion: HookEvent, within limit: Lapse) async throws(HookError) {
    guard let path = Environment.program(named: words[0]) else { throw .noProgram(words[0]) }
    if try await startedElsewhere(path, words, for: occasion, within: limit) { return }
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

  /// Asks the starter to run it, if there is one; returns `false` if it was not started.
  private func startedElsewhere(
    _ path: String, _ words: [String], for occasion: HookEvent, within limit: Lapse
  ) async throws(HookError) -> Bool {
    // A file that cannot be started is told best by who tries it here.
    guard let starter, unsafe access(path, X_OK) == 0, let input = try? Files.inMemory(occasion.line) else {
      return false
    }
    let outcome = await starter.run(
      HookStarter.Program(
        path: path, arguments: Array(words.dropFirst()), environment: lines(for: occasion), input: input.number,
        output: 2, limit: .milliseconds(limit.milliseconds)))
    _ = consume input
    switch outcome {
    case .ended(0): return true
    case .ended(let code): throw .ended(code)
    case .cutOff: throw .tookTooLong(limit.milliseconds)
    case .lost(let reason): throw .unreachable(reason)
    case .notStarted: return false
    }
  }

  /// A name appears once: of duplicates, some programs read the first and some the last.
  private func lines(for occasion: HookEvent) -> [String] {
    let news = occasion.environment
    let names = Set(news.map { line in line.prefix { $0 != "=" } })
    return environment.filter { line in !names.contains(line.prefix { $0 != "=" }) } + news
  }

  func stop() async {
    for id in running.keys { cutOff(id) }
    await starter?.stop()
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
