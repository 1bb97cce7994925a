package struct TrayFace: Sendable, Equatable {
  package enum Picture: Sendable, CaseIterable {
    case idle
    case focusing
    case onBreak
    case asking
  }

  package struct Entry: Sendable, Equatable {
    package let words: String
    /// `nil` if the line only says something.
    package let action: TrayAction?

    package init(_ words: String, _ action: TrayAction? = nil) {
      (self.words, self.action) = (words, action)
    }
  }

  package let picture: Picture
  /// The line, such as `Work until 10:40`.
  package let title: String
  package let menu: [[Entry]]

  package init(picture: Picture, title: String, menu: [[Entry]]) {
    self.picture = picture
    self.title = title
    self.menu = menu
  }
}

package enum TrayAction: Sendable, Equatable {
  case start(ProfileID)
  case extend(minutes: Int)
  case press(Bulletin.Button)
  case openPage
}

package enum TrayState: String, Sendable {
  case off
  case shown
  /// There is a desktop bus and no tray on it.
  case noTray = "no-tray"
  case noDesktop = "no-desktop"
}
