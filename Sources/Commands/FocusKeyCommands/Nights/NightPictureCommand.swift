internal import CommandShell
internal import ServiceContract
internal import Session

var nightPictureCommand: ProgramCommand {
  ProgramCommand(
    "picture", "Show where tonight's eye appears",
    discussion: """
      From bedtime to wake time the desktop can show tonight's eye as wallpaper (GNOME, KDE, Xfce, sway) and on the lock
      screen (GNOME, KDE, swaylock). You choose both in config.json5: desktop: { nightWallpaper: true, nightLockScreen: true }. Your
      own pictures are back in the morning, when the service stops, and after a crash when it starts again. What you
      change in the meantime stays as it is.
      """
  ) { context throws(Failure) in
    let answer = try ServiceCall(context).ask(SessionRequests.status())
    try context.answer(PicturesAnswer(places: answer["night_pictures"]?.array ?? []))
    return .done
  }
}

private struct PicturesAnswer: PrintedAnswer {
  let places: [JSONNode]

  private static let names = ["wallpaper": "Wallpaper", "lock-screen": "Lock screen"]
  private static let words = ["in-force": "in force"]

  var json: JSONValue { ["ok": true, "pictures": .array(places.map { $0.value })] }

  var text: String {
    places.map { place in
      let name = place["place"]?.string ?? ""
      let state = place["state"]?.string ?? ""
      var line = "\(Self.names[name] ?? name): \(Self.words[state] ?? state)"
      if let source = place["source"]?.string { line += " (\(source))" }
      if let why = place["why"]?.string { line += ": \(why)" }
      return line
    }.joined(separator: "\n")
  }
}
