internal import CommandShell
internal import ServiceAPI
internal import ServiceContract

private let url = Operand<String>(.text("URL"), "the link (default: open the dashboard)", count: .optional)
private let print = Flag("print", "print the dashboard's address; open no browser")

var openCommand: ProgramCommand {
  ProgramCommand(
    "open", "Open the dashboard, or follow a link",
    discussion: """
      Without a link the dashboard opens in the browser, which can then change settings. The link to it works once,
      for ten minutes.

      A link that was not read from a card can start a session or make it stricter, never end it.

      $ focuskey open
      $ focuskey open https://focuskey.app/start?profile=work
      """, takes: [url, print]
  ) { context throws(Failure) in
    if let url = context.invocation[url] { return try context.relay(TapRequests.open(url)) }
    let answer = try ServiceCall(context).ask(PageRequests.dashboard())
    try context.answer(ServiceAnswer(node: answer))
    if !context.wantsJSON, !context.invocation[print], let link = answer["url"]?.string { browse(to: link, context) }
    return .done
  }
}

/// Asks the desktop to show a page; people without a desktop follow the printed link.
private func browse(to link: String, _ context: CommandContext) {
  let desktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { context.surroundings.variable($0) != nil }
  guard desktop else { return }
  for folder in (context.surroundings.variable("PATH") ?? "").split(separator: ":") {
    let opener = "\(folder)/xdg-open"
    guard Files.exists(opener) else { continue }
    do throws(SystemError) {
      _ = try ChildProcess.start(opener, [link], output: .nothing, errors: .nothing, ownSession: true)
    } catch {
      context.printNote("the browser did not start: \(error.reason)")
    }
    return
  }
}
