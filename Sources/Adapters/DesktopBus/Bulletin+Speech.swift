internal import FocusPorts
internal import Languages

extension Bulletin {
  func said(in speech: Speech) -> Bulletin {
    guard speech != .english else { return self }
    return Bulletin(
      subject, title: speech.say(title), text: speech.say(text),
      buttons: buttons.map { ($0.button, speech.say($0.words)) }, urgency: urgency, stays: stays)
  }
}

extension TrayFace {
  func said(in speech: Speech) -> TrayFace {
    TrayFace(
      picture: picture, title: speech.say(title),
      menu: menu.map { $0.map { Entry(speech.say($0.words), $0.action) } })
  }
}
