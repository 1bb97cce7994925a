
// GNOME Shell up to 44 loads extensions as scripts.
class FocusKeyFront {
  enable() {
    const { Gio, GLib, Shell } = imports.gi;
    this.front = new Front({ Gio, GLib, Shell });
  }

  disable() {
    this.front.end();
    this.front = null;
  }
}

function init() {
  return new FocusKeyFront();
}
