package io.hookline.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.web.RawHttp;
import io.hookline.web.RawHttp.Answer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Clients that call the hook of a server again and again, until the end or the first call that fails. Half of them keep their
 * connections, the other half makes a new one for each call. None repeats a call.
 */
final class HookLoad implements AutoCloseable {

    private final ServeProcess server;
    private final @Nullable SSLContext tls;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<CompletableFuture<Void>> clients = new ArrayList<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger last = new AtomicInteger();
    private volatile boolean ended;

    HookLoad(ServeProcess server, @Nullable SSLContext tls, int connections) {
        this.server = server;
        this.tls = tls;
        for (int i = 0; i < connections; i++) {
            boolean keeps = i % 2 == 0;
            clients.add(CompletableFuture.runAsync(() -> run(keeps), threads));
        }
    }

    /** The number of answered calls. */
    int calls() {
        return calls.get();
    }

    /** The number of those whose response closed the connection. */
    int last() {
        return last.get();
    }

    private void run(boolean keeps) {
        try {
            while (!ended) {
                useConnection(keeps);
            }
        } catch (IOException e) {
            throw new AssertionError("a call failed on a " + (keeps ? "kept" : "new") + " connection", e);
        }
    }

    private void useConnection(boolean keeps) throws IOException {
        try (RawHttp connection = server.connect(tls)) {
            boolean open = true;
            while (open && !ended) {
                Answer answer = connection.send(ServeProcess.call(5)).answer();
                assertThat(answer.status()).as(answer.body()).isEqualTo(200);
                calls.incrementAndGet();
                boolean closes = "close".equals(answer.headers().get("connection"));
                last.addAndGet(closes ? 1 : 0);
                open = keeps && !closes;
            }
        }
    }

    /** Ends the calls; fails if one has failed. */
    void end() {
        ended = true;
        clients.forEach(CompletableFuture::join);
    }

    @Override
    public void close() {
        ended = true;
        threads.shutdownNow();
    }
}
