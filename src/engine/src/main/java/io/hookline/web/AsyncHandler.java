package io.hookline.web;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;

/**
 * Offers each request to an {@link AsyncRoute}, and passes the others on to the routes, each on a virtual thread.
 *
 * <p>It never blocks, and says so: the thread that has read a request calls it directly. Otherwise Jetty would start a
 * thread for each request before anything is known about it.
 */
final class AsyncHandler extends Handler.Wrapper {

    /**
     * Compressed bodies that wait for a thread. Their memory counts in the budget; more of them would wait too long.
     */
    private static final int MAX_WAITING = 64;

    private static final int IDLE_SECONDS = 10;

    private final AsyncRoute route;
    private final BodyLimits limits;
    private final Drain drain;
    private final Executor threads;
    private final ThreadPoolExecutor inflaters = inflaters();

    AsyncHandler(AsyncRoute route, BodyLimits limits, Drain drain, Executor threads) {
        this.route = route;
        this.limits = limits;
        this.drain = drain;
        this.threads = threads;
    }

    /**
     * Few threads: what a small body inflates to costs much, and anyone may send it. They are no virtual threads,
     * because those that answer the other requests would wait for them: a virtual thread that computes keeps its
     * carrier.
     */
    private static ThreadPoolExecutor inflaters() {
        int count = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        ThreadPoolExecutor inflaters = new ThreadPoolExecutor(
                count,
                count,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING),
                Thread.ofPlatform().daemon().name("inflate-", 0).factory());
        inflaters.allowCoreThreadTimeOut(true);
        return inflaters;
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        inflaters.shutdown();
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        if (!route.begin(new AsyncExchange(request, response, callback, limits, drain, inflaters))) {
            threads.execute(() -> passOn(request, response, callback));
        }
        return true;
    }

    private void passOn(Request request, Response response, Callback callback) {
        try {
            if (!super.handle(request, response, callback)) {
                Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
            }
        } catch (Throwable e) {
            callback.failed(e);
        }
    }

    /**
     * Connections of an {@link AsyncHandler}. The thread that has completed a response looks for the next request
     * itself. Jetty would wake up another thread for that, because a handler could block; an {@link AsyncHandler} does
     * not.
     */
    static final class InlineConnections extends HttpConnectionFactory {

        InlineConnections(HttpConfiguration configuration) {
            super(configuration);
        }

        @Override
        public Connection newConnection(Connector connector, EndPoint endPoint) {
            return configure(new Inline(getHttpConfiguration(), connector, endPoint), connector, endPoint);
        }

        private static final class Inline extends HttpConnection {
            private final Executor own = this::execute;
            private final Callback fillable =
                    Callback.from(InvocationType.NON_BLOCKING, this::onFillable, this::onFillInterestedFailed);

            Inline(HttpConfiguration configuration, Connector connector, EndPoint endPoint) {
                super(configuration, connector, endPoint);
            }

            @Override
            protected Executor getExecutor() {
                return own;
            }

            private void execute(Runnable task) {
                if (!equals(task)) {
                    super.getExecutor().execute(task);
                } else if (getParser().isStart() && isRequestBufferEmpty()) {
                    fillInterested(fillable); // a read would find nothing: the client has only now got its response
                } else {
                    run();
                }
            }
        }
    }
}
