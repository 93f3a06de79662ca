package org.mahnmf.video;

import org.bytedeco.ffmpeg.avcodec.AVCodecParameters;
import org.bytedeco.ffmpeg.avformat.AVFormatContext;
import org.bytedeco.ffmpeg.global.avcodec;
import org.bytedeco.ffmpeg.global.avutil;

/** What is asked of FFmpeg itself. */
final class FFmpeg {

  private FFmpeg() {}

  /** Keeps FFmpeg from talking on standard error; what matters comes back as an error. */
  static void prepare() {
    avutil.av_log_set_level(avutil.AV_LOG_QUIET);
  }

  /** Returns how many frames a stream declares, 0 if it does not. */
  static long frames(AVFormatContext context, int stream) {
    return context.streams(stream).nb_frames();
  }

  /** Returns how many pixels a frame of a stream has, before it is scaled. */
  static double pixels(AVFormatContext context, int stream) {
    AVCodecParameters parameters = context.streams(stream).codecpar();
    return Math.max(1, (double) parameters.width() * parameters.height());
  }

  /** Returns H.264 if this build can write it, else MPEG-4, which every build can. */
  static int encoder() {
    boolean h264 = avcodec.avcodec_find_encoder(avcodec.AV_CODEC_ID_H264) != null;
    return h264 ? avcodec.AV_CODEC_ID_H264 : avcodec.AV_CODEC_ID_MPEG4;
  }
}
