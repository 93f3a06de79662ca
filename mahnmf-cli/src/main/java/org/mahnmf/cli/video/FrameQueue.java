package org.mahnmf.cli.video;

import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.mahnmf.data.FrameStream;

/**
 * Reads a stream ahead in a thread of its own, so that frames are decoded while others are worked
 * on, and a wish to end is heard while no frame comes.
 */
final class FrameQueue implements AutoCloseable {

  private static final int AHEAD = 4;
  private static final long LISTENING = 50; // milliseconds

  /** A frame, the end, or what went wrong. */
  private record Item(Optional<FrameStream.Frame> frame, RuntimeException problem) {}

  private final BlockingQueue<Item> items = new ArrayBlockingQueue<>(AHEAD);
  private final FrameStream stream;
  private final Thread reader;

  /** Begins to read a stream, which it closes in the end. */
  FrameQueue(FrameStream stream) {
    this.stream = stream;
    this.reader = new Thread(this::read, "mahnmf-frames");
    reader.setDaemon(true); // it may wait for a pipe for ever
    reader.start();
  }

  private void read() {
    try {
      Item item;
      do {
        item = nextItem();
        items.put(item);
      } while (item.frame().isPresent());
    } catch (InterruptedException e) {
      // nobody wants more
    }
    stream.close();
  }

  private Item nextItem() {
    try {
      return new Item(stream.next(), null);
    } catch (RuntimeException e) {
      return new Item(Optional.empty(), e);
    }
  }

  /** Waits for the next frame; there is none if there are no more, or no more are wanted. */
  Optional<FrameStream.Frame> next(BooleanSupplier unwanted) {
    Item item = null;
    try {
      while (item == null && !unwanted.getAsBoolean()) {
        item = items.poll(LISTENING, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (item == null) {
      return Optional.empty();
    }
    if (item.problem() != null) {
      throw item.problem();
    }
    return item.frame();
  }

  @Override
  public void close() {
    reader.interrupt();
  }
}
