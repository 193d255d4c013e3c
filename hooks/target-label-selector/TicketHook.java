import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;

/** A ConfigMap for each Ticket, which names the controller that handles it. */
public final class TicketHook implements SyncHook<Ticket> {

    @Override
    public Answer sync(Sync<Ticket> in) {
        String controller = in.controller().name();
        var work = new ConfigMapBuilder()
                .withNewMetadata()
                .withName(in.parent().name())
                .endMetadata()
                .addToData("title", in.parent().spec().title())
                .addToData("handledBy", controller)
                .build();
        return Answer.of(work).status(new Ticket.Status(controller));
    }
}
