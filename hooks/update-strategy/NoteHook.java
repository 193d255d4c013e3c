import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.stream.Collectors;

/**
 * Returns two Cards for each Note, always with the text of the Note. When an existing Card gets this text depends on the update
 * strategy alone. The status shows the observed texts.
 */
public final class NoteHook implements SyncHook<Note> {

    @Override
    public Answer sync(Sync<Note> in) {
        Note note = in.parent();
        String text = note.spec().text();
        String shown =
                in.children(Card.class).stream().map(card -> card.spec().text()).collect(Collectors.joining(", "));
        return Answer.of(Card.named(note.name() + "-1", text), Card.named(note.name() + "-2", text))
                .status(new Note.Status(shown));
    }
}
