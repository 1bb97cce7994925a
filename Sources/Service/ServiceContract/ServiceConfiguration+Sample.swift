extension ServiceConfiguration {
  /// The file that `focuskey up` writes for a newcomer: every key with its meaning, as it ships.
  public static let sample = """
    // FocusKey's configuration. Every key is optional; what stands here is what holds without it.
    // Profiles, keys, schedules and your promise are not here: `focuskey profile`, `key`, `schedule`, `promise`.
    {
      // The hosts whose links on cards are FocusKey's.
      hosts: ["focuskey.app"],
      // The port of the dashboard and of the pages behind links, on this computer only; 0 for none.
      port: 4357,
      // Who may claim your site's links, as `keytool aasa generate` reads it: site: "focuskey-site.json5",

      // Links of your own. A card carries only the path; what it does stands here. What begins with a colon is a text
      // that the link carries, parameters are names behind its question mark. It is done for a card on a reader, and
      // for a link that is followed in a browser only with whenSoft: "acts". One of run, post and mqtt, as with hooks
      // below:
      //   { name: "lights", path: "/lights/:room", parameters: ["level"], run: ["/usr/local/bin/lights"] },
      routes: [],
      // What is done when something happens, in this order, each with what happened as one line of JSON: a program gets
      // it as its input and as FOCUSKEY_EVENT and so on in its environment (no shell reads its words), a web address is
      // sent it, an MQTT broker gets it under the topic that is the path. Each may take 10 seconds; within: "30s" says
      // otherwise.
      //   { on: ["session-started", "session-ended"], run: ["notify-send", "FocusKey"] },
      //   { on: "break-started", post: "https://example.com/hook", headers: { Authorization: "Bearer ..." } },
      //   { on: "attempt", mqtt: "mqtt://broker.local/focuskey/events" },
      hooks: [],

      readers: {
        // Whether readers that PC/SC knows are used: most USB readers.
        pcsc: true,
        // What only libnfc reaches, such as a PN532 board: ["pn532_uart:/dev/ttyUSB0:115200"].
        libnfc: [],
        // Whether lights and buzzers stay out of it.
        silent: false,
        // Your own names for readers, by a part of the name that `keytool readers` shows, and what taps there may mean:
        // "any" (what the card says), "start" (never ends anything), "stop", "break", or "desk" (cards are seen and do
        // nothing). named: [{ match: "ACR122U", name: "Front door", role: "start" }],
        named: [],
      },

      shield: {
        // What becomes of a blocked application that is running: "freeze" (it stands still and loses nothing; a break
        // or the end lets it go on), "ask" (it is asked to close, and stands still when it has not after five seconds),
        // "end" (it is asked to close, and ended when it has not; what was not saved is lost).
        running: "freeze",
      },

      desktop: {
        // Whether notifications with buttons are shown.
        notifications: true,
        // Whether the desktop's do-not-disturb is on while you focus; it is as before in breaks and afterwards.
        doNotDisturb: false,
        // Whether players that play pause while you focus, and go on in breaks and afterwards.
        pauseMedia: false,
      },

      // NTAG 424 DNA cards that sign their taps, for keys with proof: "sun". `covers` names the parameter with whose
      // value the signed text begins, where one is signed. signingCards: [{ uid: "04DE5F1EACC040", metaKey: "32 hex
      // digits", fileKey: "32 hex digits" }],
      signingCards: [],
    }

    """
}
