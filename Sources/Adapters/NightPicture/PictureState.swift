/// A place of the desktop that can show the night's eye.
package enum PicturePlace: String, Sendable, CaseIterable {
  /// Behind the windows.
  case wallpaper
  case lockScreen = "lock-screen"
}

/// How one of these places is.
package struct PictureState: Sendable, Equatable {
  /// Whether it shows the eye.
  package enum State: String, Sendable {
    /// It shows the eye now, as was just found.
    case inForce = "in-force"
    /// It does not, and could where it is chosen and night.
    case off
    /// It cannot here.
    case unavailable
  }

  package let place: PicturePlace
  /// How it is.
  package let state: State
  /// Whose setting it is: `sway`, `swaylock`, `gnome`, `kde` or `xfce`; `nil` where none was found.
  package let source: String?
  /// Why it is so, where that needs words.
  package let why: String?

  init(_ place: PicturePlace, _ state: State, by source: String? = nil, why: String? = nil) {
    self.place = place
    self.state = state
    self.source = source
    self.why = why
  }
}
