// Pictures from files: what tests and replays use in the place of a camera.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <sys/stat.h>
#include <vector>

#include "Pictures.h"

namespace {

constexpr int largestSide = 4096;
constexpr size_t longestLine = 256;

struct Closing {
    void operator()(FILE *file) const { fclose(file); }
};
using File = std::unique_ptr<FILE, Closing>;

File open(const std::string &path) {
    File file(fopen(path.c_str(), "rbe"));
    if (!file) throw Refusal{"cannot read the pictures", path, strerror(errno)};
    return file;
}

uint8_t clamped(double value) { return uint8_t(std::clamp(value + 0.5, 0.0, 255.0)); }

// Y4M as ffmpeg and mjpegtools write it.
class Y4M : public Pictures {
  public:
    explicit Y4M(const std::string &path) : path(path), file(open(path)) {
        std::string head = line();
        if (head.compare(0, 10, "YUV4MPEG2 ") != 0) throw bad("not a Y4M file");
        readHead(head.substr(10));
    }

    bool next(cv::Mat &picture, double &time) override {
        int first = fgetc(file.get());
        if (first == EOF) return false;
        ungetc(first, file.get());
        if (line().compare(0, 5, "FRAME") != 0) throw bad("a frame is missing");
        const size_t area = size_t(width) * height, chroma = size_t(chromaWidth) * chromaHeight;
        std::vector<uint8_t> planes(area + 2 * chroma);
        if (fread(planes.data(), 1, planes.size(), file.get()) != planes.size()) throw bad("the last frame is cut off");
        picture.create(height, width, CV_8UC3);
        for (int row = 0; row < height; row++) {
            for (int column = 0; column < width; column++) {
                const double y = 1.164 * (planes[size_t(row) * width + column] - 16);
                double u = 0, v = 0;
                if (chroma) {
                    const size_t at = size_t(row * chromaHeight / height) * chromaWidth + column * chromaWidth / width;
                    u = planes[area + at] - 128.0;
                    v = planes[area + chroma + at] - 128.0;
                }
                picture.at<cv::Vec3b>(row, column) =
                    cv::Vec3b(clamped(y + 1.596 * v), clamped(y - 0.392 * u - 0.813 * v), clamped(y + 2.017 * u));
            }
        }
        time = frame++ * secondsPerFrame;
        return true;
    }

  private:
    std::string path;
    File file;
    int width = 0, height = 0, chromaWidth = 0, chromaHeight = 0;
    double secondsPerFrame = 1.0 / 15;
    long frame = 0;

    Refusal bad(const std::string &what) const { return {what, path, "write it with ffmpeg -pix_fmt yuv444p"}; }

    std::string line() {
        std::string line;
        for (int letter; (letter = fgetc(file.get())) != '\n';) {
            if (letter == EOF || line.size() == longestLine) throw bad("a line is cut off");
            line.push_back(char(letter));
        }
        return line;
    }

    void readHead(const std::string &head) {
        std::string colour = "420";
        for (size_t start = 0; start < head.size();) {
            const size_t end = std::min(head.find(' ', start), head.size());
            const std::string word = head.substr(start, end - start);
            start = end + 1;
            if (word.empty()) continue;
            const char *value = word.c_str() + 1;
            if (word[0] == 'W') width = atoi(value);
            if (word[0] == 'H') height = atoi(value);
            if (word[0] == 'C') colour = value;
            int over = 0, under = 0;
            if (word[0] == 'F' && sscanf(value, "%d:%d", &over, &under) == 2 && over > 0 && under > 0) {
                secondsPerFrame = double(under) / over;
            }
        }
        if (width < 16 || height < 16 || width > largestSide || height > largestSide) throw bad("no such size");
        if (colour.compare(0, 3, "444") == 0) {
            chromaWidth = width, chromaHeight = height;
        } else if (colour.compare(0, 3, "420") == 0) {
            chromaWidth = (width + 1) / 2, chromaHeight = (height + 1) / 2;
        } else if (colour != "mono") {
            throw bad("its colours are " + colour);
        }
    }
};

class Folder : public Pictures {
  public:
    Folder(const std::string &path, int perSecond) : path(path), perSecond(perSecond) {
        DIR *folder = opendir(path.c_str());
        if (!folder) throw Refusal{"cannot read the folder", path, strerror(errno)};
        while (const dirent *entry = readdir(folder)) {
            const std::string name = entry->d_name;
            if (name.size() > 4 && name.compare(name.size() - 4, 4, ".ppm") == 0) names.push_back(name);
        }
        closedir(folder);
        std::sort(names.begin(), names.end());
        if (names.empty()) throw Refusal{"there are no pictures here", path, "put PPM pictures here, in order"};
    }

    bool next(cv::Mat &picture, double &time) override {
        if (place == names.size()) return false;
        time = double(place) / perSecond;
        const std::string name = path + "/" + names[place++];
        const File file = open(name);
        int width = 0, height = 0, most = 0;
        if (fscanf(file.get(), "P6 %d %d %d", &width, &height, &most) != 3 || most != 255 || width < 16 || height < 16 ||
            width > largestSide || height > largestSide || fgetc(file.get()) == EOF) {
            throw Refusal{"not a PPM picture", name, "write P6 with 255 steps"};
        }
        picture.create(height, width, CV_8UC3);
        const size_t octets = size_t(width) * height * 3;
        if (fread(picture.data, 1, octets, file.get()) != octets) throw Refusal{"the picture is cut off", name, "write it again"};
        return true;
    }

  private:
    std::string path;
    int perSecond;
    std::vector<std::string> names;
    size_t place = 0;
};

} // namespace

std::unique_ptr<Pictures> openFrames(const std::string &path, int perSecond) {
    struct stat found {};
    if (stat(path.c_str(), &found) != 0) throw Refusal{"cannot read the pictures", path, strerror(errno)};
    if (S_ISDIR(found.st_mode)) return std::make_unique<Folder>(path, perSecond);
    return std::make_unique<Y4M>(path);
}
