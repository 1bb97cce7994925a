// What this process gives up: it sees people, so it can tell nobody but who started it.
#pragma once

// No network, no other program, no file that is made or changed; a device that is open stays open.
// Throws a Refusal where the kernel does not take it.
void confine();
