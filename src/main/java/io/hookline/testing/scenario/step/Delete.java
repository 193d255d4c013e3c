package io.hookline.testing.scenario.step;

import static io.hookline.testing.scenario.step.Phrases.within;

import io.hookline.cluster.DeleteOptions.Propagation;
import io.hookline.testing.scenario.file.MappingReader;
import io.hookline.testing.scenario.file.ObjectRef;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code delete}: requests the deletion of an object without waiting for its end. */
record Delete(ObjectRef target, Propagation propagation) implements Step {

    static Delete read(StepYaml yaml) {
        return new Delete(yaml.target(), propagation(yaml.fields()));
    }

    private static Propagation propagation(MappingReader fields) {
        String text = fields.optionalText("propagation").orElse("Background");
        return Arrays.stream(Propagation.values())
                .filter(p -> p.name().equals(text.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() ->
                        fields.problem("propagation", "expected Background, Foreground or Orphan, was '" + text + "'"));
    }

    @Override
    public String describe(Duration within) {
        return "to delete " + target + within(within);
    }

    @Override
    public List<ObjectRef> objects() {
        return List.of(target);
    }

    @Override
    public Delete resolve(Variables variables) {
        return new Delete(variables.fill(target), propagation);
    }

    @Override
    public Optional<String> run(StepContext context) throws InterruptedException {
        return context.write(() -> context.objects().delete(target, "", propagation));
    }
}
