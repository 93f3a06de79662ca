package org.mahnmf.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mahnmf.matrix.DenseMatrix;

class TablesTest {

  @TempDir private Path folder;

  private static void expectError(Path file, String problem) {
    InputException e = assertThrows(InputException.class, () -> Tables.read(file));
    assertEquals(file + ": " + problem, e.getMessage());
  }

  @Test
  void contentDecidesNotTheName() throws IOException {
    Path npy = folder.resolve("looks-like.csv");
    NpyFile.write(npy, DenseMatrix.ofRows(new double[][] {{1, 2}}));
    assertEquals(DenseMatrix.ofRows(new double[][] {{1, 2}}), Tables.read(npy).values());
    Path csv = Files.writeString(folder.resolve("looks-like.npy"), "1,2\n");
    assertEquals(DenseMatrix.ofRows(new double[][] {{1, 2}}), Tables.read(csv).values());
  }

  @Test
  void namesWhatIsWrongWithAFile() throws IOException {
    expectError(folder.resolve("none.csv"), "does not exist");
    expectError(folder, "is a folder, not a file");
    expectError(Files.createFile(folder.resolve("empty.csv")), "is empty");
    byte[] zip = "PK\003\004 and so on".getBytes(StandardCharsets.ISO_8859_1);
    expectError(
        Files.write(folder.resolve("a.npz"), zip), "is neither CSV text, Matrix Market nor NPY");
    byte[] zeros = new byte[100];
    expectError(
        Files.write(folder.resolve("a.bin"), zeros), "is neither CSV text, Matrix Market nor NPY");
  }

  @Test
  void namesAFileThatMayNotBeRead() throws IOException {
    Path file = Files.writeString(folder.resolve("secret.csv"), "1,2\n");
    assumeTrue(file.toFile().setReadable(false));
    assumeFalse(Files.isReadable(file), "root reads everything");
    expectError(file, "cannot be read: access denied");
  }

  @Test
  void checksTheNumberOfNames() {
    DenseMatrix values = new DenseMatrix(2, 3);
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> new Table(values, List.of("a"), List.of()));
    assertEquals(
        "there are 1 column names but the table has 3 columns; give one for each or none",
        e.getMessage());
    assertThrows(IllegalArgumentException.class, () -> new Table(values, List.of(), List.of("a")));
  }
}
