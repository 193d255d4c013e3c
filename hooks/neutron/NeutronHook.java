import io.hookline.hook.Answer;
import io.hookline.hook.CustomizeHook;
import io.hookline.hook.FinalizeHook;
import io.hookline.hook.RelatedRule;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Runs a stub of Neutron for each Neutron object without an address, and shows its content.
 *
 * <p>The stub belongs to this process, so this hook needs a hook server that has one replica.
 */
public final class NeutronHook implements SyncHook<Neutron>, FinalizeHook<Neutron>, CustomizeHook<Neutron> {

    /** By the uid of the Neutron object. */
    private final ConcurrentMap<String, NeutronStub> stubs = new ConcurrentHashMap<>();

    /** The status of a FooBar changes when Neutron gets its content, or has a new address, so that this hook is called. */
    @Override
    public List<RelatedRule> customize(Neutron neutron) {
        return List.of(RelatedRule.of("k8s.io/v1alpha2", "foobars"));
    }

    @Override
    public Answer sync(Sync<Neutron> in) throws IOException {
        Neutron.Spec spec = in.parent().spec();
        if (spec.url() != null) {
            stop(in.parent());
            return Answer.of().status(new Neutron.Status(spec.url(), null, null, null));
        }
        NeutronStub stub = stub(in.parent());
        stub.available(spec.available());
        return Answer.of().status(new Neutron.Status(stub.url(), spec.available(), copies(stub), stub.writes()));
    }

    @Override
    public Answer finalize(Sync<Neutron> in) {
        stop(in.parent());
        return Answer.of().finalized();
    }

    private static List<Neutron.Copy> copies(NeutronStub stub) {
        return stub.copies().entrySet().stream()
                .map(copy -> new Neutron.Copy(copy.getKey(), copy.getValue()))
                .toList();
    }

    private NeutronStub stub(Neutron neutron) throws IOException {
        String uid = neutron.metadata().getUid();
        NeutronStub running = stubs.get(uid);
        if (running == null) {
            running = NeutronStub.start(); // no two calls for one parent run at the same time
            stubs.put(uid, running);
        }
        return running;
    }

    private void stop(Neutron neutron) {
        NeutronStub stub = stubs.remove(neutron.metadata().getUid());
        if (stub != null) {
            stub.close();
        }
    }
}
