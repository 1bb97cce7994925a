import Glibc
import LinuxRuntime

/// Connections that somebody holds open on loopback without a word: of another user, when tests run as root.
package final class LoopbackCrowd: Sendable {
  /// Whether there can be one of another user here.
  package static let canBeAnotherUser = getuid() == 0 && Files.exists("/usr/bin/setpriv")

  private let child: ChildProcess
  private let folder: TemporaryFolder
  private let questions: Descriptor

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
    let input = try makePipe()
    child = try ChildProcess.start(
      command[0], Array(command.dropFirst()), environment: TrialEnvironment.lines(),
      input: .descriptor(input.reading), output: .descriptor(output.number))
    close(input.reading)
    questions = Descriptor(owning: input.writing)
    self.folder = folder
  }

  /// Has one of the crowd ask something, as somebody who came from 127.0.0.1 and is in a hurry.
  ///
  /// - Returns: the status of the answer, and how often others were sent away until it came. The crowd itself asks and
  ///   counts: what else this computer does delays both.
  package func ask(_ target: String) async throws -> (status: String, meanwhile: Int)? {
    let asked = lines.count { $0.hasPrefix("answered ") }
    try Files.write("\(target)\n".utf8, to: questions.number)
    guard await eventually({ lines.count { $0.hasPrefix("answered ") } > asked }) else { return nil }
    let words = lines.last { $0.hasPrefix("answered ") }?.split(separator: " ") ?? []
    guard words.count == 3, let meanwhile = Int(words[2]) else { return nil }
    return (String(words[1]), meanwhile)
  }

  /// What it has told so far; the last line may be under way.
  private var lines: [Substring] {
    String(decoding: (try? Files.read(folder("ended"))) ?? [], as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
  }

  /// How many connections were opened and how many were ended so far; `nil` before all of the first were open.
  package var counts: (opened: Int, ended: Int)? {
    let numbers = lines.last { $0.first?.isNumber == true }?.split(separator: " ")
    guard let numbers, numbers.count == 2, let opened = Int(numbers[0]), let ended = Int(numbers[1]) else { return nil }
    return (opened, ended)
  }

  deinit { child.signal(SIGKILL) }

  private static let program = """
    import os, resource, select, socket, sys, time
    port, count, text, renews = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3].encode(), len(sys.argv) > 5
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, count + 64), most))
    poll, held, opened, ended = select.poll(), {}, 0, 0
    asking, asked, answer = None, 0, b""
    def come(source):
      one = socket.create_connection(("127.0.0.1", port), source_address=(source, 0))
      held[one.fileno()] = one
      poll.register(one, select.POLLIN)
      return one
    for _ in range(count): come(sys.argv[4])
    opened = count
    poll.register(0, select.POLLIN)
    told = said = time.monotonic()
    while True:
      for number, _ in poll.poll(50):
        if number == 0:
          target = os.read(0, 4096).decode().strip()
          if not target: sys.exit()
          asking, asked, answer = come("127.0.0.1"), ended, b""
          asking.sendall(f"GET {target} HTTP/1.1\\r\\nHost: 127.0.0.1:{port}\\r\\nConnection: close\\r\\n\\r\\n".encode())
          continue
        one = held[number]
        octets = b""
        try: octets = one.recv(4096)
        except OSError: pass
        if one is asking: answer += octets
        if octets: continue
        poll.unregister(number)
        del held[number]
        one.close()
        if one is asking:
          print("answered", (answer.split() + [b"-", b"-"])[1].decode(), ended - asked, flush=True)
          asking = None
          continue
        ended += 1
        if renews:
          come(sys.argv[4])
          opened += 1
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
