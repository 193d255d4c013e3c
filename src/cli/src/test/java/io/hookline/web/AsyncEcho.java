package io.hookline.web;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The paths of the tests that read a body, refuse it, or answer much, each without a thread of its own.
 *
 * @param arrived runs when a request arrives whose body is not read
 */
record AsyncEcho(Runnable arrived) implements AsyncRoute {

    /** More than the buffers of a connection take. */
    static final int LARGE = 40 << 20;

    @Override
    public boolean begin(AsyncExchange exchange) {
        switch (exchange.path()) {
            case "/reads" -> exchange.read(new Echo(exchange));
            case "/refuses" -> {
                arrived.run();
                text(exchange, 405, "no".getBytes(StandardCharsets.US_ASCII));
            }
            case "/much" -> text(exchange, 200, new byte[LARGE]);
            case "/thread" ->
                text(exchange, 200, Thread.currentThread().getName().getBytes(StandardCharsets.US_ASCII));
            default -> {
                return false;
            }
        }
        return true;
    }

    private static void text(AsyncExchange exchange, int status, byte[] body) {
        exchange.answer(status, "text/plain", Map.of(), body);
    }

    private record Echo(AsyncExchange exchange) implements AsyncExchange.BodyReceiver {
        @Override
        public void read(byte[] body) {
            text(exchange, 200, body);
        }

        @Override
        public void refused(RequestException problem) {
            text(exchange, problem.status(), ErrorBody.plain(problem.problem()));
        }

        @Override
        public void failed(Throwable problem) {
            text(exchange, 500, ErrorBody.plain(problem.toString()));
        }
    }
}
