package io.hookline.testing.scenario.step;

import java.util.Set;
import java.util.function.Function;

/**
 * The keyword and the reader of an operation.
 *
 * @param keyword the field of the step that names the operation
 * @param options keywords of other operations that are options of this one
 */
public record StepParser(String keyword, Set<String> options, Function<StepYaml, Step> reader) {

    public StepParser {
        options = Set.copyOf(options);
    }

    StepParser(String keyword, Function<StepYaml, Step> reader) {
        this(keyword, Set.of(), reader);
    }
}
