#!/usr/bin/env bash
# Makes the golden images beside this script with ImageMagick (6.9.11-60 made those kept here): ./make_golden.sh
# Grey images: 6x4 pixels, 10x + 40y, in 16 bits times 257. Colour: R = 40x, G = 60y, B = 10(x + y).
# Files bad_* must be refused; the others hold what the test expects.
set -euo pipefail
cd "$(dirname "$0")"
magick=${CONVERT:-/usr/bin/convert}

{
  echo "P2 6 4 255"
  for y in 0 1 2 3; do for x in 0 1 2 3 4 5; do echo $((10 * x + 40 * y)); done; done
} >grey_ascii.pgm
{
  echo "P3"
  echo "# a comment"
  echo "6 4 255"
  for y in 0 1 2 3; do for x in 0 1 2 3 4 5; do echo $((40 * x)) $((60 * y)) $((10 * (x + y))); done; done
} >color_ascii.ppm

plain=(-strip -define png:exclude-chunks=date,time,gAMA,cHRM)
"$magick" grey_ascii.pgm "${plain[@]}" -depth 8 grey.png
"$magick" grey_ascii.pgm "${plain[@]}" -depth 16 -define png:bit-depth=16 grey_16.png
"$magick" grey_ascii.pgm "${plain[@]}" grey_binary.pgm
"$magick" grey_ascii.pgm "${plain[@]}" -depth 16 grey_16.pgm
"$magick" grey_ascii.pgm "${plain[@]}" -compress LZW grey_lzw.tiff
"$magick" grey_ascii.pgm "${plain[@]}" -depth 16 -compress None grey_16.tiff
"$magick" grey_ascii.pgm "${plain[@]}" -quality 100 grey.jpg
"$magick" grey_ascii.pgm "${plain[@]}" grey_palette.bmp
"$magick" grey_ascii.pgm "${plain[@]}" -alpha set -define png:color-type=4 grey_alpha.png
"$magick" grey_ascii.pgm "${plain[@]}" -threshold 40% PNG:black_white.png
"$magick" grey_ascii.pgm "${plain[@]}" -threshold 40% -compress Group4 black_white.tiff
"$magick" color_ascii.ppm "${plain[@]}" PNG24:color.png
"$magick" color_ascii.ppm "${plain[@]}" PNG8:color_palette.png
"$magick" color_ascii.ppm "${plain[@]}" -depth 16 -define png:bit-depth=16 color_16.png
"$magick" color_ascii.ppm "${plain[@]}" color_binary.ppm
"$magick" color_ascii.ppm "${plain[@]}" color.tiff
"$magick" color_ascii.ppm "${plain[@]}" -type TrueColor BMP3:color.bmp
"$magick" color_ascii.ppm "${plain[@]}" -quality 100 -sampling-factor 1x1 color.jpg
"$magick" color_ascii.ppm "${plain[@]}" -colorspace CMYK -quality 100 cmyk.jpg
"$magick" grey_ascii.pgm "${plain[@]}" -define quantum:format=floating-point -depth 32 bad_float.tiff 2>/dev/null || [ -s bad_float.tiff ]
