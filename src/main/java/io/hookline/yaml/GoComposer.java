package io.hookline.yaml;

import java.util.List;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.comments.CommentLine;
import org.yaml.snakeyaml.composer.Composer;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.resolver.Resolver;

/** Composes the nodes of a text. What an unquoted text without a tag stands for is left open. */
final class GoComposer extends Composer {

    /** A text that names it gains nothing. */
    private static final Tag UNRESOLVED = new Tag("tag:hookline.io:unresolved");

    /** Makes a text of what follows it. */
    private static final String NON_SPECIFIC = "!";

    GoComposer(String text, LoaderOptions options) {
        super(new ParserImpl(new StreamReader(text), options), new OpenTypes(), options);
    }

    /** Whether a scalar is unquoted and has no tag. */
    static boolean isUnresolved(ScalarNode scalar) {
        return UNRESOLVED.equals(scalar.getTag());
    }

    @Override
    protected Node composeScalarNode(String anchor, List<CommentLine> comments) {
        boolean isText = parser.peekEvent() instanceof ScalarEvent event && NON_SPECIFIC.equals(event.getTag());
        Node node = super.composeScalarNode(anchor, comments);
        if (isText) {
            node.setTag(Tag.STR);
        }
        return node;
    }

    private static final class OpenTypes extends Resolver {

        @Override
        protected void addImplicitResolvers() {
            // none: see resolve
        }

        @Override
        public Tag resolve(NodeId kind, String value, boolean implicit) {
            return switch (kind) {
                case scalar -> implicit ? UNRESOLVED : Tag.STR;
                case sequence -> Tag.SEQ;
                default -> Tag.MAP;
            };
        }
    }
}
