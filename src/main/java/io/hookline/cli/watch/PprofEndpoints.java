package io.hookline.cli.watch;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.InputStream;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Profiles of the JVM at the paths where Metacontroller serves those of Go. Their formats are those of the JVM: Go's
 * tools cannot read them.
 */
record PprofEndpoints(Profiles profiles) {

    private static final int DEFAULT_SECONDS = 30;
    private static final int MAX_SECONDS = 300;
    private static final int BAD_REQUEST = 400;
    private static final int CONFLICT = 409;

    private static final String INDEX = """
            <!DOCTYPE html>
            <html><head><title>/debug/pprof/</title></head><body>
            <h1>Profiles of this JVM</h1>
            <p>The formats are those of the JVM, not of Go.</p>
            <table>
            <tr><td><a href="profile?seconds=30">profile</a></td><td>a flight recording of CPU, allocation, locks and I/O for
            <code>seconds</code> (1 to 300, default 30), one at a time; open it with <code>jfr summary</code> or JDK Mission
            Control</td></tr>
            <tr><td><a href="goroutine?debug=2">goroutine</a></td><td>the stacks of all threads, platform and virtual</td></tr>
            <tr><td><a href="heap">heap</a></td><td>the objects of the heap by class; <code>gc=1</code> collects garbage
            first, which stops the process for a moment</td></tr>
            <tr><td><a href="cmdline">cmdline</a></td><td>the command line</td></tr>
            </table></body></html>
            """;

    void addTo(RoutesConfig routes) {
        routes.get(
                "/debug/pprof/",
                ctx -> ctx.contentType("text/html; charset=utf-8").result(INDEX));
        routes.get("/debug/pprof/cmdline", ctx -> text(ctx, Profiles.commandLine()));
        routes.get("/debug/pprof/goroutine", ctx -> text(ctx, Profiles.threads()));
        routes.get("/debug/pprof/heap", ctx -> text(ctx, Profiles.heap("1".equals(ctx.queryParam("gc")))));
        routes.get("/debug/pprof/profile", this::profile);
    }

    private static void text(Context ctx, String text) {
        ctx.contentType("text/plain; charset=utf-8").result(text);
    }

    private void profile(Context ctx) throws Exception {
        Optional<Integer> seconds = seconds(ctx.queryParam("seconds"));
        if (seconds.isEmpty()) {
            text(ctx.status(BAD_REQUEST), "seconds: expected 1 to " + MAX_SECONDS + "\n");
            return;
        }
        Optional<InputStream> recorded = profiles.record(Duration.ofSeconds(seconds.get()));
        if (recorded.isEmpty()) {
            text(ctx.status(CONFLICT), "another profile is being recorded; try again after it has ended\n");
            return;
        }
        ctx.contentType("application/octet-stream")
                .header("Content-Disposition", "attachment; filename=\"hookline.jfr\"")
                .result(recorded.get());
    }

    private static Optional<Integer> seconds(@Nullable String text) {
        if (text == null) {
            return Optional.of(DEFAULT_SECONDS);
        }
        return text.matches("[0-9]{1,3}")
                ? Optional.of(Integer.valueOf(text)).filter(each -> each >= 1 && each <= MAX_SECONDS)
                : Optional.empty();
    }
}
