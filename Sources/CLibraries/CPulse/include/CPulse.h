// libpulse, opened when it is first needed; PipeWire speaks its protocol too. Debian: libpulse-dev.
//
// A sound server is talked to on one thread, which waits in focuskey_sound_wait(); only focuskey_sound_wake() may be
// called from another.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// A connection to a sound server.
typedef struct focuskey_sound focuskey_sound;

/// Why a sound server cannot be used.
enum {
    FOCUSKEY_SOUND_NO_LIBRARY = 1,
    FOCUSKEY_SOUND_NO_SERVER = 2,
};

/// Connects to a server by its name (NULL: the person's own); NULL and a reason where that fails.
focuskey_sound *focuskey_sound_open(const char *server, int *why);
void focuskey_sound_close(focuskey_sound *sound);

/// From now on the level of the microphone is told: the peak of each part of a second, never sound. A source by its
/// name, or NULL for the one that the person chose; 0 if it could be asked for.
int focuskey_sound_listen(focuskey_sound *sound, const char *source);
/// The microphone is let go.
void focuskey_sound_unlisten(focuskey_sound *sound);

/// From now on it is told whether another program records.
void focuskey_sound_watch_calls(focuskey_sound *sound);

/// Plays samples (one channel, 44,100 a second, -1 to 1) once, as an event sound. One that still plays is cut short.
int focuskey_sound_play(focuskey_sound *sound, const float *samples, size_t count);
/// Silence at once.
void focuskey_sound_silence(focuskey_sound *sound);

/// What has happened.
typedef enum {
    FOCUSKEY_SOUND_LEVEL = 1,
    FOCUSKEY_SOUND_CALL = 2,
    FOCUSKEY_SOUND_MICROPHONE_LOST = 3,
    FOCUSKEY_SOUND_WOKEN = 4,
    FOCUSKEY_SOUND_LOST = 5,
} focuskey_sound_kind;

typedef struct {
    focuskey_sound_kind kind;
    /// The peak, from 0 to 1; only for a level.
    float peak;
    /// Whether another program records; only for a call.
    int is_on;
} focuskey_sound_event;

/// Waits until something has happened.
focuskey_sound_event focuskey_sound_wait(focuskey_sound *sound);
/// Ends the wait that is under way, or the next one.
void focuskey_sound_wake(focuskey_sound *sound);
