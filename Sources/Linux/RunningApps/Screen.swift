/// A screen on which programs appear, as far as a stopped program can harm it.
package protocol Screen: Sendable {
  /// Why nothing on it should be stopped just now; `nil` where nothing is in the way.
  func obstacle() -> ScreenHindrance?
}

/// Why a program is left alone although it is blocked.
package enum ScreenHindrance: Hashable, Sendable {
  /// Somebody holds the pointer or the keyboard, as an open menu does; it passes.
  case held(String)
  /// The screen cannot be asked.
  case unasked(String)

  package var words: String {
    switch self {
    case .held(let what): "\(what) of an X11 screen is grabbed, and a frozen app could keep it grabbed"
    case .unasked(let why): "cannot check whether an X11 screen would stay grabbed: \(why)"
    }
  }
}

/// The screens of several programs that are one application.
enum Screens {
  /// Why none of them should stand still just now.
  ///
  /// A sandbox may know the screen by a name of its own, under which nobody outside finds it; who started it has the
  /// real one. So a screen that answers outweighs one that does not.
  static func obstacle(of screens: some Collection<any Screen>) -> ScreenHindrance? {
    var unasked: ScreenHindrance?
    var answered = false
    for screen in screens {
      switch screen.obstacle() {
      case nil: answered = true
      case .held(let what): return .held(what)
      case .unasked(let why): unasked = .unasked(why)
      }
    }
    return answered ? nil : unasked
  }
}
