#pragma once

/// The folder in which this process and all programs that it starts are at home: it is made before anything else runs,
/// and gone with all that is in it when the process ends, or when the next one begins.
const char *own_places(void);

/// What the environment had before for a name; NULL where it had nothing.
const char *own_places_before(const char *name);
