package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Children that the API server applies, if it refuses an apply or has lost the owners of fields. */
class ServerSideTroubleTest extends ServerSideFixture {

    @Test
    void aRecreateChildStaysIfItCouldNotBeCreatedAgain() {
        start(method("Recreate"));
        answer("{\"k\":\"1\"}");
        converge();
        String uid = child().uid();
        controller.cluster.forget();

        answer(",\"labels\":{\"l\":\"not valid!\"}", "{\"k\":\"2\"}");
        assertThatThrownBy(() -> controller.sync(key()))
                .hasMessageContaining("can't recreate ConfigMap " + key())
                .hasMessageContaining("\"not valid!\"")
                .hasMessageContaining("; it stays, since the API server would refuse the new one")
                .message()
                .containsOnlyOnce(" is invalid: ");
        assertThat(writes()).containsExactly("try apply", "try create");
        assertThat(child().uid()).isEqualTo(uid);
    }

    @Test
    void aRecreateChildIsReplacedIfOnlyItsUpdateIsRefused() {
        start(method("Recreate"));
        controller.answer = immutable("1");
        converge();
        String uid = child().uid();

        controller.answer = immutable("2");
        converge();

        assertThat(child().uid()).isNotEqualTo(uid);
        assertThat(data().path("k").asText()).isEqualTo("2");
    }

    private byte[] immutable(String value) {
        String child = desired("", "{\"k\":\"" + value + "\"},\"immutable\":true");
        return Composites.children(child).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void afterTheManagedFieldsWereClearedAFieldThatIsNoLongerDesiredIsStillRemoved() {
        start(inPlace());
        answer("{\"k\":\"v\",\"gone\":\"soon\"}");
        converge();
        merge("{\"data\":{\"theirs\":\"kept\"}}", "somebody");
        merge("{\"metadata\":{\"managedFields\":[{}]}}", "somebody");
        converge();

        answer("{\"k\":\"v\"}");
        converge();

        assertThat(data().toString()).isEqualTo("{\"k\":\"v\",\"theirs\":\"kept\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Fail", "Yield"})
    void afterTheManagedFieldsWereClearedNothingConflicts(String policy) {
        start(inPlace() + ", conflictPolicy: " + policy);
        answer("{\"k\":\"v\"}");
        converge();
        merge("{\"metadata\":{\"managedFields\":[{}]}}", "somebody");
        merge("{\"data\":{\"k\":\"changed by nobody\"}}", "somebody");
        converge();
        assertThat(data().toString()).isEqualTo("{\"k\":\"v\"}");

        answer("{\"k\":\"new\"}");
        converge();

        assertThat(data().toString()).isEqualTo("{\"k\":\"new\"}");
    }

    @Test
    void aFieldThatAnotherManagerTakesAtTheSameMomentIsYieldedByTheNextSync() {
        start(inPlace() + ", conflictPolicy: Yield");
        answer("{\"k\":\"1\",\"l\":\"1\"}");
        converge();
        AtomicBoolean faster = new AtomicBoolean();
        startBehind(inPlace() + ", conflictPolicy: Yield", request -> {
            if (request.is("patch configmaps") && faster.compareAndSet(false, true)) {
                merge("{\"data\":{\"k\":\"theirs\"}}", "somebody");
            }
            return request.pass();
        });
        awaitCache();
        answer("{\"k\":\"2\",\"l\":\"2\"}");

        assertThatThrownBy(() -> controller.sync(key()))
                .hasMessageContaining("conflict with \"somebody\"")
                .hasMessageContaining("; the next sync leaves these fields to their manager");
        converge();
        assertThat(data().toString()).isEqualTo("{\"k\":\"theirs\",\"l\":\"2\"}");
    }
}
