import java.util.SplittableRandom;
import org.mahnmf.matrix.PictureShape;
import org.mahnmf.online.OnlineFit;
import org.mahnmf.online.OnlineMahNmf;
import org.mahnmf.online.OnlineStep;

/** A square moves over a still picture; frames come one by one, and the square is found in each. */
public final class BackgroundOfAVideo {

  private static final int WIDTH = 32;
  private static final int HEIGHT = 24;

  private BackgroundOfAVideo() {}

  public static void main(String[] arguments) {
    OnlineMahNmf settings =
        OnlineMahNmf.ofRank(1).withMemory(40).withPicture(new PictureShape(WIDTH, HEIGHT, 1, 255));
    int right = 0;
    int seen = 0;
    try (OnlineFit fit = settings.start()) {
      for (int t = 0; t < 80; t++) {
        for (OnlineStep step : fit.add(frame(t))) {
          boolean[] mask = step.mask();
          for (int p = 0; p < mask.length; p++) {
            right += mask[p] == isSquare((int) step.number() - 1, p) ? 1 : 0;
            seen++;
          }
        }
      }
    }
    System.out.printf("%.1f %% of %d pixels are told right%n", 100.0 * right / seen, seen);
  }

  private static boolean isSquare(int t, int pixel) {
    int x = pixel % WIDTH - t % WIDTH;
    int y = pixel / WIDTH - 8;
    return x >= 0 && x < 6 && y >= 0 && y < 6;
  }

  private static double[] frame(int t) {
    SplittableRandom random = new SplittableRandom(t);
    double[] frame = new double[WIDTH * HEIGHT];
    for (int p = 0; p < frame.length; p++) {
      double still = 60 + 100 * ((p % WIDTH) / 8 % 2) + p / WIDTH;
      frame[p] = isSquare(t, p) ? 240 : still + 2 * random.nextDouble();
    }
    return frame;
  }
}
