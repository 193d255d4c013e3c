import io.hookline.hook.Answer;
import io.hookline.hook.FinalizeHook;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Runs a stub of the device for each Room without an address.
 *
 * <p>The stub belongs to this process, so this hook needs a hook server that has one replica.
 */
public final class RoomHook implements SyncHook<Room>, FinalizeHook<Room> {

    /** By the uid of the Room. */
    private final ConcurrentMap<String, RoomStub> stubs = new ConcurrentHashMap<>();

    @Override
    public Answer sync(Sync<Room> in) throws IOException {
        Room room = in.parent();
        if (room.spec().url() != null) {
            stop(room);
            return Answer.of().status(new Room.Status(room.spec().url()));
        }
        RoomStub stub = stub(room);
        stub.available(room.spec().available());
        return Answer.of().status(new Room.Status(stub.url()));
    }

    @Override
    public Answer finalize(Sync<Room> in) {
        stop(in.parent());
        return Answer.of().finalized();
    }

    private RoomStub stub(Room room) throws IOException {
        String uid = room.metadata().getUid();
        RoomStub running = stubs.get(uid);
        if (running == null) {
            running = RoomStub.start(); // no two calls for one parent run at the same time
            stubs.put(uid, running);
        }
        return running;
    }

    private void stop(Room room) {
        RoomStub stub = stubs.remove(room.metadata().getUid());
        if (stub != null) {
            stub.close();
        }
    }
}
