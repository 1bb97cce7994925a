import FocusLinks

/// Routes a link that the system handed in, and prints one for a card.
func focusLinksExample() throws -> String {
  let routes = RouteTable()
  guard
    case .start(let profile, let minutes, _) = try routes.parse("https://focuskey.app/start?profile=work&minutes=50")
  else { return "another link" }
  let card = try routes.print(.focus(profile: profile ?? "work"))
  return "start \(profile ?? "the last one") for \(minutes ?? 0) min; card: \(card)"
}
