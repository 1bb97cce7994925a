#define _GNU_SOURCE
#include "CPulse.h"
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>
#include <pulse/pulseaudio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FUNCTIONS(X)                                                                                                   \
    X(pa_mainloop_new) X(pa_mainloop_free) X(pa_mainloop_get_api) X(pa_mainloop_iterate) X(pa_mainloop_wakeup)         \
    X(pa_context_new) X(pa_context_connect) X(pa_context_disconnect) X(pa_context_unref) X(pa_context_get_state)       \
    X(pa_context_set_subscribe_callback) X(pa_context_subscribe) X(pa_context_get_source_output_info_list)             \
    X(pa_operation_unref) X(pa_stream_new_with_proplist) X(pa_stream_connect_record) X(pa_stream_connect_playback)     \
    X(pa_stream_set_read_callback) X(pa_stream_set_write_callback) X(pa_stream_set_state_callback)                     \
    X(pa_stream_get_state) X(pa_stream_peek) X(pa_stream_drop) X(pa_stream_write) X(pa_stream_drain)                   \
    X(pa_stream_disconnect) X(pa_stream_unref) X(pa_proplist_new) X(pa_proplist_sets) X(pa_proplist_gets)              \
    X(pa_proplist_free)

#define FIELD(name) __typeof__(&name) name;
static struct {
    FUNCTIONS(FIELD)
    int is_whole;
} lib;

static void load(void)
{
    void *handle = dlopen("libpulse.so.0", RTLD_LAZY | RTLD_LOCAL);
    if (!handle) return;
    int missing = 0;
#define FIND(name) if (!(lib.name = (__typeof__(&name))dlsym(handle, #name))) missing = 1;
    FUNCTIONS(FIND)
    lib.is_whole = !missing;
}

struct focuskey_sound {
    pa_mainloop *loop;
    pa_context *context;
    pa_stream *microphone, *ring;
    float *samples;
    size_t count, written;
    // What has happened and was not told yet.
    float peak;
    int has_level, microphone_lost, others, is_asking, asks_again, call_told, call_on, was_woken;
};

static void finish(pa_operation *operation)
{
    if (operation) lib.pa_operation_unref(operation);
}

focuskey_sound *focuskey_sound_open(const char *server, int *why)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    *why = FOCUSKEY_SOUND_NO_LIBRARY;
    if (!lib.is_whole) return NULL;
    *why = FOCUSKEY_SOUND_NO_SERVER;
    focuskey_sound *sound = calloc(1, sizeof *sound);
    if (!sound) return NULL;
    sound->loop = lib.pa_mainloop_new();
    sound->context = lib.pa_context_new(lib.pa_mainloop_get_api(sound->loop), "FocusKey");
    // Nobody's sound server is started for this.
    int code = lib.pa_context_connect(sound->context, server, PA_CONTEXT_NOAUTOSPAWN, NULL);
    while (code >= 0 && lib.pa_context_get_state(sound->context) != PA_CONTEXT_READY) {
        pa_context_state_t state = lib.pa_context_get_state(sound->context);
        if (state == PA_CONTEXT_FAILED || state == PA_CONTEXT_TERMINATED) code = -1;
        else if (lib.pa_mainloop_iterate(sound->loop, 1, NULL) < 0) code = -1;
    }
    if (code < 0) {
        focuskey_sound_close(sound);
        return NULL;
    }
    *why = 0;
    return sound;
}

static void drop(pa_stream **stream)
{
    if (!*stream) return;
    lib.pa_stream_set_state_callback(*stream, NULL, NULL);
    lib.pa_stream_set_read_callback(*stream, NULL, NULL);
    lib.pa_stream_set_write_callback(*stream, NULL, NULL);
    lib.pa_stream_disconnect(*stream);
    lib.pa_stream_unref(*stream);
    *stream = NULL;
}

void focuskey_sound_close(focuskey_sound *sound)
{
    focuskey_sound_silence(sound);
    drop(&sound->microphone);
    lib.pa_context_disconnect(sound->context);
    lib.pa_context_unref(sound->context);
    lib.pa_mainloop_free(sound->loop);
    free(sound);
}

// MARK: The microphone

static void on_levels(pa_stream *stream, size_t count, void *data)
{
    (void)count;
    focuskey_sound *sound = data;
    const void *piece;
    size_t length;
    while (lib.pa_stream_peek(stream, &piece, &length) >= 0 && length > 0) {
        for (size_t place = 0; piece && place + sizeof(float) <= length; place += sizeof(float)) {
            float level;
            memcpy(&level, (const char *)piece + place, sizeof level);
            level = fabsf(level);
            if (!sound->has_level || level > sound->peak) sound->peak = level;
            sound->has_level = 1;
        }
        lib.pa_stream_drop(stream);
    }
}

static void on_microphone_state(pa_stream *stream, void *data)
{
    pa_stream_state_t state = lib.pa_stream_get_state(stream);
    if (state == PA_STREAM_FAILED || state == PA_STREAM_TERMINATED) ((focuskey_sound *)data)->microphone_lost = 1;
}

int focuskey_sound_listen(focuskey_sound *sound, const char *source)
{
    focuskey_sound_unlisten(sound);
    // 25 numbers a second: the server makes peaks of the sound, and the sound stays there.
    pa_sample_spec form = {.format = PA_SAMPLE_FLOAT32NE, .rate = 25, .channels = 1};
    pa_proplist *words = lib.pa_proplist_new();
    lib.pa_proplist_sets(words, PA_PROP_MEDIA_NAME, "Level, not sound");
    sound->microphone = lib.pa_stream_new_with_proplist(sound->context, "level", &form, NULL, words);
    lib.pa_proplist_free(words);
    if (!sound->microphone) return -1;
    lib.pa_stream_set_read_callback(sound->microphone, on_levels, sound);
    lib.pa_stream_set_state_callback(sound->microphone, on_microphone_state, sound);
    pa_buffer_attr parts = {
        .maxlength = (uint32_t)-1, .tlength = (uint32_t)-1, .prebuf = (uint32_t)-1, .minreq = (uint32_t)-1,
        .fragsize = sizeof(float)};
    return lib.pa_stream_connect_record(sound->microphone, source, &parts,
                                        PA_STREAM_PEAK_DETECT | PA_STREAM_ADJUST_LATENCY);
}

void focuskey_sound_unlisten(focuskey_sound *sound)
{
    drop(&sound->microphone);
    sound->has_level = 0;
    sound->microphone_lost = 0;
}

// MARK: Calls

static void ask_who_records(focuskey_sound *sound);

static void on_recorder(pa_context *context, const pa_source_output_info *info, int is_end, void *data)
{
    (void)context;
    focuskey_sound *sound = data;
    if (is_end) {
        sound->is_asking = 0;
        if (is_end > 0 && sound->call_on != (sound->others > 0)) {
            sound->call_on = sound->others > 0;
            sound->call_told = 1;
        }
        if (sound->asks_again) ask_who_records(sound);
        return;
    }
    // What the server itself moves from one place to another (remapping, echo cancelling) has no program behind it.
    if (info->client == PA_INVALID_INDEX) return;
    // Meters record levels alone, as we do, and are not calls.
    const char *monitor = lib.pa_proplist_gets(info->proplist, "stream.monitor");
    if (monitor && strcmp(monitor, "true") == 0) return;
    if (info->resample_method && strcmp(info->resample_method, "peaks") == 0) return;
    const char *process = lib.pa_proplist_gets(info->proplist, PA_PROP_APPLICATION_PROCESS_ID);
    if (process && atoi(process) == getpid()) return;
    sound->others++;
}

static void ask_who_records(focuskey_sound *sound)
{
    if (sound->is_asking) {
        sound->asks_again = 1;
        return;
    }
    sound->is_asking = 1;
    sound->asks_again = 0;
    sound->others = 0;
    finish(lib.pa_context_get_source_output_info_list(sound->context, on_recorder, sound));
}

static void on_change(pa_context *context, pa_subscription_event_type_t kind, uint32_t index, void *data)
{
    (void)context, (void)kind, (void)index;
    ask_who_records(data);
}

void focuskey_sound_watch_calls(focuskey_sound *sound)
{
    lib.pa_context_set_subscribe_callback(sound->context, on_change, sound);
    finish(lib.pa_context_subscribe(sound->context, PA_SUBSCRIPTION_MASK_SOURCE_OUTPUT, NULL, NULL));
    // Told once at the beginning, also that there is none.
    sound->call_told = 1;
    ask_who_records(sound);
}

// MARK: The ring

static void on_wish(pa_stream *stream, size_t wished, void *data)
{
    focuskey_sound *sound = data;
    size_t left = (sound->count - sound->written) * sizeof(float);
    size_t length = wished < left ? wished : left;
    if (length > 0) {
        lib.pa_stream_write(stream, sound->samples + sound->written, length, NULL, 0, PA_SEEK_RELATIVE);
        sound->written += length / sizeof(float);
    }
    if (sound->written == sound->count) {
        lib.pa_stream_set_write_callback(stream, NULL, NULL);
        finish(lib.pa_stream_drain(stream, NULL, NULL));
    }
}

int focuskey_sound_play(focuskey_sound *sound, const float *samples, size_t count)
{
    focuskey_sound_silence(sound);
    sound->samples = malloc(count * sizeof *samples);
    if (!sound->samples) return -1;
    memcpy(sound->samples, samples, count * sizeof *samples);
    sound->count = count;
    sound->written = 0;
    pa_sample_spec form = {.format = PA_SAMPLE_FLOAT32NE, .rate = 44100, .channels = 1};
    pa_proplist *words = lib.pa_proplist_new();
    lib.pa_proplist_sets(words, PA_PROP_MEDIA_ROLE, "event");
    lib.pa_proplist_sets(words, PA_PROP_MEDIA_NAME, "Ring");
    sound->ring = lib.pa_stream_new_with_proplist(sound->context, "ring", &form, NULL, words);
    lib.pa_proplist_free(words);
    if (!sound->ring) return -1;
    lib.pa_stream_set_write_callback(sound->ring, on_wish, sound);
    // The server holds the whole tone, so that nothing cuts it when this computer is busy, and begins with its first
    // sample: it asks again after 20 ms and not, as it likes to, after most of two seconds.
    pa_buffer_attr parts = {
        .maxlength = (uint32_t)-1, .tlength = (uint32_t)(count * sizeof *samples), .prebuf = sizeof *samples,
        .minreq = (uint32_t)(form.rate / 50 * sizeof *samples), .fragsize = (uint32_t)-1};
    // Without a volume of its own a stream is as loud as its sink; the samples are softer than that already. So nothing
    // here can raise a sink or take its mute away.
    return lib.pa_stream_connect_playback(sound->ring, NULL, &parts, PA_STREAM_EARLY_REQUESTS, NULL, NULL);
}

void focuskey_sound_silence(focuskey_sound *sound)
{
    drop(&sound->ring);
    free(sound->samples);
    sound->samples = NULL;
}

// MARK: Waiting

static int next(focuskey_sound *sound, focuskey_sound_event *event)
{
    if (__atomic_exchange_n(&sound->was_woken, 0, __ATOMIC_ACQUIRE)) {
        event->kind = FOCUSKEY_SOUND_WOKEN;
        return 1;
    }
    if (sound->microphone_lost) {
        focuskey_sound_unlisten(sound);
        event->kind = FOCUSKEY_SOUND_MICROPHONE_LOST;
        return 1;
    }
    // A call that is being asked about is told when the answer is whole.
    if (sound->call_told && !sound->is_asking) {
        sound->call_told = 0;
        event->kind = FOCUSKEY_SOUND_CALL;
        event->is_on = sound->call_on;
        return 1;
    }
    if (sound->has_level) {
        sound->has_level = 0;
        event->kind = FOCUSKEY_SOUND_LEVEL;
        event->peak = sound->peak;
        return 1;
    }
    return 0;
}

focuskey_sound_event focuskey_sound_wait(focuskey_sound *sound)
{
    focuskey_sound_event event = {0};
    while (!next(sound, &event)) {
        int code = lib.pa_mainloop_iterate(sound->loop, 1, NULL);
        pa_context_state_t state = lib.pa_context_get_state(sound->context);
        if (code < 0 || state == PA_CONTEXT_FAILED || state == PA_CONTEXT_TERMINATED) {
            event.kind = FOCUSKEY_SOUND_LOST;
            return event;
        }
    }
    return event;
}

void focuskey_sound_wake(focuskey_sound *sound)
{
    __atomic_store_n(&sound->was_woken, 1, __ATOMIC_RELEASE);
    lib.pa_mainloop_wakeup(sound->loop);
}
