package io.hookline.testing.scenario.step;

import static io.hookline.testing.scenario.step.Phrases.refused;
import static io.hookline.testing.scenario.step.Phrases.within;

import io.hookline.testing.scenario.file.Manifest;
import io.hookline.testing.scenario.file.ObjectRef;
import io.hookline.testing.scenario.file.ValueMatcher;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * {@code apply}, {@code create}: writes objects.
 *
 * @param replace whether an existing object is changed to the manifest; otherwise the object must not exist
 * @param refusal the expected message, if the API server must reject the write
 */
record Apply(List<Manifest> manifests, boolean replace, Optional<ValueMatcher> refusal) implements Step {

    Apply {
        manifests = List.copyOf(manifests);
    }

    static Apply applied(StepYaml yaml) {
        return new Apply(yaml.manifests(), true, ValueMatcher.refusal(yaml.fields()));
    }

    static Apply created(StepYaml yaml) {
        return new Apply(yaml.manifests(), false, ValueMatcher.refusal(yaml.fields()));
    }

    @Override
    public String describe(Duration within) {
        String names = objects().stream().map(ObjectRef::toString).collect(Collectors.joining(", "));
        return (replace ? "to apply " : "to create ") + names + refused(refusal) + within(within);
    }

    @Override
    public List<ObjectRef> objects() {
        return manifests.stream()
                .map(Manifest::object)
                .map(object -> new ObjectRef(object.kind(), object.name()))
                .toList();
    }

    @Override
    public Apply resolve(Variables variables) {
        return new Apply(manifests.stream().map(variables::fill).toList(), replace, refusal);
    }

    @Override
    public Optional<String> run(StepContext context) throws InterruptedException {
        for (Manifest manifest : manifests) {
            Runnable write = replace
                    ? () -> context.installer().apply(manifest, context.namespace())
                    : () -> context.installer().create(manifest, context.namespace());
            Optional<String> failure = context.write(refusal, write);
            if (failure.isPresent()) {
                return Optional.of(manifest.object() + " of " + manifest.place() + ": " + failure.get());
            }
        }
        return Optional.empty();
    }
}
