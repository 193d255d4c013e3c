package io.hookline.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a process writes to one of its outputs: read to the end, since a writer must never be blocked, and kept in part. */
final class ProcessOutput implements Runnable {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessOutput.class);

    /** A process that has ended wrote all it had: what is read so long after nothing more came is the whole. */
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
            LOG.atDebug().setCause(e).log("a process ended while it was read");
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

    /** All that was written, once the process has ended. Another process may hold the other end open for ever. */
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
