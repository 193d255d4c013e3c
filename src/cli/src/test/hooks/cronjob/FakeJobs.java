import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A CronJob with its Jobs. The answers of the hook are applied as the watcher does, and time passes as the test says. */
final class FakeJobs {

    final Map<String, Object> spec = new HashMap<>(Map.of(
            "schedule", "* * * * *",
            "timeZone", "UTC",
            "concurrencyPolicy", "Allow",
            "suspend", false,
            "successfulJobsHistoryLimit", 3,
            "failedJobsHistoryLimit", 1,
            "jobTemplate",
                    Map.of(
                            "metadata", Map.of("labels", Map.of("app", "report")),
                            "spec", Map.of("backoffLimit", 2))));

    /** All Jobs that ever started, in their order. */
    final List<String> started = new ArrayList<>();

    final Map<String, Job> jobs = new TreeMap<>();
    private final CronJobHook hook = new CronJobHook();
    private final Instant created;
    private Map<?, ?> status;
    private Instant now;

    FakeJobs(String created) {
        this.created = Instant.parse(created);
        this.now = this.created;
    }

    /** Calls the hook at this time, and applies its answer. */
    Answer at(String time) {
        return at(Instant.parse(time));
    }

    private Answer at(Instant time) {
        now = time;
        Answer answer = call();
        status = answer.sent().status(Map.class).orElseThrow();
        List<Job> desired = answer.sent().children(Job.class);
        jobs.keySet()
                .retainAll(desired.stream().map(job -> job.getMetadata().getName()).toList());
        for (Job job : desired) {
            String name = job.getMetadata().getName();
            if (!jobs.containsKey(name)) {
                started.add(name);
                jobs.put(name, created(job));
            }
        }
        return answer;
    }

    private Job created(Job job) {
        return new JobBuilder(job)
                .editMetadata()
                .withUid("uid-" + job.getMetadata().getName())
                .withCreationTimestamp(now.toString())
                .endMetadata()
                .build();
    }

    Answer call() {
        Map<String, Object> parent = new HashMap<>(Map.of(
                "apiVersion", "batch.tutorial.kubebuilder.io/v1",
                "kind", "CronJob",
                "metadata", Map.of("name", "report", "generation", 1, "creationTimestamp", created.toString()),
                "spec", spec));
        if (status != null) {
            parent.put("status", status);
        }
        return hook.sync(Sync.of(CronJob.class, parent)
                .children(jobs.values().toArray())
                .now(now)
                .build());
    }

    /** Calls the hook when it requests it, and again when the Job exists, which then finishes; until this time. */
    void until(String end) {
        while (now.isBefore(Instant.parse(end))) {
            Answer answer = at(now);
            at(now);
            finishAll();
            now = now.plus(answer.sent().resyncAfter().orElseThrow());
        }
    }

    /** Reports a Job as finished. */
    void finish(String name, String condition) {
        jobs.computeIfPresent(name, (_, job) -> new JobBuilder(job)
                .withNewStatus()
                .addNewCondition()
                .withType(condition)
                .withStatus("True")
                .endCondition()
                .endStatus()
                .build());
    }

    void finishAll() {
        List.copyOf(jobs.keySet()).forEach(name -> finish(name, "Complete"));
    }

    static String name(String start) {
        return "report-" + Instant.parse(start).getEpochSecond();
    }
}
