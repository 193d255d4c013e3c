package io.hookline.web;

import io.javalin.config.RoutesConfig;
import java.util.function.Consumer;

/** The connection after a request that was answered without a thread, before its body was read. */
class AsyncUnreadBodyTest extends UnreadBodyTest {

    @Override
    WebServer start(WebOptions options, Consumer<RoutesConfig> routes) {
        return WebServer.start(options, new AsyncEcho(arrived::countDown), routes);
    }
}
