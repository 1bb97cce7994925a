/// The drawing by which people tell a profile from others at a glance.
public enum ProfileIcon: String, Equatable, Sendable, CaseIterable {
  /// A briefcase.
  case work
  /// An open book.
  case study
  /// A moon.
  case sleep
  /// A pen.
  case write
  /// Angle brackets.
  case code
  /// A star of four points.
  case deep
  /// A flask.
  case lab
  /// A brush.
  case art
  /// Notes.
  case music
  /// A letter.
  case mail
  /// A dumbbell.
  case sport
  /// A house.
  case home
  /// A heart.
  case heart
  /// A ring with a dot.
  case other
}
