package io.hookline.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.object.Json;
import io.hookline.object.KubeObject;
import io.hookline.trace.Causes;
import io.hookline.trace.Trace;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.event.KeyValuePair;

class JsonLayoutTest {

    private static final LoggerContext CONTEXT = new LoggerContext();

    private static LoggingEvent event(String message, @Nullable Throwable failure) {
        LoggingEvent event = new LoggingEvent(
                "", CONTEXT.getLogger("io.hookline.watcher.Parents"), Level.WARN, message, failure, null);
        event.setInstant(Instant.parse("2026-11-21T10:00:00.250Z"));
        return event;
    }

    private static JsonNode parsed(LoggingEvent event) {
        String line = new JsonLayout().doLayout(event);
        assertThat(line).endsWith("}\n").containsOnlyOnce("\n");
        return Json.parse(line.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aLineHasMetacontrollersFieldsInTheirOrder() {
        LoggingEvent event = event("it failed", null);
        event.addKeyValuePair(new KeyValuePair("parent", "Thing default/a"));
        event.addKeyValuePair(new KeyValuePair("count", 3));
        event.addKeyValuePair(new KeyValuePair("ready", true));
        event.addKeyValuePair(new KeyValuePair("nothing", null));

        assertThat(new JsonLayout().doLayout(event))
                .isEqualTo("{\"level\":\"warn\",\"ts\":\"2026-11-21T10:00:00.250Z\",\"logger\":\"watcher.Parents\","
                        + "\"msg\":\"it failed\",\"parent\":\"Thing default/a\",\"count\":3,\"ready\":true,"
                        + "\"nothing\":\"null\"}\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"quoted\" \\ and \t more", "two\nlines", "\u0000\u001f", "naïve 😀 \u2028"})
    void anyTextStaysOnItsLineAndCanBeReadBack(String text) {
        LoggingEvent event = event("x", null);
        event.addKeyValuePair(new KeyValuePair("value", text));
        event.addKeyValuePair(new KeyValuePair(text, "as a key"));

        assertThat(parsed(event).path("value").textValue()).isEqualTo(text);
        assertThat(parsed(event).path(text).textValue()).isEqualTo("as a key");
        assertThat(parsed(event(text, null)).path("msg").textValue()).isEqualTo(text);
    }

    @Test
    void aDurationIsANumberOfSecondsAsInMetacontroller() {
        LoggingEvent event = event("x", null);
        event.addKeyValuePair(new KeyValuePair("next", Duration.ofMillis(5)));
        event.addKeyValuePair(new KeyValuePair("within", Duration.ofSeconds(5, 194_498_639)));
        event.addKeyValuePair(new KeyValuePair("delay", Duration.ofMinutes(30)));

        assertThat(new JsonLayout().doLayout(event))
                .endsWith("\"next\":0.005,\"within\":5.194498639,\"delay\":1800}\n");
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, 1e300, -0.5})
    void everyNumberMakesALineOfJson(double number) {
        LoggingEvent event = event("x", null);
        event.addKeyValuePair(new KeyValuePair("value", number));

        assertThat(parsed(event).path("value").asText()).isEqualTo(String.valueOf(number));
    }

    @Test
    void aFailureComesWithItsStack() {
        JsonNode line = parsed(event("x", new IllegalStateException("why \"so\"")));

        assertThat(line.path("stacktrace").textValue())
                .startsWith("java.lang.IllegalStateException: why \"so\"")
                .contains("JsonLayoutTest.aFailureComesWithItsStack");
    }

    @Test
    void belowTheLevelForStackTracesAFailureIsItsText() {
        String line = new JsonLayout(Level.ERROR, LogTime.EPOCH).doLayout(event("x", new IllegalStateException("why")));

        assertThat(line)
                .contains("\"ts\":1795255200.250000000", "\"stacktrace\":\"java.lang.IllegalStateException: why\"");
    }

    @Test
    void aLineOfASyncHasItsTrace() {
        List<String> lines = new ArrayList<>();
        Trace.start(() -> 1, Causes.NONE, null, Instant.EPOCH, Instant.EPOCH)
                .run(() -> lines.add(new JsonLayout().doLayout(event("created", null))));
        lines.add(new JsonLayout().doLayout(event("created", null)));

        assertThat(lines.getFirst()).endsWith(",\"trace\":\"00000000000000010000000000000001\"}\n");
        assertThat(lines.getLast()).doesNotContain("trace");
    }

    @Test
    void theLoggerIsThatOfTheControllerAndAnObjectIsWhatIdentifiesIt() {
        LoggingEvent event = event("synced", null);
        event.addKeyValuePair(new KeyValuePair("controller", new ControllerName(ControllerType.COMPOSITE, "web")));
        event.addKeyValuePair(new KeyValuePair("parent", KubeObject.of("""
                {"apiVersion":"e.com/v1","kind":"Thing","metadata":{"name":"a","namespace":"default"},"spec":{"x":1}}
                """.getBytes(StandardCharsets.UTF_8))));

        assertThat(new JsonLayout().doLayout(event))
                .contains("\"logger\":\"composite.web\"", "\"controller\":\"CompositeController-web\"")
                .contains("\"parent\":{\"apiVersion\":\"e.com/v1\",\"kind\":\"Thing\",\"namespace\":\"default\","
                        + "\"name\":\"a\"}")
                .doesNotContain("spec");
    }
}
