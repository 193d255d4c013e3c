package io.hookline.server.executable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads one output stream of a process, and keeps its beginning.
 *
 * <p>The stream is read to its end, because a full pipe would block the process.
 */
final class ProcessOutput implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessOutput.class);

    /** After the process has ended, its output is complete when nothing more was read for this time. */
    private static final long QUIET_MILLIS = 500;

    private final InputStream in;
    private final int keep;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final CountDownLatch end = new CountDownLatch(1);

    ProcessOutput(InputStream in, int keep) {
        this.in = in;
        this.keep = keep;
    }

    @Override
    public void run() {
        byte[] chunk = new byte[16 << 10];
        try {
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                keep(chunk, n);
            }
        } catch (IOException e) {
            LOG.atDebug().setCause(e).log("reading the output of a process failed");
        } finally {
            end.countDown();
        }
    }

    private synchronized void keep(byte[] chunk, int n) {
        kept.write(chunk, 0, Math.min(n, keep - kept.size()));
    }

    private synchronized int size() {
        return kept.size();
    }

    /** Returns the output after the process has ended. Does not wait for other processes that hold the stream open. */
    byte[] afterExit() throws InterruptedException {
        int before = -1;
        while (!end.await(QUIET_MILLIS, TimeUnit.MILLISECONDS) && size() > before) {
            before = size();
        }
        synchronized (this) {
            return kept.toByteArray();
        }
    }
}
