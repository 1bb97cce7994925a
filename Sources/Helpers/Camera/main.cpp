// focuskey-camera: the joints of a person before the camera, a line of JSON for each picture.
//
// Pictures are looked at and forgotten: nothing is written to disk, nothing leaves this process but the lines.
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <unistd.h>
#include <utility>

#include "Checksum.h"
#include "Confinement.h"
#include "Person.h"
#include "Pictures.h"

#ifndef MODEL_SHA256
#error "the checksum of the model is given by Sources/Setup/camera.sh"
#endif

namespace {

constexpr int usage = 64, badData = 65, unavailable = 69;
// Cameras are asked for as many pictures a second; with fewer, quick repetitions are missed.
constexpr int perSecond = 15;

struct Wishes {
    std::string device = "/dev/video0", frames, model;
};

// The folder of this program, wherever it was started from.
std::string ownFolder() {
    char path[4096];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    if (length <= 0) return ".";
    const std::string own(path, size_t(length));
    return own.substr(0, own.rfind('/'));
}

bool read(int count, char **words, Wishes &wishes) {
    for (int place = 1; place < count; place += 2) {
        const std::string name = words[place];
        if (place + 1 == count) return false;
        const char *value = words[place + 1];
        if (name == "--device") {
            wishes.device = value;
        } else if (name == "--frames") {
            wishes.frames = value;
        } else if (name == "--model") {
            wishes.model = value;
        } else {
            return false;
        }
    }
    if (wishes.model.empty()) wishes.model = ownFolder() + "/../share/focuskey-camera/pose.onnx";
    return true;
}

std::string checkedModel(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw Refusal{"the model is missing", path, "build the package focuskey-camera with Sources/Setup/camera.sh"};
    }
    std::string octets((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (sha256(octets) != MODEL_SHA256) throw Refusal{"the model is not the one that was checked", path, "build it again"};
    return octets;
}

void tell(double time, const std::optional<Joints> &joints) {
    if (!joints) {
        printf("{\"t\":%.3f,\"xy\":null,\"c\":null}\n", time);
    } else {
        printf("{\"t\":%.3f,\"xy\":[", time);
        const char *comma = "";
        for (const Joint &joint : *joints) printf("%s[%.1f,%.1f]", std::exchange(comma, ","), joint.x, joint.y);
        printf("],\"c\":[");
        comma = "";
        for (const Joint &joint : *joints) printf("%s%.3f", std::exchange(comma, ","), joint.confidence);
        printf("]}\n");
    }
    // Nobody listens any more: the set is over.
    if (fflush(stdout) != 0) exit(0);
}

void work(const Wishes &wishes) {
    std::string model = checkedModel(wishes.model);
    auto pictures =
        wishes.frames.empty() ? openCamera(wishes.device, perSecond) : openFrames(wishes.frames, perSecond);
    confine();
    Person person(model);
    // The reader has taken what it needs.
    std::string().swap(model);
    printf("{\"joints\":[");
    const char *comma = "";
    for (const char *name : jointNames) printf("%s\"%s\"", std::exchange(comma, ","), name);
    printf("]}\n");
    cv::Mat picture;
    double time = 0;
    while (pictures->next(picture, time)) tell(time, person.find(picture));
}

} // namespace

int main(int count, char **words) {
    signal(SIGPIPE, SIG_IGN);
    Wishes wishes;
    if (!read(count, words, wishes)) {
        fprintf(stderr, "usage: focuskey-camera [--model FILE] [--device /dev/videoN | --frames FILE_OR_FOLDER]\n");
        return usage;
    }
    try {
        work(wishes);
    } catch (const Refusal &refusal) {
        fprintf(stderr, "focuskey-camera: %s: %s: %s\n", refusal.what.c_str(), refusal.place.c_str(),
                refusal.advice.c_str());
        return wishes.frames.empty() || refusal.place == wishes.model ? unavailable : badData;
    } catch (const std::exception &error) {
        fprintf(stderr, "focuskey-camera: the model cannot be used: %s\n", wishes.model.c_str());
        return unavailable;
    }
    return 0;
}
