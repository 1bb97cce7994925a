// A camera by Video4Linux: mapped buffers, YUYV, at the pace that is asked for.
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <opencv2/imgproc.hpp>

#include "Pictures.h"

namespace {

// A camera that gives nothing for so long is broken.
constexpr int patience = 5000;

class Camera : public Pictures {
  public:
    Camera(const std::string &device, int perSecond) : device(device) {
        number = open(device.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
        if (number < 0) throw bad("cannot open the camera");
        v4l2_capability can{};
        ask(VIDIOC_QUERYCAP, &can, "not a camera");
        const uint32_t needs = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
        const uint32_t has = can.capabilities & V4L2_CAP_DEVICE_CAPS ? can.device_caps : can.capabilities;
        if ((has & needs) != needs) throw Refusal{"not a camera that streams", device, "name another device"};
        setFormat(perSecond);
        mapBuffers();
        int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        ask(VIDIOC_STREAMON, &type, "the camera does not start");
    }

    ~Camera() override {
        int type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        ioctl(number, VIDIOC_STREAMOFF, &type);
        for (const Buffer &buffer : buffers) {
            if (buffer.start) munmap(buffer.start, buffer.length);
        }
        close(number);
    }

    bool next(cv::Mat &picture, double &time) override {
        pollfd watched{number, POLLIN, 0};
        if (poll(&watched, 1, patience) != 1) throw Refusal{"the camera gives no pictures", device, "plug it in again"};
        v4l2_buffer filled = request();
        ask(VIDIOC_DQBUF, &filled, "the camera is gone");
        // Only the newest counts: what came while the last one was looked at is left out.
        v4l2_buffer newer = request();
        while (ioctl(number, VIDIOC_DQBUF, &newer) == 0) {
            ask(VIDIOC_QBUF, &filled, "the camera is gone");
            filled = newer;
            newer = request();
        }
        const cv::Mat raw(height, width, CV_8UC2, buffers[filled.index].start, stride);
        cv::cvtColor(raw, picture, cv::COLOR_YUV2RGB_YUYV);
        time = double(filled.timestamp.tv_sec) + double(filled.timestamp.tv_usec) / 1e6;
        ask(VIDIOC_QBUF, &filled, "the camera is gone");
        return true;
    }

  private:
    struct Buffer {
        void *start = nullptr;
        size_t length = 0;
    };

    std::string device;
    int number = -1, width = 0, height = 0;
    size_t stride = 0;
    Buffer buffers[4];

    Refusal bad(const std::string &what) const { return {what, device, strerror(errno)}; }

    void ask(unsigned long request, void *argument, const char *what) {
        while (ioctl(number, request, argument) != 0) {
            if (errno != EINTR) throw bad(what);
        }
    }

    static v4l2_buffer request() {
        v4l2_buffer buffer{};
        buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        buffer.memory = V4L2_MEMORY_MMAP;
        return buffer;
    }

    void setFormat(int perSecond) {
        v4l2_format format{};
        format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        format.fmt.pix.width = 640;
        format.fmt.pix.height = 480;
        format.fmt.pix.pixelformat = V4L2_PIX_FMT_YUYV;
        format.fmt.pix.field = V4L2_FIELD_ANY;
        ask(VIDIOC_S_FMT, &format, "the camera has no picture of 640x480");
        const v4l2_pix_format &got = format.fmt.pix;
        if (got.pixelformat != V4L2_PIX_FMT_YUYV || got.width < 16 || got.width > 4096 || got.height < 16 ||
            got.height > 4096) {
            throw Refusal{"the camera has no YUYV pictures", device, "use another camera"};
        }
        width = int(got.width), height = int(got.height);
        stride = got.bytesperline ? got.bytesperline : size_t(width) * 2;
        v4l2_streamparm pace{};
        pace.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        pace.parm.capture.timeperframe = {1, uint32_t(perSecond)};
        // Not every camera can be told.
        ioctl(number, VIDIOC_S_PARM, &pace);
    }

    void mapBuffers() {
        v4l2_requestbuffers wanted{};
        wanted.count = 4;
        wanted.type = V4L2_BUF_TYPE_VIDEO_CAPTURE;
        wanted.memory = V4L2_MEMORY_MMAP;
        ask(VIDIOC_REQBUFS, &wanted, "the camera has no memory for pictures");
        for (uint32_t index = 0; index < wanted.count && index < 4; index++) {
            v4l2_buffer buffer = request();
            buffer.index = index;
            ask(VIDIOC_QUERYBUF, &buffer, "the camera has no memory for pictures");
            if (buffer.length < stride * size_t(height)) throw Refusal{"the camera's pictures are cut off", device, ""};
            void *start = mmap(nullptr, buffer.length, PROT_READ, MAP_SHARED, number, buffer.m.offset);
            if (start == MAP_FAILED) throw bad("the camera's pictures cannot be read");
            buffers[index] = {start, buffer.length};
            ask(VIDIOC_QBUF, &buffer, "the camera does not start");
        }
    }
};

} // namespace

std::unique_ptr<Pictures> openCamera(const std::string &device, int perSecond) {
    return std::make_unique<Camera>(device, perSecond);
}
