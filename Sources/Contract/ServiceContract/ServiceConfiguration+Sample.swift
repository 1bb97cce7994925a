extension ServiceConfiguration {
  /// The file that `focuskey up` writes for a newcomer: every key with its meaning and its default.
  package static let sample = """
    // FocusKey's configuration. Every key is optional; the values below are the defaults.
    // It is read again when you save it; in a session, when the session is over.
    // Profiles, keys, schedules and your promise are set by commands: `focuskey profile`, `key`, `schedule`, `promise`.
    {
      // Links to these hosts, read from a card, belong to FocusKey.
      hosts: ["focuskey.app"],
      // The language of pages, notifications and answers: "auto" (what your desktop, terminal and browser ask for),
      // "en", "de", "fr", "es", "pt-BR", "ja" or "zh-Hans".
      language: "auto",
      // The port of the dashboard and of the landing pages, on this computer only; 0 turns them off.
      port: 4357,
      // The apps that may open your site's links, as `keytool aasa generate` reads them: site: "focuskey-site.json5",

      // Links of your own. A card carries only the path; its action is defined here. A part that begins with a colon
      // is text that the link carries, and parameters follow its question mark. The action runs for a card on a
      // reader, and for a link opened in a browser only with whenSoft: "acts". Use one of run, post and mqtt, as with
      // hooks below:
      //   { name: "lights", path: "/lights/:room", parameters: ["level"], run: ["/usr/local/bin/lights"] },
      routes: [],
      // What to do when something happens, in this order. Each gets the event as one line of JSON: a program reads
      // it from its input and from FOCUSKEY_EVENT and so on in its environment (no shell is involved), a web address is
      // sent it, and an MQTT broker gets it with the path as its topic (over the connection of `mqtt` below, if that is
      // the same broker and port). Each may take 10 seconds; within: "30s" changes that.
      //   { on: ["session-started", "session-ended"], run: ["notify-send", "FocusKey"] },
      //   { on: "break-started", post: "https://example.com/hook", headers: { Authorization: "Bearer ..." } },
      //   { on: "attempt", mqtt: "mqtt://broker.local/focuskey/events" },
      hooks: [],

      readers: {
        // Use PC/SC readers, which most USB readers are.
        pcsc: true,
        // Readers that only libnfc supports, such as a PN532 board: ["pn532_uart:/dev/ttyUSB0:115200"].
        libnfc: [],
        // Turn off the reader's lights and buzzer.
        silent: false,
        // Your own names for readers, matched by part of the name that `keytool readers` shows, and what a tap there
        // can do: "any" (whatever the card says), "start" (never ends anything), "stop", "break", or "desk" (cards are
        // read but do nothing).
        //   { match: "ACR122U", name: "Front door", role: "start" },
        named: [],
      },

      shield: {
        // What to do with a blocked app that is already running: "freeze" (paused without losing anything, until a
        // break or the end of the session), "ask" (asked to close, and frozen if it has not after five seconds),
        // "end" (asked to close, and ended if it has not; unsaved work is lost).
        running: "freeze",
        // What becomes of encrypted names of sites (ECH) while something is blocked: "answer" (questions that tell how
        // a name is encrypted are answered with nothing, on the whole computer, and names that are encrypted for a
        // known front are refused), "pass" (both are left alone; then a browser may open a blocked site by a name
        // that it encrypts).
        ech: "answer",
      },

      desktop: {
        // Show notifications with buttons.
        notifications: true,
        // Turn on the desktop's do-not-disturb while you focus, and restore it in breaks and afterwards.
        doNotDisturb: false,
        // Pause media players while you focus, and resume them in breaks and afterwards.
        pauseMedia: false,
        // Show FocusKey in the tray of the panel, where there is one: what it is doing, and a menu.
        tray: true,
        // From bedtime to wake time, make tonight's eye the wallpaper (GNOME, KDE, Xfce, sway), and show it on the
        // lock screen (GNOME, KDE, swaylock). In the morning yours is back.
        nightWallpaper: false,
        nightLockScreen: false,
      },

      // What FocusKey may notice while a profile with a guard is in use, or you try it out with `focuskey signals
      // --follow`. It stays here, and each is off until you turn it on.
      signals: {
        // Which app is in front: its name, never a window's title.
        front: false,
        // Whether there is keyboard or pointer input, never which.
        input: false,
        // Whether the screen is locked, and whether the computer sleeps.
        lock: false,
        // How loud it is in the room (a level, never sound), and whether a call is on.
        noise: false,
        // Which media players play.
        media: false,
        // Whether your card is on its reader.
        card: false,
      },

      phone: {
        // The port for phones that tap your cards; it is closed until `focuskey phone pair` pairs one.
        port: 4367,
        // The addresses of this computer to listen on, such as ["192.168.1.20"]. By default those that the pairing
        // code names.
        listen: [],
      },

      // Laps between two readers that are apart, as movement: the names that `named` gives them above, or those that
      // `keytool readers` shows. The first is where laps begin: laps: { between: ["desk", "hall"] },

      // The MQTT broker of your home, such as that of Home Assistant, which then knows this computer as a device: what
      // it is doing, taps as triggers, and buttons that start a session or extend it. Nothing there can end one.
      // `focuskey home setup` asks for the broker, tries it and writes it here.
      //   mqtt: {
      //     host: "localhost",
      //     port: 1883,                    // 8883 with tls
      //     tls: false,                    // authorities: "ca.pem" if your broker's certificate is signed by your own
      //     user: "focuskey", passwordFile: "mqtt.password",
      //     discovery: "homeassistant",    // false to tell Home Assistant nothing
      //     announceTags: false,           // true to tell the UIDs of cards, so that they are tags there
      //     id: "desk",                    // the name in topics; by default made from the computer's name
      //   },

      // Your other computers, once `focuskey sync` joined them.
      sync: {
        // true: a session that begins on another of them begins here too, with its blocks.
        follow: false,
        // true: a signing card (NTAG 424 DNA) that ends a session there ends the one here too.
        oneCardEndsAll: false,
        // true, on each computer that takes part: a profile, schedule, list or key that is changed on one of them
        // changes on all, once no session uses it.
        settings: false,
        // true: they also share the secret keys of cards that sign their taps.
        keys: false,
      },

      // Folders of task lists (VTODO files, such as vdirsyncer keeps) instead of the one beside FocusKey's data; a
      // last * means each folder there: tasks: { folders: ["~/.calendars/*"] },

      // NTAG 424 DNA cards that sign their taps, for keys with proof: "sun". `covers` is the parameter whose value
      // comes first in the signed text, if there is one. signingCards: [{ uid: "04DE5F1EACC040", metaKey: "32 hex
      // digits", fileKey: "32 hex digits" }],
      signingCards: [],
    }

    """
}
