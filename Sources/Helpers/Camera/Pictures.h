// Where pictures come from: a camera, a file, or a folder of pictures in the place of one.
#pragma once

#include <cstdint>
#include <memory>
#include <opencv2/core.hpp>
#include <string>

// Why there are no pictures, in words for a person.
struct Refusal {
    std::string what, place, advice;
};

// A source of pictures, 8 bits each of red, green and blue.
class Pictures {
  public:
    virtual ~Pictures() = default;
    // The next picture and its time in seconds; false at the end.
    virtual bool next(cv::Mat &picture, double &time) = 0;
};

std::unique_ptr<Pictures> openCamera(const std::string &device, int perSecond);
// A Y4M file or pipe (4:4:4, 4:2:0 or grey), or a folder of PPM pictures in the order of their names.
std::unique_ptr<Pictures> openFrames(const std::string &path, int perSecond);
