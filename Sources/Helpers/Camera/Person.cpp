// The model looks at a square of 256 pixels. The first square is the whole picture, upright or lying; from then on the
// square follows the person by two points that the model gives for that: the middle of the hips and the head's side of
// the circle around the body.
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "Person.h"

namespace {

constexpr int side = 256;
constexpr int landmarks = 39, values = 5;
// The model's own numbers of our joints.
constexpr std::array<int, jointNames.size()> numbers = {0, 11, 12, 13, 14, 15, 16, 23, 24, 25, 26, 27, 28};
constexpr int hipsMiddle = 33, circle = 34;
constexpr double leastPresence = 0.5, room = 1.25;

double probability(double value) { return 1 / (1 + std::exp(-value)); }

} // namespace

Person::Person(const std::string &model) {
    net = cv::dnn::readNetFromONNX(model.data(), model.size());
    net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
    net.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
}

std::optional<Joints> Person::find(const cv::Mat &picture) {
    const double whole = std::max(picture.cols, picture.rows);
    Square square{picture.cols / 2.0, picture.rows / 2.0, whole, 0};
    if (last) {
        square = *last;
    } else {
        // Upright, then lying on either side: one a picture, so that each picture takes as long.
        constexpr double turns[] = {0, M_PI / 2, -M_PI / 2};
        square.turn = turns[turnToTry++ % 3];
    }
    const Look found = look(picture, square);
    const Square &next = found.next;
    const bool isInside = next.side > 16 && next.side < 8 * whole && std::abs(next.x - picture.cols / 2.0) < whole &&
                          std::abs(next.y - picture.rows / 2.0) < whole;
    if (!(found.presence >= leastPresence) || !isInside) {
        last.reset();
        return std::nullopt;
    }
    if (!last) turnToTry = 0;
    last = next;
    return found.joints;
}

Person::Look Person::look(const cv::Mat &picture, const Square &square) {
    const double along = std::cos(square.turn), across = std::sin(square.turn);
    const double scale = square.side / side;
    // From the square to the picture.
    const cv::Matx23d way(
        scale * along, -scale * across, square.x - scale * side / 2 * (along - across), scale * across, scale * along,
        square.y - scale * side / 2 * (across + along));
    cv::Mat cut, input;
    cv::warpAffine(picture, cut, way, {side, side}, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP);
    cut.convertTo(input, CV_32FC3, 1.0 / 255);
    const int shape[] = {1, side, side, 3};
    net.setInput(cv::Mat(4, shape, CV_32F, input.data));
    std::vector<cv::Mat> outputs;
    net.forward(outputs, net.getUnconnectedOutLayersNames());
    Look found{};
    for (const cv::Mat &output : outputs) {
        const float *numbersOut = output.ptr<float>();
        if (output.total() == 1) found.presence = numbersOut[0];
        if (output.total() != landmarks * values) continue;
        const auto point = [&](int landmark) {
            const double x = numbersOut[landmark * values], y = numbersOut[landmark * values + 1];
            return cv::Point2d(way(0, 0) * x + way(0, 1) * y + way(0, 2), way(1, 0) * x + way(1, 1) * y + way(1, 2));
        };
        for (size_t joint = 0; joint < numbers.size(); joint++) {
            const cv::Point2d place = point(numbers[joint]);
            const float *sure = numbersOut + numbers[joint] * values + 3;
            found.joints[joint] = {place.x, place.y, std::min(probability(sure[0]), probability(sure[1]))};
        }
        const cv::Point2d hips = point(hipsMiddle), top = point(circle);
        const cv::Point2d reach = top - hips;
        found.next = {hips.x, hips.y, 2 * room * std::hypot(reach.x, reach.y), std::atan2(reach.x, -reach.y)};
    }
    return found;
}
