import LinuxRuntime
import RealParts
import TestSupport
import Testing

/// The question whether to end, answered by every mouth that may: the real service, a real notification daemon, the API
/// that the page uses.
@Suite(.realParts, .serialized, .timeLimit(.minutes(5))) struct QuestionTests {
  /// Who answers.
  enum Mouth: CaseIterable { case notification, dashboard, commandLine, stopKey }

  /// What is answered, and the state that follows.
  enum Reply: String, CaseIterable {
    case end, keep, pause

    var state: String {
      switch self {
      case .end: "idle"
      case .keep: "focusing"
      case .pause: "break"
      }
    }

    /// The words on the notification's button.
    var button: String {
      switch self {
      case .end: "End it"
      case .keep: "Keep going"
      case .pause: "Take a break"
      }
    }

    /// The verb of the command line and of the API.
    var verb: String {
      switch self {
      case .end: "confirm"
      case .keep: "keep"
      case .pause: "break"
      }
    }
  }

  let folder = TemporaryFolder()

  @Test(
    """
    It is answered by: the notification's buttons, the dashboard, `focuskey confirm|keep|break`, or **a second tap of a stop-capable \
    key after the wait**
    """,
    arguments: Mouth.allCases)
  func answered(mouth: Mouth) async throws {
    let bus = try PrivateBus(in: folder)
    let dunst = try Dunst(on: bus, in: folder)
    let desk = try DashboardAPITests.Desk(environment: bus.variables)
    let service = desk.service
    #expect(try service("key", "add", "desk", "--uid", "04A1B2C3D4E580").exitCode == 0)
    let rules = "{question: {wait: '1s', closes: '60s'}, breaks: {}}"
    #expect(try service("profile", "edit", "work", "--set", rules).exitCode == 0)
    let cookie = try await desk.cookie()
    // A tap of a stop-capable key says one thing only.
    for reply in mouth == .stopKey ? [.end] : Reply.allCases {
      func isAnswered() throws -> Bool {
        let status = try service("status", "--json").output
        return status.contains(#""question":null"#) && status.contains(#""state":"\#(reply.state)""#)
      }
      if try service("status", "--format", "plain").output == "idle\n" {
        #expect(try service("start", "work").exitCode == 0)
      }
      #expect(try service("stop").exitCode == 0)
      #expect(try service("status", "--json").output.contains(#""question":{"#))
      if mouth == .notification {
        #expect(try await eventually(within: .seconds(20)) { try dunst.press(reply.button) })
      }
      let isHeard = try await eventually(within: .seconds(20)) {
        switch mouth {
        case .notification: break
        case .dashboard: _ = await desk.command(#"{"command":"\#(reply.verb)"}"#, cookie: cookie)
        case .commandLine: _ = try service(reply.verb)
        case .stopKey:
          // Tapping early begins the wait again, so the person waits first.
          try? await Task.sleep(for: .milliseconds(1200))
          _ = try service("tap", "--uid", "04A1B2C3D4E580")
        }
        return try isAnswered()
      }
      #expect(isHeard, "\(mouth), \(reply)")
      if reply == .pause { #expect(try service("resume").exitCode == 0) }
    }
  }

  @Test func askedTwiceItSaysWhenItCanBeAnswered() throws {
    let service = try RunningService(home: folder.path)
    #expect(try service("start", "work").exitCode == 0)
    #expect(try service("stop").output.hasPrefix("End this session? You can answer in 5 s; "))
    let again = try service("stop")
    #expect(again.exitCode == 0)
    #expect(
      again.output.hasPrefix("Already asked: you can end in ") && again.output.hasSuffix(" s.\n"), "\(again.output)")
    let early = try service("confirm")
    #expect(early.exitCode == 1)
    #expect(early.errors.hasPrefix("focuskey: you cannot end the session yet; possible in "), "\(early.errors)")
  }
}
