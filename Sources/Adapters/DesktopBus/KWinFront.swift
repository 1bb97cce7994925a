internal import FocusPorts
import Glibc
internal import LinuxRuntime

/// Plasma's window manager runs a script of ours that calls back over the bus at each change of the window in front;
/// the script is unloaded at the end.
final class KWinFront: BusWatcher {
  private static let kwin = "org.kde.KWin"
  private static let script = "focuskey-front"
  private static let isAway = "KWin is not running"
  private static let path = "/app/focuskey/KWinFront"
  /// Each change first reports an empty front, which counts only after this long.
  private static let patience = Duration.milliseconds(50)

  var service: (name: String, whenGone: String)? { (Self.kwin, Self.isAway) }

  private let folder: String
  private let loop: EventLoop
  private let tell: (Signal) -> Void
  private weak var connection: BusConnection?
  private var isLoaded = false
  private var emptiness: Watch?
  private var kwinOwner: String?

  init(folder: String, loop: EventLoop, tell: @escaping (Signal) -> Void) {
    self.folder = folder
    self.loop = loop
    self.tell = tell
  }

  func begin(on connection: BusConnection, _ found: @escaping (Result<String, BusError>) -> Void) {
    self.connection = connection
    connection.call(.bus("GetNameOwner", .string(Self.kwin))) { [weak self] reply in
      guard let self, let owner = (try? reply.get())?.first?.text else {
        return found(.failure(.missing(Self.isAway)))
      }
      kwinOwner = owner
      // One that a run before this left there would call somebody who is gone.
      connection.call(.scripting("unloadScript", .string(Self.script))) { [weak self] _ in
        self?.load(on: connection, found)
      }
    }
  }

  func end() {
    emptiness = nil
    guard isLoaded else { return }
    connection?.call(.scripting("unloadScript", .string(Self.script)))
    _ = unsafe unlink(file)
  }

  private var file: String { "\(folder)/\(Self.script).js" }

  private func load(on connection: BusConnection, _ found: @escaping (Result<String, BusError>) -> Void) {
    guard let name = connection.name, (try? Files.replace(file, with: Array(text(for: name).utf8))) != nil else {
      return found(.failure(.missing("the script for KWin cannot be written to \(folder)")))
    }
    connection.serve(Self.path) { [weak self] sender, member, values in
      guard member == "Front", sender == self?.kwinOwner else { return }
      self?.show(values)
    }
    connection.call(.scripting("loadScript", .string(file), .string(Self.script))) { [weak self] reply in
      guard let self, case .success(let values) = reply, let number = values.first?.whole, number >= 0 else {
        return found(.failure(.missing("KWin does not load a script")))
      }
      isLoaded = true
      // Plasma 6 has it below /Scripting, Plasma 5 at the root.
      run(["/Scripting/Script\(number)", "/\(number)"], on: connection, found)
    }
  }

  private func run(
    _ places: [String], on connection: BusConnection, _ found: @escaping (Result<String, BusError>) -> Void
  ) {
    guard let place = places.first else {
      return found(.failure(.missing("KWin does not run a script")))
    }
    let call = BusCall(destination: Self.kwin, path: place, interface: "org.kde.kwin.Script", member: "run")
    connection.call(call) { [weak self] reply in
      guard let self else { return }
      if case .success = reply { return found(.success("kde")) }
      run(Array(places.dropFirst()), on: connection, found)
    }
  }

  /// The script; it also calls its handler once itself, as only changes are reported.
  private func text(for name: String) -> String {
    """
    function tell(window) {
      callDBus("\(name)", "\(Self.path)", "app.focuskey.Front", "Front",
               window ? String(window.desktopFileName || window.resourceClass) : "",
               window ? String(window.resourceClass) : "", window ? window.pid : 0);
    }
    var changed = workspace.windowActivated || workspace.clientActivated;
    changed.connect(tell);
    tell(workspace.activeWindow || workspace.activeClient);

    """
  }

  private func show(_ values: [BusValue]) {
    let words = values.compactMap(\.text).filter { !$0.isEmpty }
    guard let first = words.first else {
      emptiness = loop.watchTime(Self.patience) { [weak self] in self?.tell(.nothingInFront) }
      return
    }
    emptiness = nil
    let id = first.hasSuffix(".desktop") ? String(first.dropLast(8)) : first
    let process = values.last?.whole.map { Int32(clamping: $0) }
    let names = [id] + words.filter { $0 != id && $0 != first }
    tell(.front(FrontApp(id: id, names: names, process: process.flatMap { $0 > 0 ? $0 : nil })))
  }
}

extension BusCall {
  fileprivate static func scripting(_ member: String, _ arguments: BusValue...) -> BusCall {
    BusCall(
      destination: "org.kde.KWin", path: "/Scripting", interface: "org.kde.kwin.Scripting", member: member,
      arguments: arguments)
  }
}
