// Finds the joints of one person in a picture.
#pragma once

#include <array>
#include <optional>
#include <string>

#include <opencv2/core.hpp>
#include <opencv2/dnn.hpp>

// A joint's place in the picture, and how sure it is, from 0 to 1.
struct Joint {
    double x, y, confidence;
};

constexpr std::array<const char *, 13> jointNames = {
    "nose",     "left_shoulder", "right_shoulder", "left_elbow", "right_elbow", "left_wrist",  "right_wrist",
    "left_hip", "right_hip",     "left_knee",      "right_knee", "left_ankle",  "right_ankle",
};

using Joints = std::array<Joint, jointNames.size()>;

class Person {
  public:
    // The model as it was read and checked.
    explicit Person(const std::string &model);
    // The joints, or nothing where nobody is seen.
    std::optional<Joints> find(const cv::Mat &picture);

  private:
    // The part of the picture in which the person is: a square that may be turned.
    struct Square {
        double x, y, side, turn;
    };

    struct Look {
        double presence;
        Joints joints;
        Square next;
    };

    cv::dnn::Net net;
    std::optional<Square> last;
    int turnToTry = 0;

    Look look(const cv::Mat &picture, const Square &square);
};
