package io.hookline.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlanSummaryTest {

    private static PlanRun.Plan plan(List<String> failures, List<String> incomplete) {
        return new PlanRun.Plan(1, 2, List.of(), List.of(), List.of(), failures, incomplete);
    }

    @Test
    void aCompletePlanIsCounted() {
        assertThat(plan(List.of(), List.of()).summary())
                .isEqualTo("0 writes planned for 2 parents of 1 controller; nothing was written");
    }

    @Test
    void aPlanThatIsNotCompleteDoesNotLookLikeOneWithoutWrites() {
        assertThat(plan(List.of("CompositeController a Foo b/c: timeout"), List.of())
                        .summary())
                .isEqualTo("the plan is not complete: 0 writes planned for 2 parents of 1 controller;"
                        + " nothing was written");
        assertThat(plan(List.of(), List.of("Foo b/d")).summary()).startsWith("the plan is not complete: ");
    }

    @Test
    void aServiceWithoutAddressIsRecognized() {
        assertThat(plan(List.of("Foo b/c: Post \"http://hooks.hookline:80/a/sync\": no such host"), List.of())
                        .lacksHooks())
                .isTrue();
        assertThat(plan(List.of("Foo b/c: timeout"), List.of()).lacksHooks()).isFalse();
    }
}
