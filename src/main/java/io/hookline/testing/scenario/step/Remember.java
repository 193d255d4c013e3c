package io.hookline.testing.scenario.step;

import static io.hookline.testing.scenario.step.Phrases.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hookline.testing.scenario.environment.CheckResult;
import io.hookline.testing.scenario.file.MappingReader;
import io.hookline.testing.scenario.file.ObjectRef;
import io.hookline.testing.scenario.file.ValuePath;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code remember}: stores values for later steps. */
record Remember(ObjectRef target, Map<String, ValuePath> values) implements Step {

    Remember {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values)); // in the order of the file, for messages
    }

    static Remember read(StepYaml yaml) {
        Map<String, ValuePath> values = new LinkedHashMap<>();
        MappingReader as = yaml.fields().inner("as");
        as.names().forEach(name -> values.put(name, as.path(name)));
        return new Remember(yaml.target(), values);
    }

    @Override
    public String describe(Duration within) {
        return "to read " + values + " of " + target + within(within);
    }

    @Override
    public List<ObjectRef> objects() {
        return List.of(target);
    }

    @Override
    public Remember resolve(Variables variables) {
        return new Remember(variables.fill(target), values);
    }

    @Override
    public Optional<String> run(StepContext context) throws InterruptedException {
        return context.until(() -> {
            ObjectNode object = context.objects().get(target).tree();
            for (Map.Entry<String, ValuePath> value : values.entrySet()) {
                JsonNode found = value.getValue().read(object);
                if (found.isMissingNode()) {
                    return new CheckResult.NotYet("no value at " + value.getValue());
                }
                context.variables().put(value.getKey(), found);
            }
            return CheckResult.holds();
        });
    }
}
