package io.hookline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.GroupVersionKind;
import io.hookline.spec.ChildRule.UpdateStrategy;
import io.hookline.spec.ChildRule.UpdateStrategy.UpdateMethod;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UpdateStrategiesTest {

    @Test
    void ofSeveralVersionsTheFirstThatIsDeclaredCounts() {
        for (UpdateMethod first : UpdateMethod.values()) {
            Map<GroupVersionKind, UpdateStrategy> declared = new LinkedHashMap<>();
            declared.put(GroupVersionKind.of("e.com/v2", "Thing"), UpdateStrategy.of(first));
            for (int i = 0; i < 20; i++) {
                declared.put(GroupVersionKind.of("e.com/v1beta" + i, "Thing"), UpdateStrategy.of(other(first)));
            }

            assertThat(new UpdateStrategies(declared).of(GroupVersionKind.of("e.com/v3", "Thing")))
                    .contains(UpdateStrategy.of(first));
        }
    }

    private static UpdateMethod other(UpdateMethod method) {
        return UpdateMethod.values()[(method.ordinal() + 1) % UpdateMethod.values().length];
    }
}
