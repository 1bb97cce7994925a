internal import CommandShell
internal import FocusKeyService
internal import FocusPorts
internal import FocusWire
internal import Rewards
internal import ServiceContract
internal import Spelling
internal import Study
internal import SystemClock

private let folder = Operand<String>(.folder(), "the folder that you share")
private let name = Option("name", value: .text("NAME"), "your name there; your user name without it")
private let order = Option(
  "by", value: .choice("WHAT", of: Board.Order.allCases.map { $0.rawValue }), "what comes first (default: week)")
private let choice = Operand<String>(.choice("ON", of: ["on", "off"]), "share it, or no longer")
private let forGood = Flag("for-good", "never offer a board again")

var boardCommand: ProgramCommand {
  ProgramCommand(
    group: "board", "Show the week among friends",
    discussion: """
      A board is a folder that friends share by what they have: Syncthing, Nextcloud, a USB stick. Each writes one file
      there: the week's focus, points and the longest run of days without straying, signed. Nothing of apps, sites or
      tasks is in it. The signature says who wrote it, not whether it is true.

      $ focuskey board join ~/Nextcloud/focus --name ada

      $ focuskey board

      $ focuskey board leave
      """, usual: "show",
    [
      ProgramCommand("show", "Show the week among friends", takes: [order]) { context throws(Failure) in
        let now = SystemTime.wall()
        let by = context.invocation[order].flatMap { Board.Order(rawValue: $0) } ?? .week
        let answer = try context.board { (board) throws(FriendsBoard.Fault) in try board.board(at: now, by: by) }
        try context.answer(BoardAnswer(value: answer))
        return .done
      },
      ProgramCommand("join", "Join the board in a shared folder", takes: [folder, name]) { context throws(Failure) in
        let path = absolute(try context.require(folder), context)
        let own = context.invocation[name] ?? context.surroundings.variable("USER") ?? "me"
        let now = SystemTime.wall()
        let answer = try context.board { (board) throws(FriendsBoard.Fault) in
          try board.join(path, as: own, at: now)
          return try board.board(at: now)
        }
        try context.answer(BoardAnswer(value: answer))
        return .done
      },
      ProgramCommand(
        "messages", "Share which suggestions got you to move",
        discussion: """
          Friends who share it learn from each other: a suggestion that got them to move is tried sooner with you.
          The file has two numbers for each suggestion, how often you moved and how often not, and is signed.

          $ focuskey board messages on
          """, takes: [choice]
      ) { context throws(Failure) in
        let isShared = try context.require(choice) == "on"
        let now = SystemTime.wall()
        try context.board { (board) throws(FriendsBoard.Fault) in try board.shareMessages(isShared, at: now) }
        try context.answer(SharedAnswer(isShared: isShared))
        return .done
      },
      ProgramCommand("leave", "Leave the board and delete your file there", takes: [forGood]) {
        context throws(Failure) in
        let isForGood = context.invocation[forGood]
        try context.board { (board) throws(FriendsBoard.Fault) in try board.leave(forGood: isForGood) }
        try context.answer(LeftAnswer(isForGood: isForGood))
        return .done
      },
    ])
}

private struct BoardAnswer: PrintedAnswer {
  let value: JSONValue

  var json: JSONValue { value }

  var text: String {
    guard case .object(let object) = value, case .array(let lines)? = object["lines"] else { return "" }
    let rows = lines.compactMap { line -> String? in
      guard case .object(let line) = line, case .string(let name)? = line["name"],
        case .integer(let seconds)? = line["focused_seconds"], case .integer(let points)? = line["points"],
        case .bool(let isCurrent)? = line["current"], case .string(let week)? = line["week"],
        case .string(let standing)? = line["standing"], case .bool(let isMe)? = line["me"]
      else { return nil }
      let when = isCurrent ? "" : ", week of \(week)"
      let doubt = standing == "signed" ? "" : ", signed with another key than before"
      let me = isMe ? " (you)" : ""
      return "\(name)\(me): \(spokenLength(.seconds(seconds))), \(counted(Int(points), "point"))\(when)\(doubt)"
    }
    let isByPoints = object["by"] == .string(Board.Order.points.rawValue)
    let place: [String] =
      if case .integer(let place)? = object["place"] { ["You are number \(place) of \(rows.count)."] } else { [] }
    return ([isByPoints ? "All points, on trust:" : "This week, on trust:"] + rows.map { "  \($0)" } + place)
      .joined(separator: "\n")
  }
}

private struct SharedAnswer: PrintedAnswer {
  let isShared: Bool

  var json: JSONValue { ["ok": true, "shared": .bool(isShared)] }
  var text: String {
    isShared
      ? "Your friends see which suggestions got you to move, and what helped them helps you."
      : "It is not shared any more. Your file there is deleted."
  }
}

private struct LeftAnswer: PrintedAnswer {
  let isForGood: Bool

  var json: JSONValue { ["ok": true] }
  var text: String { isForGood ? "No board is offered any more." : "You left the board. Your file there is deleted." }
}

extension CommandContext {
  fileprivate func board<Value>(
    _ body: (FriendsBoard) throws(FriendsBoard.Fault) -> Value
  ) throws(Failure) -> Value {
    let board = FriendsBoard(home, try zone())
    do throws(FriendsBoard.Fault) { return try body(board) } catch {
      if case .log(let fault) = error { throw .log(fault, home) }
      throw error.failure(home)
    }
  }
}
