package io.hookline.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import io.hookline.trace.Causes;
import io.hookline.trace.Trace;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

class TextLayoutTest {

    private static String line(Ansi ansi, Level level, String message, KeyValuePair... pairs) {
        LoggingEvent event = new LoggingEvent("", new LoggerContext().getLogger("x"), level, message, null, null);
        event.setTimeStamp(0);
        event.setKeyValuePairs(List.of(pairs));
        return new TextLayout(ansi, false, false).doLayout(event).replaceAll("[0-9:]{8}", "TIME");
    }

    private static KeyValuePair pair(String key, Object value) {
        return new KeyValuePair(key, value);
    }

    @Test
    void aLineHasControllerMessageParentAndReason() {
        assertThat(line(
                        Ansi.PLAIN,
                        Level.INFO,
                        "created ConfigMap default/a",
                        pair("controller", "hello"),
                        pair("parent", "Hello default/world"),
                        pair("why", "parent added")))
                .isEqualTo("TIME  hello            created ConfigMap default/a  (Hello default/world: parent added)\n");
    }

    @Test
    void durationsAreForPeople() {
        assertThat(line(Ansi.PLAIN, Level.DEBUG, "synced", pair("took", Duration.ofNanos(358_694_329))))
                .isEqualTo("TIME  -                synced  took=358 ms\n");
    }

    @Test
    void linesOfAHookBeginWithItsName() {
        assertThat(line(
                        Ansi.PLAIN,
                        Level.INFO,
                        "hook wrote to standard error",
                        pair("hook", "hello"),
                        pair("program", "sync.py"),
                        pair("output", "one\ntwo")))
                .isEqualTo("TIME  hello            | one\nTIME  hello            | two\n");
        assertThat(line(Ansi.PLAIN, Level.WARN, "hook logged", pair("hook", "hello"), pair("line", "careful")))
                .isEqualTo("TIME  hello            WARN  | careful\n");
        assertThat(line(Ansi.PLAIN, Level.INFO, "hook loaded", pair("hook", "hello"), pair("types", "[SYNC]")))
                .isEqualTo("TIME  hello            hook loaded  types=[SYNC]\n");
    }

    @Test
    void aLineOfASyncHasItsTraceForPeopleOnlyIfTheyAskForDetails() {
        LoggingEvent event = new LoggingEvent("", new LoggerContext().getLogger("x"), Level.INFO, "a", null, null);
        List<String> lines = new ArrayList<>();
        Trace trace = Trace.start(() -> 1, Causes.NONE, null, Instant.EPOCH, Instant.EPOCH);

        trace.run(() -> List.of(
                        new TextLayout(Ansi.PLAIN, false, false),
                        new TextLayout(Ansi.PLAIN, true, true),
                        new TextLayout(Ansi.PLAIN, true, false))
                .forEach(layout -> lines.add(layout.doLayout(event))));

        assertThat(lines.subList(0, 2)).allMatch(line -> line.endsWith("a  trace=00000000000000010000000000000001\n"));
        assertThat(lines.getLast()).endsWith("a\n");
    }

    @Test
    void longLinesContinueBelowTheirText() {
        TextLayout layout = new TextLayout(Ansi.PLAIN, true, false, Level.TRACE, new LineWrap(() -> 60));
        LoggingEvent event = new LoggingEvent(
                "", new LoggerContext().getLogger("x"), Level.WARN, "created ConfigMap default/a", null, null);
        event.setKeyValuePairs(List.of(pair("controller", "compositecontroller-room"), pair("why", "parent added")));
        assertThat(layout.doLayout(event).replaceAll("^.{8}", "TIMETIME"))
                .isEqualTo("TIMETIME  compositecontroller-room  WARN  created ConfigMap\n" + " ".repeat(27)
                        + "default/a  (parent added)\n");

        event = new LoggingEvent("", new LoggerContext().getLogger("x"), Level.INFO, "hook logged", null, null);
        event.setKeyValuePairs(List.of(pair("hook", "hello"), pair("line", "a line that the hook has printed now")));
        assertThat(layout.doLayout(event).replaceAll("^.{8}", "TIMETIME"))
                .isEqualTo(
                        "TIMETIME  hello            | a line that the hook has\n" + " ".repeat(29) + "printed now\n");
    }

    @Test
    void coloursDoNotMoveTheColumns() {
        KeyValuePair controller = pair("controller", "hello");
        KeyValuePair why = pair("why", "hook changed");

        assertThat(line(Ansi.COLOURED, Level.INFO, "created ConfigMap default/a", controller, why))
                .isEqualTo("\u001b[2mTIME\u001b[0m  hello            \u001b[32mcreated\u001b[0m ConfigMap default/a"
                        + "  \u001b[2m(hook changed)\u001b[0m\n");
        assertThat(line(Ansi.COLOURED, Level.ERROR, "failed", controller))
                .isEqualTo(
                        "\u001b[2mTIME\u001b[0m  hello            \u001b[31mERROR \u001b[0m\u001b[31mfailed\u001b[0m\n");
    }
}
