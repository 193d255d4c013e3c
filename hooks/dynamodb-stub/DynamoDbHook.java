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
 * Runs a stub for each DynamoDb object without an address, and shows its tables.
 *
 * <p>The stub belongs to this process, so this hook needs a hook server that has one replica.
 */
public final class DynamoDbHook implements SyncHook<DynamoDb>, FinalizeHook<DynamoDb>, CustomizeHook<DynamoDb> {

    /** By the uid of the DynamoDb object. */
    private final ConcurrentMap<String, DynamoDbStub> stubs = new ConcurrentHashMap<>();

    /** The status of a Table changes after a request, so that this hook is called. */
    @Override
    public List<RelatedRule> customize(DynamoDb service) {
        return List.of(RelatedRule.of("dynamodb.example.com/v1", "tables")
                .inNamespace(service.metadata().getNamespace()));
    }

    @Override
    public Answer sync(Sync<DynamoDb> in) throws IOException {
        DynamoDb.Spec spec = in.parent().spec();
        if (spec.url() != null) {
            stop(in.parent());
            return Answer.of().status(new DynamoDb.Status(spec.url(), null, null, null));
        }
        DynamoDbStub stub = stub(in.parent());
        stub.available(spec.available());
        stub.losses(spec.losses());
        return Answer.of().status(new DynamoDb.Status(stub.url(), spec.available(), stub.tables(), stub.requests()));
    }

    @Override
    public Answer finalize(Sync<DynamoDb> in) {
        stop(in.parent());
        return Answer.of().finalized();
    }

    private DynamoDbStub stub(DynamoDb service) throws IOException {
        String uid = service.metadata().getUid();
        DynamoDbStub running = stubs.get(uid);
        if (running == null) {
            running = DynamoDbStub.start(); // no two calls for one parent run at the same time
            stubs.put(uid, running);
        }
        return running;
    }

    private void stop(DynamoDb service) {
        DynamoDbStub stub = stubs.remove(service.metadata().getUid());
        if (stub != null) {
            stub.close();
        }
    }
}
