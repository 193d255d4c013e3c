package io.hookline.watcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.hook.protocol.ControllerType;
import io.hookline.spec.ParentRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text that a leader leaves for the next one. */
class HandoverTest {

    @Test
    void itIsReadAsItWasWritten() {
        String text = "{\"CompositeController/web\":[\"example.com/v1/webs\"],"
                + "\"DecoratorController/web\":[\"v1/pods\",\"apps/v1/deployments\"]}";

        Handover handover = Handover.parse(text);

        assertThat(handover.text()).isEqualTo(text);
        assertThat(handover.kinds().get(new ControllerKey(ControllerType.DECORATOR, "web")))
                .extracting(ParentRule::apiVersion, ParentRule::resource)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("v1", "pods"),
                        org.assertj.core.groups.Tuple.tuple("apps/v1", "deployments"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "null", "{\"Other/x\":[\"v1/pods\"]}"})
    void whatIsNotReadableIsIgnored(String text) {
        assertThat(Handover.parse(text).kinds()).isEmpty();
        assertThat(Handover.parse(text).text()).isEmpty();
    }
}
