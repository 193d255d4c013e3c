package io.hookline.web;

import java.util.concurrent.Executor;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Offers each request to an {@link AsyncRoute}, and passes the others on to the routes, each on a virtual thread.
 *
 * <p>It never blocks, and says so: the thread that has read a request calls it directly. Otherwise Jetty would start a thread for each
 * request before anything is known about it.
 */
final class AsyncHandler extends Handler.Wrapper {

    private final AsyncRoute route;
    private final BodyLimits limits;
    private final Drain drain;
    private final Executor threads;

    AsyncHandler(AsyncRoute route, BodyLimits limits, Drain drain, Executor threads) {
        this.route = route;
        this.limits = limits;
        this.drain = drain;
        this.threads = threads;
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        if (!route.begin(new AsyncExchange(request, response, callback, limits, drain, threads))) {
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
}
