import Glibc
import LinuxRuntime

/// Connections that somebody holds open on loopback without a word: of another user, when tests run as root.
package final class LoopbackCrowd: Sendable {
  /// Whether there can be one of another user here.
  package static let canBeAnotherUser = getuid() == 0 && Files.exists("/usr/bin/setpriv")

  private let child: ChildProcess
  private let folder: TemporaryFolder

  /// Opens connections to a port. Each that is ended is counted, and with `renews` opened again.
  ///
  /// - Parameters:
  ///   - isAnotherUser: whether it is nobody who comes.
  ///   - source: the address that they come from.
  ///   - text: what each says every tenth of a second, as somebody who takes all the time of the world.
  package init(
    of count: Int, to port: UInt16, from source: String = "127.0.0.1", isAnotherUser: Bool = false,
    says text: String = "", renews: Bool = false
  ) throws {
    let folder = TemporaryFolder()
    // What another user writes to was opened by us.
    let output = try Descriptor.open(folder("ended"), O_RDWR | O_CREAT)
    let somebody = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    let command =
      (isAnotherUser ? somebody : []) + ["/usr/bin/python3", "-c", Self.program, "\(port)", "\(count)", text, source]
      + (renews ? ["renews"] : [])
    child = try ChildProcess.start(
      command[0], Array(command.dropFirst()), environment: TrialEnvironment.lines(), input: .nothing,
      output: .descriptor(output.number))
    self.folder = folder
  }

  /// How many connections were opened and how many were ended so far; `nil` before all of the first were open.
  package var counts: (opened: Int, ended: Int)? {
    let text = String(decoding: (try? Files.read(folder("ended"))) ?? [], as: UTF8.self)
    // The last line may be under way.
    let numbers = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().last?.split(separator: " ")
    guard let numbers, numbers.count == 2, let opened = Int(numbers[0]), let ended = Int(numbers[1]) else { return nil }
    return (opened, ended)
  }

  deinit { child.signal(SIGKILL) }

  private static let program = """
    import resource, select, socket, sys, time
    port, count, text, renews = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3].encode(), len(sys.argv) > 5
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, count + 64), most))
    poll, held, opened, ended = select.poll(), {}, 0, 0
    def come():
      global opened
      one = socket.create_connection(("127.0.0.1", port), source_address=(sys.argv[4], 0))
      opened += 1
      held[one.fileno()] = one
      poll.register(one, select.POLLIN)
    for _ in range(count): come()
    said = time.monotonic()
    told = 0
    while True:
      for number, _ in poll.poll(50):
        one = held[number]
        try:
          if one.recv(4096): continue
        except OSError: pass
        poll.unregister(number)
        del held[number]
        one.close()
        ended += 1
        if renews: come()
      now = time.monotonic()
      if text and now - said > 0.1:
        said = now
        for one in held.values():
          try: one.send(text)
          except OSError: pass
      if now - told > 0.05:
        told = now
        print(opened, ended, flush=True)
    """
}
