package io.hookline.testing.scenario.step;

import java.util.Set;
import java.util.function.Function;

/**
 * How a step is recognised and read.
 *
 * @param keyword the field that names it
 * @param options keywords of other operations that are options of this one
 */
public record Operation(String keyword, Set<String> options, Function<StepYaml, Step> reader) {

    public Operation {
        options = Set.copyOf(options);
    }

    Operation(String keyword, Function<StepYaml, Step> reader) {
        this(keyword, Set.of(), reader);
    }
}
