package io.hookline.testing.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VariablesTest {

    private static final String SAMPLE = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: a}
            data: {next: b}
            """;

    private static final String REMEMBER = """
            - remember: cm/a
              as: {next: data.next, uid: metadata.uid}
            """;

    private final HandDrivenEnvironment hand = new HandDrivenEnvironment();

    @TempDir
    private Path root;

    private ScenarioResult run(String steps) throws Exception {
        Files.writeString(root.resolve("sample.yaml"), SAMPLE);
        Files.writeString(root.resolve("expect.yaml"), "install: [sample.yaml]\nsteps:\n" + steps.indent(2));
        return ScenarioRunner.run(Scenario.read(root), hand.environment());
    }

    @Test
    void whatWasRememberedNamesObjectsAndIsWritten() throws Exception {
        ScenarioResult result = run(REMEMBER.replace("", "") + """
                - gone: cm/${next}
                - create: {apiVersion: v1, kind: ConfigMap, metadata: {name: "${next}-1"}, data: {of: "${uid}"}}
                - expect: cm/${next}-1
                  where: {data.of: {sameAs: uid}}
                - change: cm/b-1
                  merge: {metadata: {annotations: {"${next}": "is ${next}"}}}
                - expect: cm/b-1
                  where: {metadata.annotations.b: is b}
                - unchanged: cm/${next}-1
                  still: 1s
                - delete: cm/${next}-1
                - gone: cm/b-1
                """);

        assertThat(result).isInstanceOf(ScenarioResult.Passed.class);
    }

    @Test
    void aReferenceAloneIsTheValueWithItsType() throws Exception {
        ScenarioResult result = run("""
                - create: {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {priority: 7, containers: [{name: c, image: i}]}}
                - remember: pod/p
                  as: {priority: spec.priority, containers: spec.containers}
                - create: {apiVersion: v1, kind: Pod, metadata: {name: q}, spec: {priority: "${priority}", containers: "${containers}"}}
                - expect: pod/q
                  where: {spec.priority: 7, 'spec.containers[0].image': i}
                """);

        assertThat(result).isInstanceOf(ScenarioResult.Passed.class);
    }

    @Test
    void aReferenceToAnUnknownValueStays() throws Exception {
        ScenarioResult result = run("""
                - change: cm/a
                  merge: {data: {script: "echo ${HOME} $1"}}
                - expect: cm/a
                  where: {data.script: "echo ${HOME} $1"}
                """);

        assertThat(result).isInstanceOf(ScenarioResult.Passed.class);
    }
}
