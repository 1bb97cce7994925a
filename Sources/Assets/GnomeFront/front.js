// Tells over the session bus which app is in front, by its id and process; a window's title is never read.

const INTERFACE = `<node>
  <interface name="app.focuskey.Front">
    <method name="Get"><arg type="s" direction="out"/><arg type="i" direction="out"/></method>
    <signal name="Changed"><arg type="s"/><arg type="i"/></signal>
  </interface>
</node>`;

class Front {
  constructor(parts) {
    const { Gio, GLib, Shell } = parts;
    this.GLib = GLib;
    this.tracker = Shell.WindowTracker.get_default();
    this.object = Gio.DBusExportedObject.wrapJSObject(INTERFACE, this);
    this.object.export(Gio.DBus.session, "/app/focuskey/Front");
    this.watch = global.display.connect("notify::focus-window", () => this.tell());
  }

  /** The app in front: its id, empty if there is none, and its process. */
  now() {
    const window = global.display.focus_window;
    if (!window) return ["", 0];
    const app = this.tracker.get_window_app(window);
    return [app?.get_id() ?? window.get_wm_class() ?? "", window.get_pid()];
  }

  Get() {
    return this.now();
  }

  tell() {
    this.object.emit_signal("Changed", new this.GLib.Variant("(si)", this.now()));
  }

  end() {
    global.display.disconnect(this.watch);
    this.object.unexport();
  }
}
