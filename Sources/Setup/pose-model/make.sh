#!/bin/sh
# Makes the model of focuskey-camera from the wheel that carries it.
#
#   Sources/Setup/pose-model/make.sh FOLDER
#
# Whatever is not what the checksums say is refused: the wheel, the model in it, and what comes out at the end.
set -eu

fail() {
    printf 'make.sh: %s\n' "$1" >&2
    exit "$2"
}

here=$(cd "$(dirname "$0")" && pwd)
folder=${1:?"make.sh: name a folder for the model"}
sum() { sed -n "s/^$1 //p" "$here/checksums"; }
check() {
    [ "$(sha256sum "$2" | cut -d' ' -f1)" = "$(sum "$1")" ] || fail "$1 is not the one that was checked: $2" 65
}

if [ -e "$folder/pose.onnx" ]; then
    check pose.onnx "$folder/pose.onnx"
    printf 'make.sh: the model is there already\n'
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv" || fail 'python3-venv is missing: to install it: apt-get install python3-venv' 69
pip() { "$work/venv/bin/pip" -q --disable-pip-version-check "$@"; }
pip download mediapipe==0.10.21 --no-deps --only-binary=:all: --python-version 3.11 --platform manylinux_2_28_x86_64 \
    -d "$work" || fail 'the wheel cannot be downloaded: see the lines above' 74
check wheel "$work"/mediapipe-0.10.21-*.whl
(cd "$work" && python3 -m zipfile -e mediapipe-0.10.21-*.whl wheel)
check pose_landmark_full.tflite "$work/wheel/mediapipe/modules/pose_landmark/pose_landmark_full.tflite"
pip install -r "$here/requirements.txt" || fail 'the converter cannot be installed: see the lines above' 74
TF_CPP_MIN_LOG_LEVEL=3 "$work/venv/bin/python" "$here/convert.py" \
    "$work/wheel/mediapipe/modules/pose_landmark/pose_landmark_full.tflite" "$work/pose.onnx"
check pose.onnx "$work/pose.onnx"
mkdir -p "$folder"
cp "$work"/wheel/mediapipe-0.10.21.dist-info/LICENSE "$folder/LICENSE"
cp "$here/ORIGIN" "$folder/ORIGIN"
cp "$work/pose.onnx" "$folder/pose.onnx.new"
mv "$folder/pose.onnx.new" "$folder/pose.onnx"
printf 'make.sh: made %s\n' "$folder/pose.onnx"
