// Holds the pointer or the keyboard of an X11 screen when it is told to, as an open menu does, and says what became of
// it.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xcb/xcb.h>

int main(int count, char **words)
{
    int is_pointer = count > 1 && strcmp(words[1], "pointer") == 0;
    if (count > 2) signal(SIGTERM, SIG_IGN);
    xcb_connection_t *screen = xcb_connect(NULL, NULL);
    if (xcb_connection_has_error(screen)) return 1;
    xcb_window_t root = xcb_setup_roots_iterator(xcb_get_setup(screen)).data->root;
    char line[64];
    while (fgets(line, sizeof line, stdin)) {
        int status = -1;
        if (strcmp(line, "free\n") == 0) {
            is_pointer ? xcb_ungrab_pointer(screen, 0) : xcb_ungrab_keyboard(screen, 0);
            // An answer to anything says that all before it is done.
            free(xcb_get_input_focus_reply(screen, xcb_get_input_focus(screen), NULL));
        } else if (is_pointer) {
            xcb_grab_pointer_reply_t *reply =
                xcb_grab_pointer_reply(screen, xcb_grab_pointer(screen, 0, root, 0, 1, 1, 0, 0, 0), NULL);
            status = reply ? reply->status : -2;
            free(reply);
        } else {
            xcb_grab_keyboard_reply_t *reply =
                xcb_grab_keyboard_reply(screen, xcb_grab_keyboard(screen, 0, root, 0, 1, 1), NULL);
            status = reply ? reply->status : -2;
            free(reply);
        }
        puts(status == -1 ? "free" : status == 0 ? "held" : "refused");
        fflush(stdout);
    }
    return 0;
}
