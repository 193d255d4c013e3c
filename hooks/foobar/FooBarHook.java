import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.DecorateHook;
import io.hookline.hook.Decoration;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.UndecorateHook;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Gives each FooBar a Job that runs its command, and keeps a copy of the FooBar in Neutron, a system outside of the cluster. */
public final class FooBarHook implements DecorateHook<FooBar>, UndecorateHook<FooBar>, CustomizeHook<FooBar> {

    private static final String API_VERSION = "neutron.example.com/v1";
    private static final String KIND = "Neutron";
    private static final String NAME = "neutron";

    /** The watcher calls the hook sooner if the Neutron object changes. */
    private static final Duration UNTIL_THE_NEXT_TRY = Duration.ofSeconds(1);

    /** The Neutron object has the address of the outside system. */
    @Override
    public List<RelatedRule> customize(FooBar fooBar) {
        return List.of(RelatedRule.of(API_VERSION, "neutrons").named(NAME));
    }

    @Override
    public Decoration decorate(Sync<FooBar> in) throws InterruptedException {
        FooBar fooBar = in.parent();
        Decoration decoration = Decoration.of(job(fooBar));
        Optional<NeutronClient> neutron = neutron(in);
        if (neutron.isEmpty()) {
            return decoration.status(fooBar.in("WaitingForNeutron"));
        }
        JsonNode spec = in.parentObject().tree().path("spec"); // with the fields that the record does not have
        String revision = in.hash(spec).text();
        try {
            boolean written = neutron.get().put(fooBar.key(), spec.toString());
            Decoration synced = decoration.status(
                    new FooBar.Status("Synced", revision, neutron.get().address(fooBar.key())));
            return written ? synced.event("Synced", "Neutron has revision " + revision) : synced;
        } catch (IOException e) {
            return unavailable(decoration.status(fooBar.in("NeutronUnavailable")), e);
        }
    }

    /** The finalizer stays, and with it the FooBar, until Neutron has confirmed the deletion. */
    @Override
    public Decoration undecorate(Sync<FooBar> in) throws InterruptedException {
        FooBar fooBar = in.parent();
        if (in.related(API_VERSION, KIND, NAME).isEmpty()) {
            return Decoration.of().finalized(); // Neutron was removed, and its content with it
        }
        Optional<NeutronClient> neutron = neutron(in);
        if (neutron.isEmpty()) {
            return Decoration.of(job(fooBar)); // it may have a copy: its address calls the hook again
        }
        try {
            neutron.get().delete(fooBar.key());
            return Decoration.of()
                    .event("Deleted", "Neutron has no copy any more")
                    .finalized();
        } catch (IOException e) {
            return unavailable(Decoration.of(job(fooBar)), e);
        }
    }

    private static Decoration unavailable(Decoration decoration, IOException failure) {
        return decoration
                .warning("NeutronUnavailable", failure.getMessage() + "; will be retried")
                .resyncAfter(UNTIL_THE_NEXT_TRY);
    }

    private static Optional<NeutronClient> neutron(Sync<FooBar> in) {
        return in.related(API_VERSION, KIND, NAME)
                .map(neutron -> neutron.tree().at("/status/url").asText())
                .filter(url -> !url.isEmpty())
                .map(NeutronClient::new);
    }

    private static Job job(FooBar fooBar) {
        return new JobBuilder()
                .withNewMetadata()
                .withName(fooBar.name() + "-run")
                .endMetadata()
                .withNewSpec()
                .withBackoffLimit(2)
                .withNewTemplate()
                .withNewSpec()
                .withRestartPolicy("Never")
                .addNewContainer()
                .withName("command")
                .withImage("busybox:1.37")
                .withCommand("sh", "-c")
                .withArgs(fooBar.spec().command())
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }
}
