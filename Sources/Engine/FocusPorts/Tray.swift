package import FocusSession

/// What the desktop's tray shows of FocusKey: a picture, a line, and a menu.
package struct TrayFace: Sendable, Equatable {
  package enum Picture: Sendable, CaseIterable {
    /// No session is under way.
    case idle
    /// A session is under way.
    case focusing
    /// A break is under way.
    case onBreak
    /// A question waits for an answer.
    case asking
  }

  /// A line of the menu.
  package struct Entry: Sendable, Equatable {
    package let words: String
    /// What it does; `nil` where it only says something.
    package let action: TrayAction?

    /// A line of the menu.
    package init(_ words: String, _ action: TrayAction? = nil) {
      (self.words, self.action) = (words, action)
    }
  }

  package let picture: Picture
  /// The line, such as `Work until 10:40`.
  package let title: String
  /// The menu, in groups.
  package let menu: [[Entry]]

  /// A face.
  package init(picture: Picture, title: String, menu: [[Entry]]) {
    self.picture = picture
    self.title = title
    self.menu = menu
  }
}

/// What can be chosen in the tray's menu.
package enum TrayAction: Sendable, Equatable {
  /// Start a session of that profile.
  case start(ProfileID)
  /// Move the planned end out by that many minutes.
  case extend(minutes: Int)
  /// A button that notifications have, too.
  case press(Bulletin.Button)
  /// Show the page.
  case openPage
}

/// How the tray is here.
package enum TrayState: String, Sendable {
  /// It was not asked for.
  case off
  /// The desktop shows it.
  case shown
  /// There is a desktop bus and no tray on it.
  case noTray = "no-tray"
  /// There is no desktop bus.
  case noDesktop = "no-desktop"
}
