package org.mahnmf.report.view;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.data.array.NpyWriter;
import org.mahnmf.data.file.InputException;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.data.file.JsonWriter;
import org.mahnmf.matrix.DenseMatrix;
import org.mahnmf.matrix.PictureShape;

/** A page with toy runs, and ways to talk to it. */
abstract class ViewerFixture {

  static final long MOST_UPLOAD = 1000;

  @TempDir Path folder;
  final HttpClient client = HttpClient.newHttpClient();
  final CountDownLatch mayEnd = new CountDownLatch(1);
  Viewer viewer;

  /** Shows one picture, waits until it may end or is stopped, and writes one file. */
  private final class Toy implements Work {

    @Override
    public List<String> solvers() {
      return List.of("toy", "broken", "unlucky");
    }

    @Override
    public void run(Request request, Path out, Watch watch) throws IOException {
      if (request.solver().equals("broken")) {
        throw new InputException("in.csv: row 3 is no number");
      }
      if (request.solver().equals("unlucky")) {
        throw new StackOverflowError();
      }
      watch.input(
          DenseMatrix.ofRows(new double[][] {{0, 100, 200, 255}, {1, 2, 3, 4}}),
          Optional.of(new PictureShape(2, 2, 1, 255)));
      watch.factors(
          DenseMatrix.ofRows(new double[][] {{0, 50, 100, 100}}),
          DenseMatrix.ofRows(new double[][] {{2}, {0}}));
      while (!watch.isStopWanted() && mayEnd.getCount() > 0) {
        try {
          Thread.sleep(5);
        } catch (InterruptedException e) {
          throw new IOException(e);
        }
      }
      Files.writeString(out.resolve("run.json"), "{\"rank\": " + request.rank() + "}");
      Files.writeString(out.resolve("report.html"), "<!doctype html><title>r</title>");
    }
  }

  @BeforeEach
  void open() throws IOException {
    Path inputs = Files.createDirectories(folder.resolve("inputs"));
    NpyWriter.write(inputs.resolve("table.npy"), new DenseMatrix(2, 2));
    Files.writeString(folder.resolve("secret.csv"), "1,2\n3,4\n");
    viewer = new Viewer(new Toy(), List.of(inputs), folder.resolve("out"), 0, MOST_UPLOAD);
  }

  @AfterEach
  void close() {
    mayEnd.countDown();
    viewer.close();
  }

  HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  HttpResponse<byte[]> get(String path) throws Exception {
    return send(HttpRequest.newBuilder(viewer.address().resolve(path)));
  }

  HttpResponse<byte[]> post(String path, String type, String body) throws Exception {
    return send(
        HttpRequest.newBuilder(viewer.address().resolve(path))
            .header("Content-Type", type)
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  static Map<?, ?> json(HttpResponse<byte[]> response) {
    return (Map<?, ?>) JsonReader.parse(new String(response.body(), StandardCharsets.UTF_8));
  }

  HttpResponse<byte[]> run(String input, String solver) throws Exception {
    return post(
        "api/runs",
        "application/json",
        JsonWriter.format(Map.of("input", input, "rank", 1, "solver", solver, "seed", 0)));
  }

  Map<?, ?> waitFor(int run, String state) throws Exception {
    for (int k = 0; k < 2000; k++) {
      Map<?, ?> now = json(get("api/runs/" + run + "/progress"));
      if (now.get("state").equals(state)) {
        return now;
      }
      Thread.sleep(5);
    }
    throw new AssertionError("run " + run + " never became " + state);
  }

  /** The answer's first line to a request written by hand. */
  String raw(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), viewer.address().getPort())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
          .readLine();
    }
  }
}
