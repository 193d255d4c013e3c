import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.hookline.hook.Answer;
import io.hookline.hook.Sync;
import io.hookline.hook.SyncHook;
import java.util.Map;

/** Creates a ConfigMap for each note. The status contains its observed text, which may differ from the desired text. */
public final class NoteHook implements SyncHook<Note> {

    @Override
    public Answer sync(Sync<Note> in) {
        Note note = in.parent();
        ConfigMap wanted = new ConfigMapBuilder()
                .withNewMetadata()
                .withName(note.name())
                .endMetadata()
                .addToData("text", note.spec().text())
                .build();
        String shown = in.child(ConfigMap.class, note.name())
                .map(ConfigMap::getData)
                .map(data -> data.get("text"))
                .orElse("");
        return Answer.of(wanted).status(Map.of("shown", shown));
    }
}
