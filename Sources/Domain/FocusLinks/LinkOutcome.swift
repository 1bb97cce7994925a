/// What a device does with a link.
public enum LinkOutcome: String, Equatable, Sendable {
  /// An app takes it: FocusKey where the link is ours.
  case opens
  /// The browser shows the page behind it.
  case browser
  /// The device asks the person first: Android before it follows a web link of a card, an iPhone before it calls or
  /// writes somebody.
  case asks
  /// Nothing happens.
  case nothing
}

/// What Android does with a card beside following its link.
public enum AndroidOffer: Equatable, Sendable {
  /// It offers to join the network of a Wi-Fi record, before it looks at any other.
  case wiFi
  /// It offers to connect the device of a Bluetooth record or a handover, before it looks at any other.
  case bluetooth
  /// It hands a contact (vCard) to the app for contacts.
  case contact
  /// It starts the app that the Android Application Record names.
  case app
}

/// Whether a site's association file gives a link to the app.
public enum SiteClaim: Equatable, Sendable {
  /// A rule takes it.
  case taken
  /// A rule keeps it in the browser.
  case excluded
  /// No rule takes it.
  case notTaken
}

/// What will become of a link or of a card on the devices that people have.
public struct LinkForecast: Equatable, Sendable {
  /// On an iPhone with the app, held to the card in the background.
  public let iPhone: LinkOutcome
  /// On an iPhone without the app.
  public let iPhoneWithoutApp: LinkOutcome
  /// On an Android phone with the app.
  public let android: LinkOutcome
  /// On this computer, on a reader.
  public let desktop: LinkOutcome
  /// What to know about it, the gravest first.
  public let findings: [LinkFinding]
  /// What the link says to FocusKey, if it is ours and sound.
  public let link: FocusLink?
  /// The link that an iPhone would follow.
  public let uri: String?
}
