package io.hookline.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import io.hookline.hook.Event;
import io.hookline.hook.protocol.ControllerName;
import io.hookline.hook.protocol.ControllerType;
import io.hookline.object.KubeObject;
import io.hookline.testing.LogLines;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParentLogTest {

    @RegisterExtension
    private final LogLines log = new LogLines(ParentLog.class, Level.INFO);

    private Instant time = Instant.EPOCH;
    private final ParentLog observer = new ParentLog(() -> time);

    private static KubeObject parent(String metadata, String status) {
        String json = """
                {"apiVersion":"e.com/v1","kind":"Hello","metadata":{"name":"world","namespace":"default","uid":"u"%s},"status":%s}
                """.formatted(metadata, status);
        return KubeObject.of(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static ControllerName named(String controller) {
        return new ControllerName(ControllerType.COMPOSITE, controller);
    }

    private List<String> logged() {
        return log.all().stream().map(ParentLogTest::text).toList();
    }

    private static String text(ILoggingEvent event) {
        return event.getFormattedMessage() + " " + event.getKeyValuePairs();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'readyReplicas':1} | {'readyReplicas':2,'observedGeneration':3} | readyReplicas: 1 → 2
            {}                  | {'conditions':[{'type':'Ready','status':'True','reason':'Ok'}]} | Ready: True (Ok)
            {'a':1,'conditions':[{'type':'Ready','status':'False','reason':'Wait'}]} | {'a':2,'conditions':[{'type':'Ready','status':'True','reason':'MinimumReplicasAvailable','lastTransitionTime':'2026'}]} | a: 1 → 2, Ready: False → True (MinimumReplicasAvailable)
            {'conditions':[{'type':'Ready','status':'False','reason':'Wait'}]} | {'conditions':[{'type':'Ready','status':'False','reason':'Error'}]} | Ready: False (Wait → Error)
            {'conditions':[{'type':'Ready','status':'False','message':'1 of 3'}]} | {'conditions':[{'type':'Ready','status':'False','message':'2 of 3'}]} | Ready: False ("2 of 3")
            {'conditions':[{'type':'Ready','status':'True'}]} | {} | Ready: removed
            {'conditions':[{'type':'Ready','status':'True','lastTransitionTime':'1'}]} | {'conditions':[{'type':'Ready','status':'True','lastTransitionTime':'2'}]} | only times differ
            {'observedGeneration':1} | {'observedGeneration':2} | observedGeneration: 1 → 2
            {'conditions':['a']} | {'conditions':['b']} | conditions[0]: "a" → "b"
            {} | {'a':1,'b':1,'c':1,'d':1,'e':1,'f':1,'g':1} | a: absent → 1, b: absent → 1, c: absent → 1, d: absent → 1, e: absent → 1, f: absent → 1, ...
            """)
    void aWrittenStatusIsLoggedWithItsDifferences(String before, String now, String differences) {
        observer.parentWritten(named("hello"), parent("", before), parent("", now), List.of("child changed"));

        assertThat(logged())
                .containsExactly("status Hello default/world  " + differences
                        + " [controller=\"hello\", why=\"child changed\"]");
    }

    @Test
    void anEventThatAHookReturnsIsLogged() {
        observer.hookEvent(
                named("hello"), parent("", "{}"), new Event(Event.Type.NORMAL, "Emptied", "all"), List.of("a"));
        observer.hookEvent(
                named("hello"),
                parent("", "{}"),
                new Event(Event.Type.WARNING, "NoSecret", "Secret x\nis missing"),
                List.of("parent added", "hook changed"));

        assertThat(logged())
                .containsExactly(
                        "event Hello default/world  Emptied: all [controller=\"hello\", why=\"a\"]",
                        "event Hello default/world  Warning NoSecret: Secret x; is missing"
                                + " [controller=\"hello\", why=\"parent added, hook changed\"]");
    }

    @Test
    void ofManyReasonsTheFirstAreNamed() {
        observer.parentWritten(
                named("c"), parent("", "{}"), parent("", "{'a':1}"), List.of("ConfigMap a was deleted", "b", "c", "d"));

        assertThat(logged()).singleElement().asString().endsWith("why=\"ConfigMap a was deleted, b and 2 more\"]");
    }

    private void status(String before, String now, String... causes) {
        observer.parentWritten(named("c"), parent("", before), parent("", now), List.of(causes));
        time = time.plusSeconds(1);
    }

    @Test
    void numbersThatATimerChangesAreLoggedOnceAMinute() {
        for (int i = 0; i < 130; i++) {
            status("{'temperature':" + i + "}", "{'temperature':" + (i + 1) + "}", "resync");
        }

        assertThat(log.all().stream().map(ILoggingEvent::getFormattedMessage))
                .containsExactly(
                        "status Hello default/world  temperature: 0 → 1",
                        "status Hello default/world  temperature: 1 → 2",
                        "status Hello default/world  temperature: 2 → 3, from now on once a minute; -v prints each change",
                        "status Hello default/world  temperature: 62 → 63, after 59 more changes",
                        "status Hello default/world  temperature: 122 → 123, after 59 more changes");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {'phase':'Pending'} | {'phase':'Running'} | resync
            {'count':1}         | {'count':2,'first':3} | resync
            {'count':1}         | {'count':2}         | parent changed
            {'conditions':[{'type':'Ready','status':'False'}]} | {'conditions':[{'type':'Ready','status':'True'}]} | resync
            """)
    void otherChangesAreAllLogged(String before, String now, String cause) {
        for (int i = 0; i < 5; i++) {
            status(before, now, cause);
        }

        assertThat(log.all()).hasSize(5);
    }

    @Test
    void afterAnotherChangeTheNextNumbersAreLoggedAgain() {
        for (int i = 0; i < 5; i++) {
            status("{'t':1}", "{'t':2}", "resyncAfterSeconds of the hook");
        }
        status("{'t':1}", "{'t':2}", "parent changed");
        status("{'t':2}", "{'t':3}", "resync");

        assertThat(log.all()).hasSize(5);
    }

    @Test
    void metadataIsLoggedWithItsDifferences() {
        observer.parentWritten(
                named("c"),
                parent(",'labels':{'a':'1','b':'2'},'finalizers':['theirs']", "{}"),
                parent(",'labels':{'a':'2'},'annotations':{'x/y':'z'},'finalizers':['theirs','ours']", "{}"),
                List.of("parent added"));

        assertThat(logged())
                .singleElement()
                .asString()
                .startsWith("updated Hello default/world  label a: \"1\" → \"2\", label b: \"2\" → absent,"
                        + " annotation x/y: absent → \"z\", finalizer ours added");
    }

    @Test
    void theRecordOfASecretIsADifferenceWithoutItsValues() {
        String secret = """
                {"apiVersion":"v1","kind":"Secret","metadata":{"name":"db","annotations":{
                  "kubectl.kubernetes.io/last-applied-configuration":"{\\"stringData\\":{\\"a\\":\\"%s\\"}}"}}}""";
        observer.parentWritten(
                named("c"),
                KubeObject.of(secret.formatted("hunter2")),
                KubeObject.of(secret.formatted("swordfish")),
                List.of());

        assertThat(logged())
                .singleElement()
                .asString()
                .contains("annotation kubectl.kubernetes.io/last-applied-configuration: (hidden) → (hidden)");
    }

    @Test
    void aParentWhoseFinalizerIsRemovedIsReleased() {
        observer.parentWritten(
                named("c"),
                parent(",'deletionTimestamp':'2026-01-01T00:00:00Z','finalizers':['ours']", "{}"),
                parent(",'deletionTimestamp':'2026-01-01T00:00:00Z'", "{}"),
                List.of());

        assertThat(logged())
                .singleElement()
                .asString()
                .startsWith("released Hello default/world  finalizer ours removed");
    }

    @Test
    void aWriteThatChangedNothingIsNotLogged() {
        observer.parentWritten(named("c"), parent("", "{'a':1}"), parent("", "{'a':1}"), List.of());

        assertThat(logged()).isEmpty();
    }

    @Test
    void theDeletionOfAParentIsLoggedOnceThoughSeveralControllersReportIt() {
        KubeObject dying = parent(",'deletionTimestamp':'2026-01-01T00:00:00Z','finalizers':['ours','theirs']", "{}");

        observer.parentBeingDeleted(named("c"), dying);
        observer.parentBeingDeleted(named("d"), dying);
        observer.parentDeleted(named("c"), dying);
        observer.parentDeleted(named("d"), dying);

        assertThat(logged())
                .containsExactly(
                        "deleting Hello default/world  stays until its finalizers are removed: ours, theirs"
                                + " [controller=\"c\", why=\"a client deleted it\"]",
                        "deleted Hello default/world [controller=\"c\", why=\"its last finalizer was removed\"]");
    }

    @Test
    void aParentWithoutFinalizersWasDeletedByAClient() {
        observer.parentDeleted(named("c"), parent("", "{}"));

        assertThat(logged()).containsExactly("deleted Hello default/world [controller=\"c\", why=\"by a client\"]");
    }
}
