internal import FocusEngine
public import FocusLinks
internal import FocusSession
public import FocusWire

extension RouteTable {
  /// What the link of a registered key asks, for those who keep keys.
  @Sendable public func meaning(of link: String) -> LinkMeaning {
    do throws(LinkError) {
      guard let ask = Intent(try parse(link)) else { return .fault("this link does not ask for anything") }
      return .ask(ask)
    } catch {
      let advice = error.advice(in: self)
      return .fault("\(advice.what): \(advice.advice)")
    }
  }
}
