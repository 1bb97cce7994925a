internal import FeaturePorts
internal import NightPicture
internal import ScreenSignals

extension NightPicture {
  static func ofThisDesktop(
    _ home: Home, _ wanted: ServiceConfiguration.Desktop, _ words: ServiceLog
  ) -> NightPicture {
    var places: Set<PicturePlace> = []
    if wanted.eyeIsWallpaper { places.insert(.wallpaper) }
    if wanted.eyeIsOnLockScreen { places.insert(.lockScreen) }
    let options = Options(
      places: places, picture: home.eye, note: home.pictureNote, environment: Environment.lines,
      sway: { ScreenSignals.Session.found { Environment[$0] }.sway })
    return NightPicture(options) { words.write(.warning, $0) }
  }

  var json: JSONValue {
    .array(
      states().map { state in
        .members([
          "place": .string(state.place.rawValue), "state": .string(state.state.rawValue),
          "source": state.source.map { .string($0) }, "why": state.why.map { .string($0) },
        ])
      })
  }
}
