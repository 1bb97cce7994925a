import Glibc
import LinuxRuntime

/// The real service, started in a home of its own; it is gone when the test lets it go.
package final class RunningService {
  package let home: String
  package let program: BuiltProgram
  private let child: ChildProcess
  private var ended = false

  /// Why the service did not come up.
  package struct NotReady: Error, CustomStringConvertible {
    package let description: String
  }

  /// Starts it and waits until it says that it is ready.
  ///
  /// - Parameter environment: variables that are set otherwise than in other trials.
  package init(
    home: String, program: BuiltProgram = .focuskey, arguments: [String] = ["--reader", "simulated"],
    environment: [String: String?] = [:]
  ) throws {
    self.home = home
    self.program = program
    let pipe = try makePipe()
    let log = try Descriptor.open("\(home)/service.log", O_WRONLY | O_CREAT | O_APPEND)
    child = try ChildProcess.start(
      program.path, ["serve", "--home", home] + arguments, environment: TrialEnvironment.lines(environment),
      output: .descriptor(pipe.writing),
      errors: .descriptor(log.number))
    close(pipe.writing)
    let source = Descriptor(owning: pipe.reading)
    var octet: UInt8 = 0
    var line: [UInt8] = []
    while unsafe read(source.number, &octet, 1) == 1, octet != 0x0A { line.append(octet) }
    guard octet == 0x0A else {
      let code = child.wait()
      ended = true
      let words = (try? Files.read("\(home)/service.log")) ?? []
      throw NotReady(description: "exit \(code): \(String(decoding: words, as: UTF8.self))")
    }
  }

  /// Its process id.
  package var id: Int32 { child.id }

  /// What processors have done for it so far: what runs beside it is not in that.
  package var work: Duration {
    var (clock, time) = (clockid_t(), timespec())
    guard unsafe clock_getcpuclockid(id, &clock) == 0, unsafe clock_gettime(clock, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Says something to it as a person would.
  package func callAsFunction(_ arguments: String...) throws -> BuiltProgram.Outcome {
    try program.run(arguments + ["--home", home])
  }

  /// Pulls the plug.
  package func kill() {
    guard !ended else { return }
    child.signal(SIGKILL)
    child.wait()
    ended = true
  }

  /// Asks it to end.
  ///
  /// - Returns: its exit code.
  @discardableResult
  package func stop() -> Int32 {
    guard !ended else { return -1 }
    child.signal(SIGTERM)
    ended = true
    return child.wait()
  }

  deinit {
    kill()
  }
}
