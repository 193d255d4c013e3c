package io.hookline.web;

import java.util.concurrent.Executor;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;

/**
 * Connections of an {@link AsyncHandler}. The thread that has completed a response looks for the next request itself. Jetty would
 * wake up another thread for that, because a handler could block; an {@link AsyncHandler} does not.
 */
final class InlineConnections extends HttpConnectionFactory {

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
