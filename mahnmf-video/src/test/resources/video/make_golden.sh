#!/usr/bin/env bash
# Makes the golden clips beside this script with FFmpeg (5.1.9 made those kept here): ./make_golden.sh
# 12 frames of 64x48: a plain ground that brightens by 4 each frame, a square of 16x16 that moves 4 to the right.
# clip.gray holds the frames of clip.avi as FFmpeg itself decodes them: 12 x 48 x 64 bytes.
set -euo pipefail
cd "$(dirname "$0")"
source="color=0x404040:s=64x48:r=25:d=0.48,format=gray,geq=lum='if(between(X,4*N,4*N+15)*between(Y,16,31),220,60+4*N)'"
ffmpeg() { command ffmpeg -v error -nostdin -y "$@"; }
exact=(-fflags +bitexact -flags:v +bitexact -map_metadata -1)
ffmpeg -f lavfi -i "$source" "${exact[@]}" -c:v ffv1 -pix_fmt gray clip.avi
ffmpeg -f lavfi -i "$source" "${exact[@]}" -c:v libx264 -pix_fmt yuv420p -qp 4 -bf 2 clip.mp4
ffmpeg -f lavfi -i "$source" "${exact[@]}" -c:v mpeg4 -pix_fmt yuv420p -q:v 1 clip.mkv
ffmpeg -f lavfi -i "$source" "${exact[@]}" -c:v libvpx -pix_fmt yuv420p -crf 4 -b:v 1M clip.webm
ffmpeg -f lavfi -i "color=0xc86432:s=32x16:r=25:d=0.16" "${exact[@]}" -c:v ffv1 -pix_fmt bgr0 color.mkv
ffmpeg -i clip.avi -pix_fmt gray -f rawvideo clip.gray
gzip -9nf clip.gray
ffmpeg -f lavfi -i "sine=d=0.1" "${exact[@]}" -c:a aac bad_sound.mp4
