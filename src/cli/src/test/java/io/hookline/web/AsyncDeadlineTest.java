package io.hookline.web;

import io.javalin.config.RoutesConfig;
import java.util.function.Consumer;

/** The deadlines of requests that are answered without a thread, and of those that are passed on to the routes. */
class AsyncDeadlineTest extends RequestDeadlineTest {

    @Override
    WebServer start(WebOptions options, Consumer<RoutesConfig> routes) {
        return WebServer.start(options, new AsyncEcho(() -> {}), routes);
    }
}
