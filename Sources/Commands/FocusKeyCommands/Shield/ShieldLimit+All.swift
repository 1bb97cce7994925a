internal import CommandSpec

extension ShieldLimit {
  /// All known ways. `Lab/limits.py` tries those that it can, so that a stopped one leaves the list.
  static func all(calling program: String) -> [ShieldLimit] { sites(program) + apps(program) + session }

  static let listing = ProgramSpec.Listing(
    "WAYS AROUND BLOCKING",
    all(calling: "sudo focuskey").map { limit in
      (limit.way, "It takes: \(limit.takes). \(limit.stop.map { "To stop it: \($0)." } ?? "Nothing stops it.")")
    })

  private static func sites(_ program: String) -> [ShieldLimit] {
    [
      ShieldLimit(
        kind: "root", area: .sites, way: "A program of root, or of another user",
        takes: "the password of an administrator, or another account",
        stop: nil),
      ShieldLimit(
        kind: "tunnel", area: .sites, way: "A VPN, Tor, an SSH tunnel or an encrypted proxy",
        takes: "an account with one, and a minute to start it",
        stop: "block the app of the VPN, or use a profile that names what is open instead of what is blocked"),
      ShieldLimit(
        kind: "encrypted-name", area: .sites, way: "A browser that encrypts the name of the site (ECH)",
        takes: """
          a key that it still has from before the session (some minutes at most), or from a resolver that is not on \
          FocusKey\u{2019}s list, and a front that is not on it either; or ech: "pass" in the configuration
          """,
        stop: "run \(program) shield install, which turns ECH off in browsers that read policies, or name what is open"),
      ShieldLimit(
        kind: "secret-resolver", area: .sites, way: "A resolver over HTTPS that is not on FocusKey\u{2019}s list",
        takes: """
          its address in the settings of the browser; by itself it tells only addresses, and how names are encrypted
          """,
        stop: "add its name to the profile, or name what is open"),
      ShieldLimit(
        kind: "fronting", area: .sites,
        way: "A connection that names another site of the same server (domain fronting)",
        takes: "a program written for it, and a server that lets it",
        stop: nil),
      ShieldLimit(
        kind: "no-name", area: .sites, way: "A connection to a bare address, without a name",
        takes: "the address, and a server that answers without a name",
        stop: "use a profile that names what is open: it refuses connections without a name"),
      ShieldLimit(
        kind: "mirror", area: .sites, way: "The same content at another name: a mirror, an archive, a translator",
        takes: "a search for one",
        stop: "add its name to the profile"),
      ShieldLimit(
        kind: "part", area: .sites, way: "A blocked part of a site, in a browser without FocusKey\u{2019}s extension",
        takes: "another browser, or to turn the extension off",
        stop: "paths: \"whole\" in the profile shuts the whole site there"),
      ShieldLimit(
        kind: "private-window", area: .sites,
        way: "A private window of a browser with FocusKey\u{2019}s extension, for sites with blocked or excepted parts",
        takes: "opening one: a browser runs no extension there unless you allow it",
        stop: "allow the extension in private windows, in the browser\u{2019}s list of extensions"),
      ShieldLimit(
        kind: "part-pretence", area: .sites,
        way: "A program that answers FocusKey as a browser\u{2019}s extension does",
        takes: "writing one; sites with blocked parts are left to it, and no others", stop: nil),
    ] + connections(program)
  }

  /// Ways around blocking that are in the connection itself.
  private static func connections(_ program: String) -> [ShieldLimit] {
    [
      ShieldLimit(
        kind: "packet-tricks", area: .sites,
        way: "A program that hides the name of the site in the way it sends packets (as ByeDPI and zapret do)",
        takes: "a trick that is not known here; the ones that are known are refused",
        stop: "use a profile that names what is open: it refuses what it cannot read"),
      ShieldLimit(
        kind: "other-protocol", area: .sites, way: "A protocol other than HTTP/1, HTTPS and QUIC",
        takes: "a server that speaks it, such as SSH or mail",
        stop: nil),
      ShieldLimit(
        kind: "quic-before", area: .sites,
        way: "QUIC at a port other than 443, in a connection that began before the session",
        takes: "a server that speaks it there, and its page left open",
        stop: nil),
      ShieldLimit(
        kind: "quic-elsewhere", area: .sites, way: "QUIC of a version that is not known here, to a port other than 443",
        takes: "a program and a server that speak it; browsers look for QUIC at port 443",
        stop: nil),
      ShieldLimit(
        kind: "relay", area: .sites, way: "A relay on this computer that another user runs",
        takes: "a program of another user that fetches pages for you",
        stop: nil),
      ShieldLimit(
        kind: "virtual-machine", area: .sites, way: "A virtual machine or container with a network of its own",
        takes: "one that is set up, and rights to start it",
        stop: "block the app that starts it"),
      ShieldLimit(
        kind: "no-helper", area: .sites, way: "Any program, where the helper is not installed",
        takes: "a browser without the extension that ignores the proxy of the desktop",
        stop: "run \(program) shield install"),
      ShieldLimit(kind: "other-device", area: .sites, way: "A phone or another computer", takes: "a hand", stop: nil),
    ]
  }

  private static func apps(_ program: String) -> [ShieldLimit] {
    [
      ShieldLimit(
        kind: "copied-app", area: .apps, way: "A copy of the app\u{2019}s program",
        takes: "cp and the new path; a copy that runs is not frozen either",
        stop: nil),
      ShieldLimit(
        kind: "loader", area: .apps, way: "The app\u{2019}s program started by the loader, or from memory",
        takes: "/lib64/ld-linux-x86-64.so.2 PROGRAM, or a program written for it (memfd)",
        stop: nil),
      ShieldLimit(
        kind: "interpreter", area: .apps, way: "A script handed to its interpreter",
        takes: "sh SCRIPT or python3 SCRIPT",
        stop: nil),
      ShieldLimit(
        kind: "shared-interpreter", area: .apps,
        way: "An app that is nothing but an interpreter with a script (Python, Java, Wine, some Electron apps)",
        takes: "starting it in a terminal; status says so when it is blocked",
        stop: nil),
      ShieldLimit(
        kind: "woken-app", area: .apps, way: "A frozen app that something resumes",
        takes: "kill -CONT; it is frozen again within a second, and ended the fourth time",
        stop: nil),
      ShieldLimit(
        kind: "entry-changed", area: .apps, way: "The menu entry of an app changed",
        takes: """
          an editor before a session, or in one with the note session-programs removed and the service started again; \
          where a package has an entry, its own counts all the same
          """,
        stop: nil),
      ShieldLimit(
        kind: "open-menu", area: .apps, way: "A running app that holds the pointer of an X11 screen",
        takes: "leaving one of its menus open; it is frozen when the menu closes",
        stop: nil),
      ShieldLimit(
        kind: "app-of-root", area: .apps, way: "The app started by root or by another user",
        takes: "the password of an administrator, or another account",
        stop: nil),
      ShieldLimit(
        kind: "app-as-site", area: .apps, way: "The app\u{2019}s own site in a browser",
        takes: "a browser", stop: "block the site too"),
      ShieldLimit(
        kind: "menu-only", area: .apps, way: "A terminal, where the helper is not installed",
        takes: "the name of the app\u{2019}s program",
        stop: "run \(program) shield install"),
    ]
  }

  private static let session = [
    ShieldLimit(
      kind: "service-stopped", area: .session, way: "The service stopped and not started again",
      takes: """
        kill -9, or systemctl --user stop focuskey; all opens 30 s later, or 4 s after the kill with one word to the \
        helper, and the gap is in the log
        """,
      stop: nil),
    ShieldLimit(
      kind: "service-halted", area: .session, way: "The service halted for some time",
      takes: "kill -STOP; all opens 30 s later until kill -CONT, and the gap is in the history",
      stop: nil),
    ShieldLimit(
      kind: "service-environment", area: .session, way: "The service started in another way",
      takes: """
        a changed unit, or a library loaded into it (LD_PRELOAD) that is written for FocusKey; another clock, and a \
        helper that root did not start, are not believed
        """,
      stop: nil),
    ShieldLimit(
      kind: "full-disk", area: .session, way: "A disk without room",
      takes: "a large file; a session that is under way is held, and nothing new is recorded until there is room",
      stop: nil),
    ShieldLimit(
      kind: "log-deleted", area: .session, way: "The log deleted, changed or put back while no service runs",
      takes: """
        stopping the service and rm, sqlite3 or an older copy; the next start says what is missing, unless the digests \
        and focuskey.sqlite-anchor are written again as well; while it runs, the log is restored
        """,
      stop: nil),
    ShieldLimit(
      kind: "log-rewound", area: .session,
      way: "The write-ahead log emptied and the service killed at the same moment",
      takes: "truncate and kill -9 in one script; the next start says what is missing",
      stop: nil),
    ShieldLimit(
      kind: "helper-removed", area: .session, way: "The helper removed, killed or cleared by root",
      takes: "the password of an administrator; a helper that systemd starts is back within a second",
      stop: nil),
    ShieldLimit(
      kind: "neighbour", area: .session, way: "Other users who take all places of the helper before a session",
      takes: "programs of more than a hundred accounts at once; status then says that it is not known what is blocked",
      stop: nil),
    ShieldLimit(
      kind: "user-id", area: .session, way: "A user id below 1,000, or of 60,000 and more",
      takes: "an account of a directory service or of systemd-homed; nothing is blocked for it, and status says so",
      stop: nil),
    ShieldLimit(
      kind: "debugger", area: .session, way: "The service changed from outside while it runs",
      takes: "a debugger of the same user, where the system allows that (kernel.yama.ptrace_scope=0)",
      stop: "set kernel.yama.ptrace_scope to 1, as Ubuntu does"),
    ShieldLimit(
      kind: "other-system", area: .session, way: "Another system started on this computer",
      takes: "a USB stick and a restart",
      stop: nil),
    ShieldLimit(
      kind: "emergency", area: .session, way: "The emergency exit and the recovery code",
      takes: "a wait and a typed sentence, a few times a month, or the printed code; both are meant",
      stop: nil),
  ]
}
