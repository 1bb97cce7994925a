internal import CommandShell
internal import FocusKeyService
internal import PostgresMailbox
internal import ServiceContract
internal import Session
internal import Syncing
internal import SystemClock

private let url = Operand<String>(.text("URL"), "folder:PATH, postgresql://USER:PASSWORD@HOST/NAME, or -")
private let link = Operand<String>(.text("LINK"), "the link of sync invite or of a sheet, card, or -")
private let words = Option("words", value: .text("WORDS"), "a printed sheet's six words, or -")
private let name = Option("name", value: .text("NAME"), "this computer's name; its host name without it")

var syncCommand: ProgramCommand {
  ProgramCommand(
    group: "sync", "Send sealed records between your computers",
    discussion: """
      Your computers tell each other of their sessions through a folder that Syncthing, Nextcloud, a stick or a network
      share carries, or at once through a PostgreSQL database of your own; sync move goes from one to the other. A
      running FocusKey sends and hears by itself; a session follows the other computers, and settings are shared, if you
      choose so (sync in config.json5). Everything is sealed before it leaves this computer: the folder or the database
      shows that something was sent, when and by which device, never what.

      Others on this computer can see a command line while it runs, so give - for an address with a password, for a link
      or for words, and paste them when asked: that is one line of standard input each.

      $ focuskey sync init folder:Sync/FocusKey

      $ focuskey sync invite
      """, usual: "status",
    [
      ProgramCommand(
        "init", "Begin a household in a folder or database",
        discussion: """
          folder:PATH is a folder that is there and has no household yet; what carries it from computer to computer may be
          late, and bring files in any order. It locks nobody out: what keeps others from reading is the key.

          As the database's owner this makes the schema and a login of the household. With a login in role
          focuskey_device, where the schema is already, it takes that login and gives it a new password. Over the
          network the server has to show a certificate of its name.
          """, takes: [url, name]
      ) { context throws(Failure) in
        let (given, called) = (try context.require(url), try context.deviceName())
        let text = try context.secret(given, asking: "The address of the database:")
        let status = try context.household { (household) throws(SyncFault) in
          try household.begin(at: text, called: called)
        }
        if hasPassword(given) { context.tellSeen("the password") }
        try context.answer(HouseholdAnswer(json: status, said: context.ask(SessionRequests.status())))
        return .done
      },
      ProgramCommand(
        "schema", "Print the SQL for the database",
        discussion: """
          The owner of the database runs it once; running it again changes nothing. It needs PostgreSQL 13 or later.

          $ focuskey sync schema | psql mydatabase
          """
      ) { context throws(Failure) in
        try context.answer(MailboxSchemaAnswer(sql: PostgresMailbox.schema))
        return .done
      },
      ProgramCommand(
        "invite", "Show a link that lets one device join",
        takes: [SyncCard.card, SyncCard.digits, CardTool.reader, CardTool.timeout]
      ) { context throws(Failure) in
        if context.invocation[SyncCard.card] { return try SyncCard.invite(context) }
        let now = SystemTime.wall()
        let answer = try context.household { (household) throws(SyncFault) in try household.invite(at: now) }
        try context.answer(DeviceInvitationAnswer(json: answer))
        return .done
      },
      ProgramCommand(
        "join", "Join a household",
        discussion: """
          By the link of sync invite on a computer that is in, or by the printed sheet of sync recovery and its six
          words, which it asks for. Or by a card, for a computer without a screen to show or read a code: it writes what
          only it can use on the card and shows six digits; sync invite --card at a computer that is in asks for them and
          answers on the card; here again, the card lets this computer in and is erased.

          For a household in a folder, --url folder:PATH says where the folder is on this computer.

          $ focuskey sync join -
          $ focuskey sync join card
          """, takes: [link, name, words, SyncCard.url, CardTool.reader, CardTool.timeout]
      ) { context throws(Failure) in
        let (given, called) = (try context.require(link), try context.deviceName())
        if given == "card" { return try SyncCard.join(context, called: called) }
        let text = try context.secret(given, asking: "The link:")
        let status: JSONValue
        if Household.isSheet(text) {
          try context.household { (household) throws(SyncFault) in try household.check(sheet: text) }
          let url = context.invocation[SyncCard.url]
          let words = context.invocation[words].flatMap { $0 == "-" ? nil : $0 }
          let said: String
          if let words { said = words } else { said = try context.askForWords() }
          status = try context.household { (household) throws(SyncFault) in
            try household.join(sheet: text, words: said, called: called, url: url)
          }
          // Either alone is worth nothing.
          if words != nil, given != "-" { context.tellSeen("the sheet and its words") }
        } else {
          let now = SystemTime.wall()
          let url = context.invocation[SyncCard.url]
          status = try context.household { (household) throws(SyncFault) in
            try household.join(text, called: called, at: now, url: url)
          }
          if given != "-" { context.tellSeen("the link") }
        }
        try context.answer(HouseholdAnswer(json: status, said: context.ask(SessionRequests.status())))
        return .done
      },
      ProgramCommand("status", "Show the devices and how syncing goes") { context throws(Failure) in
        let status = try context.household { (household) throws(SyncFault) in try household.status() }
        try context.answer(HouseholdAnswer(json: status, said: context.ask(SessionRequests.status())))
        return .done
      },
      ProgramCommand("now", "Send and read now") { context throws(Failure) in
        try context.household { (household) throws(SyncFault) in try household.mustBeIn() }
        var said = context.ask(DeviceRequests.syncNow())
        let isDone = ["live", "polling"].contains(said?["sync"]?["state"]?.string)
        let now = SystemTime.wall()
        let status = try context.household { (household) throws(SyncFault) in
          isDone ? try household.status() : try household.sync(at: now)
        }
        // A service that waits for its next try hears that there is a server again.
        if !isDone { said = context.ask(DeviceRequests.syncNow()) }
        try context.answer(HouseholdAnswer(json: status, said: said))
        return .done
      },
      ProgramCommand(
        "leave", "Leave the household",
        discussion: """
          This device sends nothing more, and deletes its keys and what it heard. What it sent stays with the others.
          """
      ) { context throws(Failure) in
        let isTold = try context.household { (household) throws(SyncFault) in try household.leave() }
        try context.answer(LeftHouseholdAnswer(isTold: isTold))
        return .done
      },
    ] + syncDeviceCommands + [syncRecoveryCommand, syncForgetCommand])
}

func hasPassword(_ url: String) -> Bool {
  let user = url.split(separator: "@").dropLast().joined(separator: "@")
  return user.dropFirst("postgresql://".count).contains(":") || url.includes("password=")
}

extension CommandContext {
  func household<Value>(
    _ body: (Household) throws(SyncFault) -> Value
  ) throws(Failure) -> Value {
    let household = Household(home, try zone())
    return try renaming({ Failure.sync($0, home) }, body(household))
  }

  /// Asks a running service; `nil` without one.
  fileprivate func ask(_ request: SentRequest) -> JSONNode? { try? ServiceCall(self).ask(request) }

  fileprivate func deviceName() throws(Failure) -> String? {
    guard let wish = invocation[name] else { return nil }
    return try checked(deviceName: wish)
  }

  /// Checks a name that other devices should show.
  func checked(deviceName wish: String) throws(Failure) -> String {
    guard Household.isName(wish) else { throw .sync(.badName(wish), home) }
    return wish
  }
}
