package org.mahnmf.report.view;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mahnmf.data.file.JsonReader;
import org.mahnmf.solver.HistoryPoint;

/**
 * What each address of the page does. Everybody who comes here knows the token, see {@link Viewer}.
 */
final class Routes {

  private static final int MOST_REQUEST = 1 << 14;
  private static final int MOST_RANK = 100_000;

  /** Uploads leave at least this much of the disk to the results, in bytes. */
  private static final long LEAST_ROOM = 64L << 20;

  private static final Pattern RUN =
      Pattern.compile("api/runs/(\\d{1,6})(?:/([a-z]+))?(?:/([\\w.-]+))?");
  private static final Pattern UPLOAD_NAME = Pattern.compile("[\\w][\\w. -]{0,99}");
  private static final Map<String, String> PAGES =
      Map.of(
          "", "text/html; charset=utf-8",
          "page.css", "text/css; charset=utf-8",
          "page.js", "text/javascript; charset=utf-8");
  private static final Map<String, String> FILES =
      Map.of(
          "basis.npy", "application/octet-stream",
          "codes.npy", "application/octet-stream",
          "run.json", "application/json; charset=utf-8",
          "report.html", "text/html; charset=utf-8");

  private final Work work;
  private final InputFolders inputs;
  private final RunQueue runs;
  private final Path uploads;
  private final long mostUpload;

  Routes(Work work, InputFolders inputs, RunQueue runs, Path uploads, long mostUpload) {
    this.work = work;
    this.inputs = inputs;
    this.runs = runs;
    this.uploads = uploads;
    this.mostUpload = mostUpload;
  }

  Response answer(HttpExchange exchange, String path) throws IOException {
    String method = exchange.getRequestMethod();
    if (method.equals("GET")) {
      return get(exchange, path);
    }
    if (!method.equals("POST")) {
      return Response.refusal(405, "only GET and POST are known here");
    }
    if (path.equals("api/runs")) {
      return start(exchange);
    }
    if (path.equals("api/upload")) {
      return upload(exchange);
    }
    Matcher matcher = RUN.matcher(path);
    if (matcher.matches() && "stop".equals(matcher.group(2))) {
      return run(matcher)
          .map(
              run -> {
                run.stop();
                return Response.json(run.toMap());
              })
          .orElseGet(Routes::nothing);
    }
    return nothing();
  }

  private Response get(HttpExchange exchange, String path) throws IOException {
    if (PAGES.containsKey(path)) {
      return page(path);
    }
    if (path.equals("api/state")) {
      return Response.json(state());
    }
    Matcher matcher = RUN.matcher(path);
    Optional<Run> run = matcher.matches() ? run(matcher) : Optional.empty();
    if (run.isEmpty()) {
      return nothing();
    }
    Map<String, String> query = query(exchange);
    return switch (String.valueOf(matcher.group(2))) {
      case "progress" -> Response.json(progress(run.get(), number(query, "from")));
      case "picture" -> picture(run.get(), query);
      case "files" -> file(run.get(), String.valueOf(matcher.group(3)));
      default -> nothing();
    };
  }

  private static Response page(String path) throws IOException {
    String name = path.isEmpty() ? "page.html" : path;
    try (InputStream in = Routes.class.getResourceAsStream(name)) {
      return Response.of(200, PAGES.get(path), in.readAllBytes());
    }
  }

  private Map<String, Object> state() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("solvers", work.solvers());
    map.put("inputs", inputs.names());
    map.put("runs", runs.all().stream().map(Run::toMap).toList());
    map.put("mostUpload", mostUpload);
    return map;
  }

  private Response start(HttpExchange exchange) throws IOException {
    String type = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"));
    if (!type.startsWith("application/json")) {
      return Response.refusal(415, "a run is asked for in JSON");
    }
    byte[] body = exchange.getRequestBody().readNBytes(MOST_REQUEST + 1);
    if (body.length > MOST_REQUEST) {
      return Response.refusal(413, "the request is too long");
    }
    Request request;
    try {
      request = request(JsonReader.parse(new String(body, StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException e) {
      return Response.refusal(400, e.getMessage());
    }
    return runs.add(request)
        .map(run -> Response.json(run.toMap()))
        .orElseGet(() -> Response.refusal(429, "too many runs are waiting; stop some first"));
  }

  private Request request(Object json) {
    if (!(json instanceof Map<?, ?> map)) {
      throw new IllegalArgumentException("a run is an object with input, rank, solver and seed");
    }
    String name = String.valueOf(map.get("input"));
    String solver = String.valueOf(map.get("solver"));
    int rank = (int) whole(map.get("rank"), "rank", 1, MOST_RANK);
    long seed = whole(map.get("seed"), "seed", 0, Integer.MAX_VALUE);
    if (!work.solvers().contains(solver)) {
      throw new IllegalArgumentException("there is no such solver");
    }
    if (name.equals("demo")) {
      return new Request(Optional.empty(), "demo", rank, solver, seed);
    }
    Path input =
        inputs
            .find(name)
            .or(() -> uploaded(name))
            .orElseThrow(() -> new IllegalArgumentException("there is no such input"));
    return new Request(Optional.of(input), name, rank, solver, seed);
  }

  private static long whole(Object value, String name, long least, long most) {
    if (value instanceof Number number
        && number.doubleValue() == number.longValue()
        && number.longValue() >= least
        && number.longValue() <= most) {
      return number.longValue();
    }
    throw new IllegalArgumentException(
        name + " must be a whole number from " + least + " to " + most);
  }

  private Optional<Path> uploaded(String name) {
    String prefix = "upload/";
    if (!name.startsWith(prefix)
        || !UPLOAD_NAME.matcher(name.substring(prefix.length())).matches()) {
      return Optional.empty();
    }
    Path file = uploads.resolve(name.substring(prefix.length()));
    return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
  }

  /** Takes a file by its name alone, up to a limit, into a folder of its own. */
  private Response upload(HttpExchange exchange) throws IOException {
    String name = query(exchange).getOrDefault("name", "");
    if (!UPLOAD_NAME.matcher(name).matches() || name.contains("..")) {
      return Response.refusal(400, "a file's name has letters, digits, dots, blanks, - and _ only");
    }
    if (declared(exchange) > mostUpload) {
      return tooLarge(); // before anything is written
    }
    Files.createDirectories(uploads);
    if (Files.getFileStore(uploads).getUsableSpace() - declared(exchange) < LEAST_ROOM) {
      return Response.refusal(507, "the disk is too full to take files");
    }
    Path part = Files.createTempFile(uploads, ".upload", ".part");
    try {
      try (InputStream in = exchange.getRequestBody();
          OutputStream out = Files.newOutputStream(part)) {
        byte[] buffer = new byte[1 << 16];
        long size = 0;
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
          size += count;
          if (size > mostUpload) {
            return tooLarge();
          }
          out.write(buffer, 0, count);
        }
      }
      Files.move(part, uploads.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
    return Response.json(Map.of("input", "upload/" + name));
  }

  private Response tooLarge() {
    return Response.refusal(
        413, "the file is larger than " + (mostUpload >> 20) + " MB; give its folder instead");
  }

  /** What a request says of its length; 0 if nothing, so what comes is counted all the same. */
  private static long declared(HttpExchange exchange) {
    String text = exchange.getRequestHeaders().getFirst("Content-Length");
    return text != null && text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
  }

  private static Map<String, Object> progress(Run run, int from) {
    Map<String, Object> map = run.toMap();
    List<Object> points = new ArrayList<>();
    for (HistoryPoint point : run.watch().history(from)) {
      points.add(List.of(point.iteration(), point.seconds(), point.objective()));
    }
    map.put("from", from);
    map.put("history", points);
    run.watch()
        .snapshot()
        .ifPresent(
            at -> {
              map.put("samples", at.codes().rows());
              map.put("parts", at.basis().rows());
              map.put("pictures", at.shape() != null);
            });
    return map;
  }

  private static Response picture(Run run, Map<String, String> query) {
    return run.watch()
        .snapshot()
        .flatMap(at -> Drawing.of(at, query.getOrDefault("kind", ""), number(query, "index")))
        .map(
            drawing ->
                Response.of(200, "application/octet-stream", drawing.bytes())
                    .with("X-Width", Integer.toString(drawing.width()))
                    .with("X-Height", Integer.toString(drawing.height()))
                    .with("X-Channels", Integer.toString(drawing.channels())))
        .orElseGet(Routes::nothing);
  }

  private static Response file(Run run, String name) throws IOException {
    Path file = run.folder().resolve(name);
    if (!FILES.containsKey(name) || !Files.isRegularFile(file)) {
      return nothing();
    }
    Response response = Response.of(FILES.get(name), file);
    return name.equals("report.html")
        ? response.with("Content-Security-Policy", Response.BOXED)
        : response.with(
            "Content-Disposition",
            "attachment; filename=\"run-" + run.number() + "-" + name + "\"");
  }

  private Optional<Run> run(Matcher matcher) {
    return runs.get(Integer.parseInt(matcher.group(1)));
  }

  private static Map<String, String> query(HttpExchange exchange) {
    Map<String, String> map = new LinkedHashMap<>();
    String query = exchange.getRequestURI().getQuery();
    for (String pair : query == null ? new String[0] : query.split("&")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        map.put(pair.substring(0, equals), pair.substring(equals + 1));
      }
    }
    return map;
  }

  private static int number(Map<String, String> query, String name) {
    String text = query.getOrDefault(name, "0");
    return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
  }

  private static Response nothing() {
    return Response.refusal(404, "there is nothing here");
  }
}
