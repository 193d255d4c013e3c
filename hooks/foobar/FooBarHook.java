import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.DecorateHook;
import io.hookline.hook.Decoration;
import io.hookline.hook.Sync;
import io.hookline.hook.UndecorateHook;
import io.hookline.hook.protocol.RelatedRule;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Gives each FooBar a Job that runs its command, and keeps a copy of the FooBar in Neutron, a system outside of the cluster. */
public final class FooBarHook implements DecorateHook<FooBar>, UndecorateHook<FooBar>, CustomizeHook<FooBar> {

    /** The watcher calls the hook sooner if the Neutron object changes. */
    private static final Duration UNTIL_THE_NEXT_TRY = Duration.ofSeconds(1);

    /** The Neutron object has the address of the outside system. */
    @Override
    public List<RelatedRule> customize(FooBar fooBar) {
        return List.of(RelatedRule.of("neutron.example.com/v1", "neutrons").named("neutron"));
    }

    @Override
    public Decoration decorate(Sync<FooBar> in) throws InterruptedException {
        FooBar fooBar = in.parent();
        Decoration decoration = Decoration.of(job(fooBar));
        Optional<NeutronClient> neutron = neutron(in);
        if (neutron.isEmpty()) {
            return decoration.status(new FooBar.Status("WaitingForNeutron", revision(fooBar)));
        }
        String content = in.parentObject().tree().path("spec").toString();
        String revision = in.hash(in.parentObject().tree().path("spec")).text();
        try {
            boolean written = neutron.get().put(fooBar.key(), content);
            Decoration synced = decoration.status(new FooBar.Status("Synced", revision));
            return written ? synced.event("Synced", "Neutron has revision " + revision) : synced;
        } catch (IOException e) {
            return unavailable(decoration.status(new FooBar.Status("NeutronUnavailable", revision(fooBar))), e);
        }
    }

    /** The finalizer stays, and with it the FooBar, until Neutron has confirmed the deletion. */
    @Override
    public Decoration undecorate(Sync<FooBar> in) throws InterruptedException {
        FooBar fooBar = in.parent();
        Optional<NeutronClient> neutron = neutron(in);
        if (neutron.isEmpty()) {
            return Decoration.of().finalized(); // Neutron was removed, and its content with it
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
                .warningEvent("NeutronUnavailable", failure.getMessage() + "; will be retried")
                .resyncAfter(UNTIL_THE_NEXT_TRY);
    }

    /** The revision that Neutron had last, which an outage does not change. */
    private static String revision(FooBar fooBar) {
        return fooBar.status() == null ? null : fooBar.status().revision();
    }

    private static Optional<NeutronClient> neutron(Sync<FooBar> in) {
        return in.related("neutron.example.com/v1", "Neutron", "neutron")
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
