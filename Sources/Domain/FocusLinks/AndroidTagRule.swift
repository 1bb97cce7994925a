/// What a later Android asks before a card starts an app; a forecast cannot know whether a phone and an app fulfil it.
public struct AndroidTagRule: Equatable, Sendable {
  /// The kind in kebab case.
  public let name: String
  /// The Android from which on it holds.
  public let since: Int
  /// What it means.
  public let message: String
  /// What it rests on: read in one place, not tried on a phone.
  public static let basis = "reported once"

  /// All of them, the earliest first.
  public static let all = [
    AndroidTagRule(
      name: "android-tag-intent-allowed", since: 16,
      message:
        "from Android 16 on a person can keep an app from being started by cards (Launch via NFC in the settings; an app asks isTagIntentAllowed)"
    ),
    AndroidTagRule(
      name: "android-tag-intent-permission", since: 17,
      message:
        "from Android 17 on an app that is built for it gets a card only in an activity that the permission DISPATCH_NFC_MESSAGE protects"
    ),
  ]
}

extension LinkForecast {
  /// What later Androids ask, for a card that an app there may get.
  public var androidRules: [AndroidTagRule] {
    switch android {
    case .opens, .asks: AndroidTagRule.all
    case .browser, .nothing: []
    }
  }
}
