package io.hookline.testing.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hookline.testing.embedded.Faults.Fault;
import org.junit.jupiter.api.Test;

class FaultsTest {

    private final Faults faults = new Faults();

    @Test
    void aFaultThatNoRequestCanHaveIsRefused() {
        assertThatThrownBy(() -> faults.failNext(1, "post", "configmaps", Fault.CONFLICT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("verb of a fault: expected one of *, create, delete, get, list, patch, update, watch,"
                        + " was \"post\"");
        assertThatThrownBy(() -> faults.failNext(1, "create", "ConfigMap", Fault.CONFLICT))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("resource of a fault: expected a plural such as configmaps, was \"ConfigMap\"");
    }

    @Test
    void requestsInTheNamespaceOfATestThatHasEndedUseUpNoFaults() {
        faults.failNext(1, "create", "configmaps", Fault.CONFLICT);
        faults.ended("test-1");
        faults.failNext(1, "create", "configmaps", Fault.UNAVAILABLE);

        assertThat(faults.next("create", "configmaps", "test-1")).isEmpty();
        assertThat(faults.next("create", "configmaps", "test-2")).contains(Fault.UNAVAILABLE);
        assertThat(faults.failed()).isEqualTo(1);
    }
}
