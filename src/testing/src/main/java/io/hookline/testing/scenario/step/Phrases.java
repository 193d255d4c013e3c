package io.hookline.testing.scenario.step;

import io.hookline.object.KubeObject;
import io.hookline.testing.scenario.environment.ObjectYaml;
import io.hookline.testing.scenario.file.Durations;
import io.hookline.testing.scenario.file.ValueMatcher;
import io.hookline.testing.scenario.file.ValuePath;
import java.time.Duration;
import java.util.Optional;

/** Text that the descriptions of operations share. */
final class Phrases {
    private Phrases() {}

    static String within(Duration limit) {
        return " within " + Durations.text(limit);
    }

    static String stays(Duration still) {
        return still.isZero() ? "" : ", staying so for " + Durations.text(still);
    }

    /** A value of an object, without the values of Secrets. */
    static String value(ValuePath path, KubeObject object) {
        return ValueMatcher.show(path.read(ObjectYaml.redacted(object)));
    }

    static String refused(Optional<ValueMatcher> refusal) {
        return refusal.map(message -> " and be refused with a message " + message)
                .orElse("");
    }
}
