
// GNOME Shell 45 and later load extensions as modules.
export default class FocusKeyFront extends Extension {
  enable() {
    this.front = new Front({ Gio, GLib, Shell });
  }

  disable() {
    this.front.end();
    this.front = null;
  }
}
