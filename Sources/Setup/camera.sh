#!/bin/sh
# Builds focuskey-camera, the optional program that finds the joints of a person before the camera.
#
#   Sources/Setup/camera.sh [FOLDER]        the program, to FOLDER/bin (default: .build/camera)
#   Sources/Setup/camera.sh model [FOLDER]  also the model that it needs, to FOLDER/share/focuskey-camera
#
# The program needs Debian's OpenCV. The model is made from a wheel of PyPI that is pinned, with its checksums, in
# pose-model/: this downloads 300 MB and is done once, never on the computer of a person who uses FocusKey. Put FOLDER's
# bin and share together in /usr/local, or name the program in FOCUSKEY_CAMERA.
set -eu

fail() {
    printf 'camera.sh: %s\n' "$1" >&2
    exit "$2"
}

here=$(cd "$(dirname "$0")" && pwd)
wants_model=no
if [ "${1:-}" = model ]; then
    wants_model=yes
    shift
fi
folder=${1:-$here/../../.build/camera}

headers=
for place in /usr/include/opencv4 /usr/local/include/opencv4; do
    [ ! -e "$place/opencv2/dnn.hpp" ] || [ ! -e "$place/opencv2/imgproc.hpp" ] || headers=$place
done
[ -n "$headers" ] ||
    fail 'OpenCV is missing: to install it: apt-get install libopencv-dnn-dev libopencv-imgproc-dev' 69
command -v g++ >/dev/null 2>&1 || fail 'a C++ compiler is missing: to install one: apt-get install g++' 69

checksum=$(sed -n 's/^pose.onnx //p' "$here/pose-model/checksums")
mkdir -p "$folder/bin"
g++ -std=c++17 -O2 -Wall -Wextra -Werror -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE -pie \
    "-DMODEL_SHA256=\"$checksum\"" -isystem "$headers" "$here"/../Helpers/Camera/*.cpp \
    -o "$folder/bin/focuskey-camera.new" -lopencv_dnn -lopencv_imgproc -lopencv_core
mv "$folder/bin/focuskey-camera.new" "$folder/bin/focuskey-camera"
printf 'camera.sh: built %s\n' "$folder/bin/focuskey-camera"
[ "$wants_model" = no ] || "$here/pose-model/make.sh" "$folder/share/focuskey-camera"
