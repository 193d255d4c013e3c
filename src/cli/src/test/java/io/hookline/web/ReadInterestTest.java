package io.hookline.web;

import static java.nio.channels.SelectionKey.OP_READ;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.AbstractSelectionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a connection asks of its selector, in each order in which the selector and a reader can meet. */
class ReadInterestTest {

    private final Key key = new Key();
    private SocketChannel channel;
    private TimedEndPoint connection;
    private int reads;

    /** A key of a selector that does not run. */
    private static final class Key extends AbstractSelectionKey {
        private final List<Integer> interests = new ArrayList<>(List.of(0));

        /** Happens just before the connection ends the interest. */
        private Runnable meanwhile = () -> {};

        @Override
        public SelectableChannel channel() {
            throw new AssertionError("not asked");
        }

        @Override
        public Selector selector() {
            throw new AssertionError("not asked");
        }

        @Override
        public int interestOps() {
            return interests.getLast();
        }

        @Override
        public SelectionKey interestOps(int ops) {
            interests.add(ops);
            return this;
        }

        @Override
        public int readyOps() {
            meanwhile.run();
            return OP_READ;
        }
    }

    @BeforeEach
    @SuppressWarnings("NullAway") // without a selector: the test does its work
    void open() throws IOException {
        channel = SocketChannel.open();
        connection = new TimedEndPoint(channel, null, key, new ScheduledExecutorScheduler());
    }

    @AfterEach
    void close() throws IOException {
        channel.close();
    }

    /** A reader comes; {@code then} happens when it may read. */
    private void reader(Runnable then) {
        reader(InvocationType.NON_BLOCKING, then);
    }

    private void reader(InvocationType type, Runnable then) {
        connection.fillInterested(Callback.from(
                type,
                () -> {
                    reads++;
                    then.run();
                },
                problem -> {
                    throw new AssertionError(problem);
                }));
    }

    /** Bytes have arrived; the selector does what it does for a key that is ready. */
    private void bytesArrive() {
        assertThat(key.interestOps()).as("the selector is interested").isEqualTo(OP_READ);
        Runnable task = connection.onSelected();
        if (task != null) {
            task.run();
        }
        connection.updateKey();
    }

    private void nobody() {}

    @Test
    void theInterestGoesOnWithoutAWordWhileRequestsFollowEachOther() {
        reader(this::nobody);
        connection.updateKey();
        for (int i = 0; i < 3; i++) {
            bytesArrive();
            reader(this::nobody);
        }

        assertThat(key.interests).as("asked of the selector").containsExactly(0, OP_READ);
        assertThat(reads).isEqualTo(3);
    }

    @Test
    void bytesThatNobodyReadsEndTheInterestUntilAReaderComes() {
        reader(this::nobody);
        connection.updateKey();
        bytesArrive();
        bytesArrive();
        assertThat(key.interestOps()).isZero();

        reader(this::nobody);
        connection.updateKey();
        bytesArrive();

        assertThat(reads).isEqualTo(2);
    }

    @Test
    void aReaderThatComesWhileTheInterestEndsMissesNothing() {
        reader(this::nobody);
        connection.updateKey();
        bytesArrive();
        key.meanwhile = () -> {
            key.meanwhile = this::nobody;
            reader(() -> reader(this::nobody));
        };
        bytesArrive();
        assertThat(reads).isEqualTo(2);

        connection.updateKey();
        bytesArrive();

        assertThat(reads).isEqualTo(3);
    }

    @Test
    void theSelectorIsNotInterestedUntilAnotherThreadHasRead() {
        reader(InvocationType.BLOCKING, this::nobody);
        connection.updateKey();
        Runnable task = Objects.requireNonNull(connection.onSelected());
        connection.updateKey();
        assertThat(key.interestOps()).as("until another thread runs the task").isZero();

        task.run();
        reader(InvocationType.BLOCKING, this::nobody);
        connection.updateKey();
        bytesArrive();

        assertThat(reads).isEqualTo(2);
    }

    @Test
    void aReaderThatComesBeforeTheSelectorIsToldMissesNothing() {
        reader(this::nobody);
        connection.updateKey();
        bytesArrive();
        assertThat(connection.onSelected()).as("nobody reads").isNull();
        reader(this::nobody);
        connection.updateKey();
        bytesArrive();

        assertThat(reads).isEqualTo(2);
    }
}
