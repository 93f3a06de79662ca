package org.mahnmf.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The paper's figures in docs/images are what the code draws. */
class FiguresTest {

  @Test
  void figuresInTheDocsAreDrawnByTheCode() throws IOException {
    Path images = Path.of("..", "docs", "images");
    assertEquals(Files.readString(images.resolve("figure-1.svg")), Figures.piecewise());
    assertEquals(Files.readString(images.resolve("figure-2.svg")), Figures.smoothed());
  }
}
