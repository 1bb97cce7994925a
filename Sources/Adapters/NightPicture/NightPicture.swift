internal import LinuxRuntime

/// The night's eye behind the windows and on the lock screen, where the person chose that.
///
/// What was there before is kept in a file before anything is changed, and is given back when the night is over, when
/// the service ends, and after a crash at the next start. What the person changed meanwhile stays as they have it.
package actor NightPicture {
  package struct Options: Sendable {
    package var places: Set<PicturePlace>
    /// The path of the eye's picture.
    package var picture: String
    /// The file that keeps what was there before.
    package var note: String
    /// The person's environment, as `NAME=value`.
    package var environment: [String]
    /// Finds sway's socket; a session may begin long after the service.
    package var sway: @Sendable () -> String?

    package init(
      places: Set<PicturePlace>, picture: String, note: String, environment: [String],
      sway: @escaping @Sendable () -> String?
    ) {
      self.places = places
      self.picture = picture
      self.note = note
      self.environment = environment
      self.sway = sway
    }

    func variable(_ name: String) -> String? {
      environment.first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.utf8.count + 1)) }
    }
  }

  private let thread = ThreadExecutor(named: "night picture")
  let options: Options
  let warn: @Sendable (String) -> Void
  var note: LentNote
  private var isShown = false
  private var faults: [PicturePlace: String] = [:]

  package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

  package init(_ options: Options, warn: @escaping @Sendable (String) -> Void) {
    self.options = options
    self.warn = warn
    note = LentNote(path: options.note)
  }

  deinit { thread.close() }

  /// Shows the eye where it is wanted, a redrawn one too; tries failed places again.
  package func show() {
    guard !options.places.isEmpty else { return }
    if isShown {
      redraw()
    } else {
      // What a service that crashed left behind is not the person's own.
      giveBack()
      faults = [:]
    }
    for place in PicturePlace.allCases where options.places.contains(place) && (!isShown || faults[place] != nil) {
      let why = take(place)
      if let why, why != faults[place] { warn("the night's eye: \(place.rawValue): \(why)") }
      faults[place] = why
    }
    isShown = true
  }

  package func giveBack() {
    isShown = false
    guard !note.items.isEmpty else { return }
    let left = note.items.filter { !isGivenBack($0) }
    keep(left)
    if !left.isEmpty { comeBack(tries: 1) }
  }

  /// Tries to restore again: every five seconds for a minute, then every minute for ten.
  private func comeBack(tries: Int) {
    guard tries <= 22 else { return }
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(tries <= 12 ? 5 : 60))
      await self?.giveBackWhatIsLeft(tries: tries)
    }
  }

  private func giveBackWhatIsLeft(tries: Int) {
    guard !isShown, !note.items.isEmpty else { return }
    keep(note.items.filter { !isGivenBack($0) })
    if !note.items.isEmpty { comeBack(tries: tries + 1) }
  }

  package func states() -> [PictureState] { PicturePlace.allCases.map { state(of: $0) } }

  private func state(of place: PicturePlace) -> PictureState {
    guard options.places.contains(place) else {
      let name = place == .wallpaper ? "nightWallpaper" : "nightLockScreen"
      return PictureState(
        place, .off, why: "not chosen; to use it: desktop: { \(name): true } in config.json5, then: focuskey restart")
    }
    switch desktop(for: place) {
    case .missing(let why): return PictureState(place, .unavailable, why: why)
    case .sway, .swaylock, .gnome, .kde, .xfce:
      let source = desktop(for: place).name
      guard isShown else { return PictureState(place, .off, by: source, why: "shown only at night") }
      if let fault = faults[place] { return PictureState(place, .unavailable, by: source, why: fault) }
      let isOurs = note.items.contains { $0.place == place && isStillOurs($0) }
      guard isOurs else { return PictureState(place, .off, by: source, why: "you changed it this night") }
      return PictureState(place, .inForce, by: source, why: remark(on: place))
    }
  }

  /// What a person should know of a place that shows the eye.
  private func remark(on place: PicturePlace) -> String? {
    switch desktop(for: place) {
    case .swaylock: "as it was when swaylock started, unless its command line names another picture"
    case .gnome where place == .lockScreen: "since version 3.36 GNOME shows the blurred wallpaper there instead"
    case .kde where place == .lockScreen: "as it was when the screen was locked"
    case .gnome, .kde, .xfce, .sway, .missing: nil
    }
  }

  // MARK: The desktop

  enum Desktop {
    case sway(String)
    case swaylock(LockScreenFile)
    case gnome
    case kde
    case xfce
    case missing(String)

    var name: String? {
      switch self {
      case .sway: "sway"
      case .swaylock: "swaylock"
      case .gnome: "gnome"
      case .kde: "kde"
      case .xfce: "xfce"
      case .missing: nil
      }
    }
  }

  func desktop(for place: PicturePlace) -> Desktop {
    let names = (options.variable("XDG_CURRENT_DESKTOP") ?? "").lowercased().split(separator: ":")
    if names.contains("gnome") {
      guard Files.exists(GnomeSetting.tool) else {
        return .missing("gsettings is missing; install it with: sudo apt install libglib2.0-bin")
      }
      return .gnome
    }
    if names.contains("kde") {
      guard place == .wallpaper || KDESetting.tool("kwriteconfig") != nil else {
        return .missing("kwriteconfig5 is missing; install it with: sudo apt install libkf5config-bin")
      }
      return .kde
    }
    if names.contains("xfce") {
      guard place == .wallpaper else { return .missing("Xfce's lock screens have no picture of their own") }
      guard Files.exists(XfceSetting.tool) else {
        return .missing("xfconf-query is missing; install it with: sudo apt install xfconf")
      }
      return .xfce
    }
    guard let socket = options.sway() else {
      return .missing("only GNOME, KDE, Xfce and sway let FocusKey set it")
    }
    guard PictureLoaders.knowSVG else {
      return .missing("its pictures cannot be SVG; install what is missing: sudo apt install librsvg2-common")
    }
    guard place == .lockScreen else { return .sway(socket) }
    guard Files.exists("/usr/bin/swaylock") else {
      return .missing("swaylock is missing; install it with: sudo apt install swaylock")
    }
    guard let file = LockScreenFile(variable: options.variable) else { return .missing("HOME is not set") }
    return .swaylock(file)
  }
}
