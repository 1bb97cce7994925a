package enum PicturePlace: String, Sendable, CaseIterable {
  case wallpaper
  case lockScreen = "lock-screen"
}

package struct PictureState: Sendable, Equatable {
  package enum State: String, Sendable {
    case inForce = "in-force"
    /// It does not show the eye, but could at night if chosen.
    case off
    case unavailable
  }

  package let place: PicturePlace
  package let state: State
  /// Whose setting it is: `sway`, `swaylock`, `gnome`, `kde` or `xfce`; `nil` where none was found.
  package let source: String?
  package let why: String?

  init(_ place: PicturePlace, _ state: State, by source: String? = nil, why: String? = nil) {
    self.place = place
    self.state = state
    self.source = source
    self.why = why
  }
}
