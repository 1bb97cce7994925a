package import FocusLinks
package import FocusWire

extension RouteTable {
  /// What the link of a registered key asks for.
  @Sendable package func meaning(of link: String) -> LinkMeaning {
    do throws(LinkError) {
      guard let ask = Intent(try parse(link)) else { return .fault("this link does not ask for anything") }
      return .ask(ask)
    } catch {
      let advice = error.advice(in: self)
      return .fault("\(advice.what): \(advice.advice)")
    }
  }
}
