import Glibc
import LinuxRuntime
import TestSupport

/// An unmodified pcscd of one's own: its socket, its configuration and its readers lie in a folder that goes with it.
///
/// pcscd takes its listening socket as descriptor 3 (socket activation), so it needs neither rights nor the system's
/// place for it. Its readers are ``VirtualReader``s, plugged in through a shim for libudev; Debian's vpcd can stand
/// beside them. A watchdog ends it and removes the folder also when this process is killed.
package final class PrivatePCSCD: Sendable {
  /// Why there is none.
  package enum Fault: Error {
    case notBuilt(String)
    case notStarted(String)
    /// It does not see a reader that was plugged in; what it said.
    case notSeen(String)
  }

  /// libpcsclite keeps the name of the socket that it saw first, so a process has one pcscd for its own calls; tests
  /// that share it run one after the other.
  package static let ofThisProcess: Result<PrivatePCSCD, any Error> = Result {
    let daemon = try PrivatePCSCD(withVPCD: true)
    unsafe setenv("PCSCLITE_CSOCK_NAME", daemon.socketPath, 1)
    return daemon
  }

  /// Whether pcscd and a C compiler are installed; tests say so and are skipped where they are not.
  package static let isInstalled =
    Files.exists("/usr/sbin/pcscd") && Files.exists("/usr/include/PCSC/ifdhandler.h")
    && Files.exists("/usr/bin/gcc")

  /// Whether Debian's vpcd is installed.
  package static let isVPCDInstalled = Files.exists("/usr/lib/pcsc/drivers/serial/libifdvpcd.so")

  struct Running: Sendable {
    var keeper: ChildProcess
    var lifeline: Int32
    var process: Int32
  }

  package let folder: String
  /// The port of vpcd's first slot; `nil` where there is none.
  package let vpcdPort: UInt16?
  private let running = Locked<Running?>(nil)
  private let plugs = Locked(0)

  /// What a client needs in its environment to find this pcscd.
  package var socketPath: String { "\(folder)/pcscd.comm" }

  /// The process id of pcscd; `nil` while it is down.
  package var process: Int32? { running.withLock { $0?.process } }

  /// Builds the driver, writes the configuration and starts pcscd.
  package init(withVPCD: Bool = false) throws {
    var template = Array("/tmp/focuskey-pcscd-XXXXXX".utf8CString)
    guard let made = unsafe mkdtemp(&template) else { throw SystemError.last("mkdtemp") }
    folder = unsafe String(cString: made)
    // It takes two ports, one a slot.
    vpcdPort = withVPCD && Self.isVPCDInstalled ? try FreePort.take(2) : nil
    let drivers = "\(folder)/plugs/drivers/focuskey.bundle/Contents"
    try Files.makeFolder("\(folder)/conf")
    try Files.makeFolder("\(drivers)/Linux")
    try Files.replace("\(drivers)/Info.plist", with: Array(ReaderLook.driverList.utf8))
    if let vpcdPort { try Files.replace("\(folder)/conf/vpcd", with: Array(Self.vpcd(on: vpcdPort).utf8)) }
    let objects = try Self.objects.get()
    try Files.replace("\(drivers)/Linux/libfocuskeyreader.so", with: objects.reader, mode: 0o755)
    try Files.replace("\(folder)/plugs.so", with: objects.plugs, mode: 0o755)
    try start()
  }

  /// Starts pcscd again after it ended.
  package func start() throws {
    let listening = try Self.listen(at: socketPath)
    defer { close(listening) }
    let (reading, writing) = try makePipe()
    defer { close(reading) }
    let keeper = try ChildProcess.start(
      "/bin/sh", ["-c", Self.keeperScript, "sh", folder], input: .descriptor(reading),
      output: .descriptor(listening), ownSession: true)
    let deadline = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < deadline {
      if let text = try? Files.read("\(folder)/pid"), let process = Int32(Self.line(text)),
        Files.exists("\(folder)/plugs/word"), isListening()
      {
        running.withLock { $0 = Running(keeper: keeper, lifeline: writing, process: process) }
        return
      }
      usleep(2000)
    }
    let log = (try? Files.read("\(folder)/log")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    close(writing)
    throw Fault.notStarted(log)
  }

  /// Ends pcscd with a signal; the readers stay plugged in for the next one.
  package func end(_ signal: Int32 = 9) {
    guard
      let was = running.withLock({ running in
        defer { running = nil }; return running
      })
    else { return }
    kill(was.process, signal)
    // The keeper waits for this line or for our end; it then waits for pcscd.
    _ = unsafe write(was.lifeline, "stay\n", 5)
    close(was.lifeline)
    was.keeper.wait()
    unsafe unlink("\(folder)/pid")
    unsafe unlink("\(folder)/plugs/word")
  }

  /// What pcscd said so far.
  package var log: String {
    (try? Files.read("\(folder)/log")).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  deinit {
    if let running = running.withLock({ $0 }) {
      close(running.lifeline)
      running.keeper.wait()
    } else {
      _ = try? ChildProcess.start("/bin/rm", ["-rf", folder]).wait()
    }
  }

  private func isListening() -> Bool {
    guard let vpcdPort else { return true }
    return (try? FreePort.isFree(vpcdPort)) == false
  }

  private static func line(_ text: [UInt8]) -> String {
    String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}

extension PrivatePCSCD {
  /// Plugs a reader in.
  ///
  /// - Parameter waits: whether to wait until pcscd lists it and sees what is put on it. One that is down finds it when
  ///   it starts.
  package func plug(_ reader: VirtualReader, waits: Bool = true) throws {
    let number = plugs.withLock { count in
      count += 1
      return count
    }
    let name = "usb-\(number)"
    try reader.listen(at: "\(folder)/\(name)", plug: name)
    let look = reader.model.look
    let lines = [look.vendor, look.product, "\(folder)/\(name)", look.interface].map { "\($0)\n" }.joined()
    try Files.replace("\(folder)/plugs/\(name)", with: Array(lines.utf8))
    tell("add \(name)")
    guard !waits || process == nil || reader.isWatchedSoon() else { throw Fault.notSeen(log) }
  }

  /// Pulls a reader out in an orderly way: the kernel says so first.
  package func unplug(_ reader: VirtualReader) {
    guard let name = reader.plug else { return }
    unsafe unlink("\(folder)/plugs/\(name)")
    tell("remove \(name)")
    reader.close()
  }

  /// Pulls a reader out while pcscd talks to it: the driver finds it gone before the kernel says so.
  package func yank(_ reader: VirtualReader) {
    guard let name = reader.plug else { return }
    reader.vanish()
    unsafe unlink("\(folder)/plugs/\(name)")
    tell("remove \(name)")
  }

  private func tell(_ word: String) {
    let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(socket) }
    var address = SocketPath("\(folder)/plugs/word").address
    _ = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe sendto(socket, word, word.utf8.count, 0, pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}

extension PrivatePCSCD {
  /// Descriptor 0 is the lifeline, 1 the listening socket. Where /run is not ours, pcscd gets a /run of its own to put
  /// its folder in.
  private static let keeperScript = """
    exec 3>&1 1>>"$1/log" 2>&1
    wrap() { exec "$@"; }
    if ! mkdir -p /run/pcscd 2>/dev/null && ! [ -d /run/pcscd ]; then
      wrap() { exec unshare -r -m sh -c 'mount -t tmpfs tmpfs /run && exec "$@"' sh "$@"; }
    fi
    ( wrap env LD_PRELOAD="$1/plugs.so" FOCUSKEY_PLUGS="$1/plugs" LISTEN_FDS=1 \\
      sh -c 'echo $$ >"$1/pid.new"; mv "$1/pid.new" "$1/pid"; LISTEN_PID=$$ exec /usr/sbin/pcscd --foreground -c "$1/conf"' \\
      sh "$1" </dev/null ) &
    P=$!
    exec 3>&-
    read -r WORD
    if [ "$WORD" != stay ]; then
      kill "$P" 2>/dev/null
      i=0; while [ -e "/proc/$P/exe" ] && [ $i -lt 40 ]; do sleep 0.05; i=$((i+1)); done
      kill -9 "$P" 2>/dev/null
      rm -rf "$1"
    fi
    wait "$P"
    """

  /// The driver and the shim, built once for each process.
  private static let objects: Result<(reader: [UInt8], plugs: [UInt8]), any Error> = Result {
    let folder = TemporaryFolder()
    try build("reader.c", into: folder("reader.so"))
    try build("plugs.c", into: folder("plugs.so"))
    return (try Files.read(folder("reader.so")), try Files.read(folder("plugs.so")))
  }

  private static func build(_ source: String, into object: String) throws {
    let here = #filePath.prefix(upTo: #filePath.lastIndex(of: "/")!)
    let compiler = try ChildProcess.start(
      "/usr/bin/gcc",
      [
        "-shared", "-fPIC", "-O1", "-std=gnu17", "-Wall", "-Wextra", "-I/usr/include/PCSC", "\(here)/Driver/\(source)",
        "-o", object, "-lpthread", "-ldl",
      ])
    guard compiler.wait() == 0 else { throw Fault.notBuilt(source) }
  }

  private static func listen(at path: String) throws -> Int32 {
    unsafe unlink(path)
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    try SocketPath(path).bind(socket)
    guard Glibc.listen(socket, 64) == 0 else { throw SystemError.last("listen", on: path) }
    return socket
  }

  private static func vpcd(on port: UInt16) -> String {
    """
    FRIENDLYNAME "Virtual PCD"
    DEVICENAME   /dev/null:\(port)
    LIBPATH      /usr/lib/pcsc/drivers/serial/libifdvpcd.so
    CHANNELID    \(port)

    """
  }
}
