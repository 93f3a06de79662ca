package org.mahnmf.report.view;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ViewerTest extends ViewerFixture {

  @Test
  void pageAndStateAreThere() throws Exception {
    HttpResponse<byte[]> page = get("");
    assertEquals(200, page.statusCode());
    assertTrue(new String(page.body(), StandardCharsets.UTF_8).contains("<title>MahNMF viewer"));
    assertEquals(200, get("page.css").statusCode());
    assertEquals(200, get("page.js").statusCode());
    Map<?, ?> state = json(get("api/state"));
    assertEquals(List.of("0/table.npy"), state.get("inputs"));
    assertEquals(List.of("toy", "broken", "unlucky"), state.get("solvers"));
    String policy = page.headers().firstValue("Content-Security-Policy").orElseThrow();
    assertTrue(policy.startsWith("default-src 'none'"), policy);
    assertEquals("nosniff", page.headers().firstValue("X-Content-Type-Options").orElseThrow());
  }

  @Test
  void whoDoesNotKnowTheTokenGetsNothing() throws Exception {
    URI right = viewer.address();
    String wrong = right.getPath().substring(0, right.getPath().length() - 2) + "!/";
    for (String path : List.of("/", "/api/state", wrong, wrong + "api/state", "/x/y/z")) {
      URI uri = URI.create("http://127.0.0.1:" + right.getPort() + path);
      assertEquals(403, send(HttpRequest.newBuilder(uri)).statusCode(), path);
    }
  }

  @Test
  void runsAreWatchedStoppedAndDownloaded() throws Exception {
    assertEquals(200, run("0/table.npy", "toy").statusCode());
    Map<?, ?> now = waitFor(1, "running");
    while (now.get("parts") == null) {
      now = json(get("api/runs/1/progress"));
    }
    assertEquals(2.0, ((Number) now.get("samples")).doubleValue());
    HttpResponse<byte[]> rest = get("api/runs/1/picture?kind=rest&index=0");
    // sample 0 100 200 255 minus 2·(0 50 100 100) = 0 0 0 55 of 255
    assertArrayEquals(
        new byte[] {(byte) 128, (byte) 128, (byte) 128, (byte) (128 + 27)}, rest.body());
    assertEquals("2", rest.headers().firstValue("X-Width").orElseThrow());
    assertEquals(4, get("api/runs/1/picture?kind=basis&index=0").body().length);
    assertEquals(404, get("api/runs/1/picture?kind=basis&index=1").statusCode());
    assertEquals(404, get("api/runs/1/picture?kind=nonsense&index=0").statusCode());
    assertEquals(404, get("api/runs/1/files/run.json").statusCode(), "not yet written");
    assertEquals(200, post("api/runs/1/stop", "text/plain", "").statusCode());
    waitFor(1, "stopped");
    assertEquals(1.0, ((Number) json(get("api/runs/1/files/run.json")).get("rank")).doubleValue());
    HttpResponse<byte[]> report = get("api/runs/1/files/report.html");
    assertTrue(
        report.headers().firstValue("Content-Security-Policy").orElseThrow().contains("sandbox"));
  }

  @Test
  void queueKeepsItsOrderAndHasALimit() throws Exception {
    for (int k = 0; k < 21; k++) {
      assertEquals(200, run("demo", "toy").statusCode());
    }
    waitFor(1, "running");
    int more = 0;
    while (run("demo", "toy").statusCode() == 200) {
      more++;
    }
    assertTrue(more <= 1, "waiting runs are limited");
    assertEquals(429, run("demo", "toy").statusCode());
    assertEquals("waiting", json(get("api/runs/2/progress")).get("state"));
    mayEnd.countDown();
    waitFor(21, "done");
  }

  @Test
  void stoppedRunsLeaveTheirPlacesInTheQueue() throws Exception {
    run("demo", "toy");
    waitFor(1, "running");
    for (int k = 2; k <= 21; k++) {
      assertEquals(200, run("demo", "toy").statusCode());
    }
    assertEquals(429, run("demo", "toy").statusCode());
    for (int k = 2; k <= 21; k++) {
      HttpResponse<byte[]> stopped = post("api/runs/" + k + "/stop", "text/plain", "");
      assertEquals("stopped", json(stopped).get("state"));
    }
    for (int k = 22; k <= 41; k++) {
      assertEquals(200, run("demo", "toy").statusCode());
    }
    assertEquals(429, run("demo", "toy").statusCode());
    mayEnd.countDown();
    waitFor(41, "done");
    Map<?, ?> stopped = json(get("api/runs/21/progress"));
    assertEquals("stopped before it began", stopped.get("message"));
    assertFalse(Files.exists(folder.resolve("out/run-21")));
  }

  @Test
  void mistakesAreToldInALine() throws Exception {
    assertEquals(200, run("demo", "broken").statusCode());
    assertEquals("in.csv: row 3 is no number", waitFor(1, "failed").get("message"));
    assertEquals(200, run("demo", "unlucky").statusCode());
    String unlucky = waitFor(2, "failed").get("message").toString();
    assertTrue(unlucky.startsWith("an error of the program"), unlucky);
    assertEquals(400, run("demo", "nonsense").statusCode());
    assertEquals(400, post("api/runs", "application/json", "{").statusCode());
    assertEquals(400, post("api/runs", "application/json", "[]").statusCode());
    assertEquals(
        400,
        post("api/runs", "application/json", "{\"input\":\"demo\",\"rank\":0,\"solver\":\"toy\"}")
            .statusCode());
    assertEquals(415, post("api/runs", "text/plain", "{}").statusCode());
    assertEquals(413, post("api/runs", "application/json", " ".repeat(20_000)).statusCode());
    assertEquals(404, get("api/runs/7/progress").statusCode());
    assertEquals(
        405,
        send(HttpRequest.newBuilder(viewer.address().resolve("api/state")).DELETE()).statusCode());
  }

  @Test
  void nothingOutsideTheFoldersCanBeReached() throws Exception {
    Files.createSymbolicLink(
        folder.resolve("inputs").resolve("link.csv"), folder.resolve("secret.csv"));
    for (String name :
        List.of(
            "0/../secret.csv",
            "0/../../etc/passwd",
            "0//etc/passwd",
            "/etc/passwd",
            "1/table.npy",
            "-1/table.npy",
            "0/link.csv",
            "0/a\u0000b",
            "upload/../../secret.csv",
            "upload/..")) {
      assertEquals(400, run(name, "toy").statusCode(), name);
    }
    assertEquals(404, get("api/runs/1/files/..%2F..%2Fsecret.csv").statusCode());
    assertEquals(200, run("0/table.npy", "toy").statusCode());
    waitFor(1, "running");
    for (String name : List.of("secret.csv", "..%2Frun.json", "%2e%2e", "uploads")) {
      assertEquals(404, get("api/runs/1/files/" + name).statusCode(), name);
    }
  }

  @Test
  void uploadsHaveALimitAndPlainNames() throws Exception {
    assertEquals(200, post("api/upload?name=a%20b.csv", "text/csv", "1,2\n").statusCode());
    assertTrue(Files.exists(folder.resolve("out/uploads/a b.csv")));
    assertEquals(200, run("upload/a b.csv", "toy").statusCode());
    assertEquals(413, post("api/upload?name=big.csv", "text/csv", "1".repeat(1001)).statusCode());
    for (String name : List.of("..%2Fx.csv", "%2Fetc%2Fx", ".hidden", "a..csv", "", "a%00b")) {
      assertEquals(400, post("api/upload?name=" + name, "text/csv", "1").statusCode(), name);
    }
    try (var files = Files.list(folder.resolve("out/uploads"))) {
      assertEquals(1, files.count(), "no parts of refused files are left");
    }
    assertFalse(Files.exists(folder.resolve("x.csv")));
  }
}
