package io.hookline.testing.embedded;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/** A hook author's own test, as the guide shows it. */
class HelloScenarioTest {

    @TestFactory
    Stream<DynamicNode> everyStepHolds() {
        return Scenarios.in(Path.of("examples/hello")).withHooks(Path.of("hooks")).stream()
                .map(scenario -> dynamicContainer(
                        scenario.name(), scenario.steps().map(step -> dynamicTest(step.name(), step::run))));
    }
}
