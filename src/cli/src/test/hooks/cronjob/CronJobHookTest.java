import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.hookline.hook.Answer;
import io.hookline.hook.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The hook of cronjob, at times that the test sets. */
class CronJobHookTest {

    private final FakeJobs world = new FakeJobs("2026-01-01T10:00:30Z");

    private static CronJob.Status status(Answer answer) {
        return answer.sent().status(CronJob.Status.class).orElseThrow();
    }

    private static Condition scheduled(Answer answer) {
        assertThat(status(answer).conditions()).hasSize(1);
        return status(answer).conditions().getFirst();
    }

    private static List<String> active(Answer answer) {
        return status(answer).active().stream().map(ObjectReference::getName).toList();
    }

    @Test
    void aNewCronJobWaitsForItsFirstStart() {
        Answer answer = world.at("2026-01-01T10:00:30Z");

        assertThat(answer.sent().children()).isEmpty();
        assertThat(answer.sent().resyncAfter()).contains(Duration.ofSeconds(30));
        assertThat(status(answer).nextScheduleTime()).isEqualTo("2026-01-01T10:01:00Z");
        assertThat(status(answer).lastScheduleTime()).isNull();
        assertThat(scheduled(answer).getStatus()).isEqualTo("True");
    }

    @Test
    void atItsTimeAJobOfTheTemplateStartsThatIsNamedAfterTheTime() {
        Answer answer = world.at("2026-01-01T10:01:00.250Z");

        String name = FakeJobs.name("2026-01-01T10:01:00Z");
        Job job = answer.sent().child(Job.class, name).orElseThrow();
        String scheduledAt =
                job.getMetadata().getAnnotations().get("batch.tutorial.kubebuilder.io/scheduled-at");
        assertThat(name).endsWith("-" + Instant.parse(scheduledAt).getEpochSecond());
        assertThat(job.getMetadata().getLabels()).isEqualTo(Map.of("app", "report"));
        assertThat(job.getSpec().getBackoffLimit()).isEqualTo(2);
        assertThat(answer.sent().resyncAfter()).contains(Duration.ofMillis(59_750));
    }

    @Test
    void equalCallsHaveEqualAnswers() {
        world.at("2026-01-01T10:01:00Z");

        assertThat(world.call().sent().child(Job.class, world.started.getFirst()))
                .isPresent()
                .isEqualTo(world.call().sent().child(Job.class, world.started.getFirst()));
        assertThat(world.call().sent().status(Map.class)).isEqualTo(world.call().sent().status(Map.class));
    }

    @Test
    void aStartCountsWhenItsJobIsObserved() {
        Answer first = world.at("2026-01-01T10:01:00Z");
        assertThat(status(first).lastScheduleTime()).isNull();
        world.jobs.clear(); // the API server refused the Job

        Answer second = world.at("2026-01-01T10:01:05Z");

        assertThat(second.sent().children(Job.class)).hasSize(1);
        Answer third = world.at("2026-01-01T10:01:06Z");
        assertThat(status(third).lastScheduleTime()).isEqualTo("2026-01-01T10:01:00Z");
        assertThat(active(third)).containsExactly(FakeJobs.name("2026-01-01T10:01:00Z"));
        assertThat(status(third).active().getFirst().getUid()).isEqualTo("uid-" + active(third).getFirst());
    }

    @Test
    void aDeletedJobIsNotStartedAgain() {
        world.at("2026-01-01T10:01:00Z");
        world.at("2026-01-01T10:01:01Z");
        world.jobs.clear();

        Answer answer = world.at("2026-01-01T10:01:30Z");

        assertThat(answer.sent().children()).isEmpty();
        assertThat(status(answer).lastScheduleTime()).isEqualTo("2026-01-01T10:01:00Z");
    }

    @Test
    void withoutAHistoryAStartIsNotRepeated() {
        world.spec.put("successfulJobsHistoryLimit", 0);
        world.at("2026-01-01T10:01:00Z");
        world.finishAll();
        world.at("2026-01-01T10:01:10Z");

        world.at("2026-01-01T10:01:20Z");

        assertThat(world.jobs).isEmpty();
        assertThat(world.started).hasSize(1);
    }

    @Test
    void ofSeveralMissedStartsTheLatestIsMadeUpFor() {
        world.at("2026-01-01T10:45:30Z");

        assertThat(world.started).containsExactly(FakeJobs.name("2026-01-01T10:45:00Z"));
    }

    @Test
    void aStartThatIsLaterThanItsDeadlineIsNotMadeUpFor() {
        world.spec.put("schedule", "0 * * * *");
        world.spec.put("startingDeadlineSeconds", 120);

        assertThat(world.at("2026-01-01T11:02:01Z").sent().children()).isEmpty();
        assertThat(world.at("2026-01-01T12:01:59Z").sent().children()).hasSize(1);
    }

    @Test
    void moreThan100MissedStartsAreReportedAndNoneIsMadeUpFor() {
        world.at("2026-01-01T10:00:40Z");

        Answer hundred = world.at("2026-01-01T11:40:59Z");
        assertThat(hundred.sent().children()).hasSize(1);

        FakeJobs other = new FakeJobs("2026-01-01T10:00:30Z");
        Answer more = other.at("2026-01-01T11:41:00Z");
        assertThat(more.sent().children()).isEmpty();
        assertThat(more.sent().resyncAfter()).isEmpty();
        assertThat(scheduled(more).getReason()).isEqualTo("TooManyMissedStarts");
        assertThat(more.sent().events()).singleElement().satisfies(event -> {
            assertThat(event.type()).isEqualTo(Event.Type.WARNING);
            assertThat(event.message()).contains("spec.startingDeadlineSeconds");
        });

        other.spec.put("startingDeadlineSeconds", 200);
        assertThat(other.at("2026-01-01T11:41:30Z").sent().children()).hasSize(1);
    }

    @Test
    void allowRunsJobsSideBySide() {
        world.at("2026-01-01T10:01:00Z");
        world.at("2026-01-01T10:02:00Z");

        assertThat(active(world.at("2026-01-01T10:02:01Z"))).hasSize(2);
    }

    @Test
    void forbidStartsTheMissedJobWhenTheRunningOneHasFinished() {
        world.spec.put("concurrencyPolicy", "Forbid");
        world.at("2026-01-01T10:01:00Z");
        world.at("2026-01-01T10:02:00Z");
        world.at("2026-01-01T10:03:00Z");
        assertThat(world.jobs).hasSize(1);

        world.finishAll();
        world.at("2026-01-01T10:03:20Z");

        assertThat(world.started)
                .containsExactly(FakeJobs.name("2026-01-01T10:01:00Z"), FakeJobs.name("2026-01-01T10:03:00Z"));
    }

    @Test
    void replaceDeletesTheRunningJobAndStartsTheNext() {
        world.spec.put("concurrencyPolicy", "Replace");
        world.at("2026-01-01T10:01:00Z");
        world.at("2026-01-01T10:01:30Z");
        assertThat(world.jobs).hasSize(1);

        world.at("2026-01-01T10:02:00Z");

        assertThat(world.jobs).containsOnlyKeys(FakeJobs.name("2026-01-01T10:02:00Z"));
        assertThat(active(world.at("2026-01-01T10:02:01Z"))).hasSize(1);
    }

    @Test
    void aSuspendedCronJobStartsNothingAndKeepsWhatRuns() {
        world.at("2026-01-01T10:01:00Z");
        world.spec.put("suspend", true);

        Answer answer = world.at("2026-01-01T10:05:00Z");

        assertThat(world.started).hasSize(1);
        assertThat(active(answer)).hasSize(1);
        assertThat(answer.sent().resyncAfter()).isEmpty();
        assertThat(status(answer).nextScheduleTime()).isNull();
        assertThat(scheduled(answer).getReason()).isEqualTo("Suspended");
        assertThat(answer.sent().events()).isEmpty();
    }

    @Test
    void ofSuccessfulAndFailedJobsTheLatestAreKept() {
        for (int minute = 1; minute <= 6; minute++) {
            world.at("2026-01-01T10:0" + minute + ":00Z");
            String name = FakeJobs.name("2026-01-01T10:0" + minute + ":00Z");
            world.finish(name, minute % 2 == 0 ? "Failed" : "Complete");
        }
        world.spec.put("successfulJobsHistoryLimit", 2);

        world.at("2026-01-01T10:06:30Z");

        assertThat(world.jobs)
                .containsOnlyKeys(
                        FakeJobs.name("2026-01-01T10:03:00Z"),
                        FakeJobs.name("2026-01-01T10:05:00Z"),
                        FakeJobs.name("2026-01-01T10:06:00Z"));
    }

    @Test
    void aScheduleOrTimeZoneThatIsNotValidIsReported() {
        world.spec.put("schedule", "61 * * * *");
        Answer schedule = world.at("2026-01-01T10:01:00Z");
        world.spec.putAll(Map.of("schedule", "* * * * *", "timeZone", "Mars/Base"));
        Answer zone = world.at("2026-01-01T10:01:00Z");
        world.spec.putAll(Map.of("schedule", "0 0 30 2 *", "timeZone", "UTC"));
        Answer never = world.at("2026-01-01T10:01:00Z");

        assertThat(scheduled(schedule).getReason()).isEqualTo("InvalidSchedule");
        assertThat(scheduled(zone).getMessage()).contains("Mars/Base");
        assertThat(scheduled(never).getReason()).isEqualTo("NeverStarts");
        assertThat(never.sent().resyncAfter()).isEmpty();
        assertThat(never.sent().events()).hasSize(1);
    }

    @Test
    void overAMonthEndEachStartHasOneJob() {
        FakeJobs month = new FakeJobs("2026-02-26T12:00:00Z");
        month.spec.put("schedule", "0 0 * * *");

        month.until("2026-03-02T12:00:00Z");

        assertThat(month.started)
                .containsExactly(
                        FakeJobs.name("2026-02-27T00:00:00Z"),
                        FakeJobs.name("2026-02-28T00:00:00Z"),
                        FakeJobs.name("2026-03-01T00:00:00Z"),
                        FakeJobs.name("2026-03-02T00:00:00Z"));
    }

    @Test
    void whenSummerTimeBeginsAndEndsTheLocalTimeStays() {
        FakeJobs spring = new FakeJobs("2026-03-28T12:00:00Z");
        spring.spec.putAll(Map.of("schedule", "0 6 * * *", "timeZone", "Europe/Berlin"));
        FakeJobs autumn = new FakeJobs("2026-10-24T12:00:00Z");
        autumn.spec.putAll(Map.of("schedule", "0 6 * * *", "timeZone", "Europe/Berlin"));

        spring.until("2026-03-30T12:00:00Z");
        autumn.until("2026-10-26T12:00:00Z");

        assertThat(spring.started)
                .containsExactly(FakeJobs.name("2026-03-29T04:00:00Z"), FakeJobs.name("2026-03-30T04:00:00Z"));
        assertThat(autumn.started)
                .containsExactly(FakeJobs.name("2026-10-25T05:00:00Z"), FakeJobs.name("2026-10-26T05:00:00Z"));
    }

    @Test
    void eachMinuteOfSixHoursHasOneJob() {
        world.until("2026-01-01T16:00:30Z");

        assertThat(world.started).hasSize(6 * 60).doesNotHaveDuplicates();
    }
}
