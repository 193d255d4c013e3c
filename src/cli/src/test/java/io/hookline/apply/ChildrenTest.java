package io.hookline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.hookline.object.ApiResource;
import io.hookline.object.KubeObject;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChildrenTest {

    private static Child pod(String spec) {
        KubeObject pod = KubeObject.of(
                "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"namespace\":\"ns\",\"name\":\"a\"},\"spec\":"
                        + spec + "}");
        return Child.observed(
                new ApiResource("v1", "pods", "pod", "Pod", true, List.of(), List.of(), Set.of(), Set.of()), pod);
    }

    @Test
    void ofSeveralDesiredChildrenWithOneKeyTheLastCounts() {
        Child last = pod("{\"x\":2}");

        Children children = Children.of(List.of(pod("{\"x\":1}"), last));

        assertThat(children.find(last.kind(), last.key())).contains(last);
        assertThat(children.size()).isEqualTo(1);
    }
}
