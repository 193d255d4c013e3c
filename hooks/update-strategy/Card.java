import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Version;

/** A child: shows the text of a note. */
@Group("strategies.example.com")
@Version("v1")
@Kind("Card")
record Card(ObjectMeta metadata, Spec spec) {
    record Spec(String text) {}

    static Card named(String name, String text) {
        return new Card(new ObjectMetaBuilder().withName(name).build(), new Spec(text));
    }
}
